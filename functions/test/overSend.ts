import { runSlice } from "../src/features/sends/work/slice.ts";
import type { GmailAnswer } from "../src/platform/gmailAnswers.ts";
import { answering, keyOf } from "./answering.ts";
import { aPlan, aSender, begun, NO_END } from "./sendsWorld.ts";

export const SENTENCE = "Gmail rejected the address.";
export const REFUSAL: GmailAnswer = { kind: "refused", sentence: SENTENCE };

type Row = ReturnType<typeof aPlan>["rows"][number];

/** What a plan has of a row that was left out from the start. */
export const leftOut = (reason: string, more: Partial<Row> = {}) => ({ state: "skipped", reason, ...more }) as const;

interface Given {
  /** By number: what is different of a row. */
  rows?: Record<number, Partial<Row> | ReturnType<typeof leftOut>>;
  /** By number: what Gmail answers the first mail of a row; it sends all others. */
  answers?: Record<number, GmailAnswer>;
  plan?: Parameters<typeof aPlan>[1];
}

/** A send of so many rows, to its end; `p1` is the address of its first. */
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
