import type { CheckedRow } from "@sendwright/core/check/types";
import type { RowResult, Send } from "@sendwright/core/contract";
import { addressKey } from "@sendwright/core/recipients/recipients";
import { isReached } from "@sendwright/core/sends/counts";

const DAY = 86_400_000;

/** What the last day's sends have in common with what is about to be sent. */
export interface Repeat {
  /** Of the times at which each of the people got it last, or is to get it, the first and the last. ISO times. */
  first: string;
  last: string;
  /** Rows about to be sent whose recipients it reached. */
  rows: number[];
}

/** A row that is about to be sent, as far as it matters here. */
export type AimedRow = Pick<CheckedRow, "n" | "address" | "verdict">;

/**
 * The latest sends that may be of the mail that is about to go out under a name, newest first. `now` is in
 * milliseconds.
 */
export function sameMail(sends: readonly Send[], title: string, now: number): Send[] {
  return sends.filter(
    (send) => send.kind !== "test" && send.title === title && Date.parse(send.started_at ?? send.starts_at) > now - DAY,
  );
}

/** What the rows about to be sent have in common with earlier sends (newest first), null for nothing. */
export function findRepeat(
  rows: readonly AimedRow[],
  earlier: readonly { send: Send; results: readonly RowResult[] }[],
): Repeat | null {
  const reached = new Map<string, string>();
  for (const { send, results } of earlier) {
    for (const row of results) {
      const key = addressKey(row.recipient);
      if (isReached(row) && !reached.has(key)) reached.set(key, send.started_at ?? send.starts_at);
    }
  }
  const again = rows.flatMap(({ n, address, verdict }) => {
    const at = address !== null && verdict === "ready" ? reached.get(addressKey(address)) : undefined;
    return at === undefined ? [] : [{ n, at }];
  });
  const times = again.map(({ at }) => at).sort();
  const [first = null] = times;
  return first === null ? null : { first, last: times.at(-1) ?? first, rows: again.map(({ n }) => n) };
}
