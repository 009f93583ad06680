import { randomUUID } from "node:crypto";
import { MAX_SUPPRESSIONS } from "@sendwright/core/contract/limits";
import { sendBulk } from "@sendwright/core/contract/sendCalls";
import type { BenchRow } from "../../../bench/measure.ts";
import { peopleFile, talk } from "../../../bench/people.ts";
import { begin } from "../../src/features/sends/accept/begin.ts";
import { planBulk } from "../../src/features/sends/accept/planBulk.ts";
import { runSlice } from "../../src/features/sends/work/slice.ts";
import { addSuppressions } from "../../src/store/suppressions.ts";
import { aSender, aTemplate, NO_END, ownProject, testEngine } from "../../test/sendsWorld.ts";

const ROWS = 1_000;
/** Pairs of sends in one round. */
const PAIRS = 3;

ownProject();

const file = {
  field: "csv_file",
  filename: "people.csv",
  contentType: "text/csv",
  content: Buffer.from(peopleFile(ROWS)),
};

async function aPerson(suppressions: number) {
  const user = await aSender();
  const addresses = Array.from({ length: suppressions }, (_, i) => `no-email-${i}@example.org`);
  if (suppressions > 0) await addSuppressions(user.uid, addresses, "file", Date.now(), () => {});
  const template_id = await aTemplate(user.uid, { ...talk, name: "Talk" });
  return { user, template_id };
}

/** The milliseconds from the call that begins a send until Gmail has its first email. */
async function firstEmail({ user, template_id }: Awaited<ReturnType<typeof aPerson>>) {
  const engine = testEngine();
  let first = Number.NaN;
  engine.sendMessage = async () => {
    if (Number.isNaN(first)) first = performance.now();
    return { kind: "daily_limit", retryAfter: null };
  };
  const input = { mode: "csv" as const, template_id, recipient_template: "Email" };
  const call = sendBulk.input.parse(input);
  const started = performance.now();
  const key = randomUUID();
  const plan = await planBulk(user, call, [file], engine.now());
  if (plan.rows.filter(({ state }) => state === "queued").length !== ROWS)
    throw new Error("Not every row is to be sent.");
  await begin({ user, key, fingerprint: key }, plan, engine.now());
  await runSlice(engine, user.uid, NO_END);
  return first - started;
}

async function compared(): Promise<number> {
  const [without, full] = [await aPerson(0), await aPerson(MAX_SUPPRESSIONS)];
  let [ideal, own] = [0, 0];
  for (let pair = 0; pair < PAIRS; pair++) {
    ideal += await firstEmail(without);
    own += await firstEmail(full);
  }
  return own / ideal;
}

export const rows: BenchRow[] = [
  {
    name: "suppressions-begin",
    what: `the time from the call to the first email at Gmail, for a send of ${ROWS.toLocaleString("en")} rows of someone with ${MAX_SUPPRESSIONS.toLocaleString("en")} people they don't email, compared with someone who has none`,
    unit: "times",
    atMost: 1.1,
    decision:
      "the list delays every send of those who have one: read it beside other reading, or store it in a form that is read faster.",
    measure: compared,
  },
];
