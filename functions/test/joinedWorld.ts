import type { SendPlan } from "../src/features/sends/accept/plan.ts";
import type { PlannedRow } from "../src/store/sends/schemas.ts";
import { aPlan, over } from "./sendsWorld.ts";

/** The fields of an email's document for further rows of these numbers and names. */
export function joinedRows(further: Record<number, string>) {
  const rows = Object.entries(further).map(([n, person]) => ({ n: Number(n), person }));
  return {
    further: rows.map(({ n, person }) => ({ n, line: n + 1, person })),
    furtherValues: rows.map(({ person }) => ({ values: [person] })),
    numbers: rows.map(({ n }) => n),
  };
}

/**
 * Three emails for six rows: rows 1, 3 and 5 (Anna, Tim and Lea), row 2 (Ben), and rows 4 and 6
 * (Mia and Max).
 */
const FAMILIES: Record<number, Partial<PlannedRow>> = {
  1: { person: "Anna", values: ["Anna"], ...joinedRows({ 3: "Tim", 5: "Lea" }) },
  2: { person: "Ben", values: ["Ben"] },
  3: { n: 4, line: 5, person: "Mia", values: ["Mia"], ...joinedRows({ 6: "Max" }) },
};

/** A plan whose email has a line for each of its rows. */
export function listingPlan(rows: number, overrides: Partial<SendPlan> = {}): SendPlan {
  const plan = aPlan(rows, overrides);
  const body = "<p>Your children:</p><ul><li>{{#rows}}{{Full Name}}{{/rows}}</li></ul>";
  return { ...plan, mail: { ...plan.mail, subject: "Your children", body } };
}

/** A plan of the three emails. */
export function familiesPlan(overrides: Partial<SendPlan> = {}): SendPlan {
  const plan = listingPlan(3, overrides);
  return { ...plan, rows: plan.rows.map((row) => ({ ...row, ...FAMILIES[row.n] })) };
}

/** A finished send of the three emails. `answers` are Gmail's, by the number of the email. */
export function families(given: Omit<Parameters<typeof over>[1], "rows"> = {}) {
  const { mail } = listingPlan(3);
  return over(3, { ...given, rows: FAMILIES, plan: { mail, ...given.plan } });
}
