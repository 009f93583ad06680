import { runSlice } from "../src/features/sends/work/slice.ts";
import type { GmailAnswer } from "../src/platform/gmailAnswers.ts";
import { answering, keyOf } from "./answering.ts";
import { aPlan, aSender, begun, NO_END } from "./sendsWorld.ts";

export const SENTENCE = "Gmail rejected the address.";
export const REFUSAL: GmailAnswer = { kind: "refused", sentence: SENTENCE };

type Row = ReturnType<typeof aPlan>["rows"][number];

/** A plan's fields for a row that was skipped from the start. */
export const leftOut = (reason: string, more: Partial<Row> = {}) => ({ state: "skipped", reason, ...more }) as const;

interface Given {
  /** By number: the differing fields of a row. */
  rows?: Record<number, Partial<Row> | ReturnType<typeof leftOut>>;
  /** By number: Gmail's answer to a row's first email; it sends all others. */
  answers?: Record<number, GmailAnswer>;
  plan?: Parameters<typeof aPlan>[1];
}

/** A finished send of this many rows; `p1` is the address of its first. */
export async function over(people: number, { rows = {}, answers = {}, plan = {} }: Given) {
  const user = await aSender();
  const engine = answering();
  const given = aPlan(people, plan);
  const changed = given.rows.map((row) => ({ ...row, ...rows[row.n] }) as Row);
  const waiting = new Map(Object.entries(answers).map(([n, answer]) => [changed[Number(n) - 1]?.to ?? "", answer]));
  const send = engine.sendMessage;
  engine.sendMessage = async (call) => {
    const sent = send(call);
    const to = engine.calls.at(-1)?.to ?? "";
    const answer = waiting.get(to) ?? (await sent);
    waiting.delete(to);
    return answer;
  };
  const key = keyOf(user, await begun(user, engine, { ...given, rows: changed }));
  await runSlice(engine, user.uid, NO_END);
  return { user, engine, key, addresses: given.rows.map(({ to }) => to), p1: given.rows[0]?.to ?? "" };
}
