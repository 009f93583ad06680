import type { Received } from "../../data/received.ts";

/** What earlier sends have in common with what is about to be sent. */
export interface Repeat {
  /** Of the times at which each of the people got it last, or is to get it, the first and the last. ISO times. */
  first: string;
  last: string;
  /** Rows about to be sent whose recipients it reached. */
  rows: number[];
}

/** What to ask about people who already received an email, null for nothing. */
export function repeatOf(received: Received): Repeat | null {
  const times = received.map(({ at }) => at).sort();
  const [first = null] = times;
  return first === null ? null : { first, last: times.at(-1) ?? first, rows: received.map(({ row }) => row) };
}
