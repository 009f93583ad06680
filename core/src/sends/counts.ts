import type { Counts, RowStatus, Send } from "../contract/sends.ts";
import { withCommas } from "../withCommas.ts";

/** The facts about a send that the words need. */
export type CountedSend = Pick<Send, "counts" | "cancelled" | "rows_over_limit" | "state">;

/** How many rows of a send are in each state; each row is in one. */
interface Tally {
  sent: number;
  failed: number;
  /** No one can know whether they went out; `warning` on the wire. */
  unconfirmed: number;
  /** Skipped from the start, by the check, a person or the limit. */
  skippedFromStart: number;
  /** Skipped because the send was canceled. */
  cancelled: number;
  toGo: number;
}

export function tallyOf({ counts, cancelled, rows_over_limit }: Omit<CountedSend, "state">): Tally {
  const { sent, failed, warning, skipped, queued, sending } = counts;
  const skippedFromStart = skipped - cancelled + rows_over_limit;
  return {
    sent,
    failed,
    unconfirmed: warning,
    skippedFromStart,
    cancelled,
    toGo: queued + sending,
  };
}

/** How many rows of a send have its email, or were supposed to get it. */
export function intendedCount({
  counts,
  cancelled,
}: {
  counts: Counts;
  cancelled: number;
}): number {
  const { sent, failed, warning, queued, sending } = counts;
  return sent + failed + warning + queued + sending + cancelled;
}

const REACHED: ReadonlySet<RowStatus> = new Set(["sent", "warning", "queued", "sending"]);

/** Whether the recipient of a row has the email, may have it, or is about to get it. */
export function isReached({ status }: { status: RowStatus }): boolean {
  return REACHED.has(status);
}

/** Whether every row of the file or list got its email, those above the limit too. */
export function isAllSent({
  counts,
  rows_over_limit,
}: Pick<Send, "counts" | "rows_over_limit">): boolean {
  return counts.sent === counts.total && rows_over_limit === 0;
}

/** A send's numbers in a sentence: "11 sent, 1 skipped." */
export function countsSentence(send: CountedSend): string {
  const { sent, failed, unconfirmed, skippedFromStart, cancelled, toGo } = tallyOf(send);
  const parts: [number, string][] = [
    [sent, "sent"],
    [failed, "failed"],
    [unconfirmed, "unconfirmed"],
    [cancelled, "canceled"],
    [skippedFromStart, "skipped"],
    [toGo, send.state === "scheduled" ? "scheduled" : "to go"],
  ];
  const said = parts.filter(([n]) => n > 0).map(([n, word]) => `${withCommas(n)} ${word}`);
  return `${said.join(", ") || "Nothing to send"}.`;
}

/** The fixed words for a failure that has none of its own (rule: words). */
export function directSendFailure(reason: string = "send_failed"): string {
  return `Failed to send email(s) (${reason})`;
}

/** The share of a send's emails that were tried, from 0 to 1. Skipped rows have no email. */
export function partDone({ counts, cancelled }: { counts: Counts; cancelled: number }): number {
  const tried = counts.sent + counts.failed + counts.warning;
  const intended = intendedCount({ counts, cancelled });
  return intended === 0 ? 1 : tried / intended;
}

export function isOpen({ state, counts }: Pick<Send, "state" | "counts">): boolean {
  if (state === "done") return false;
  // A canceled send can still have emails in flight for a moment.
  return state !== "cancelled" || counts.sending > 0;
}
