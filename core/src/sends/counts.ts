import type { RowStatus, Send } from "../contract/sends.ts";
import { withCommas } from "../withCommas.ts";

type SendCounts = Pick<Send, "counts" | "cancelled">;

/** The facts about a send that the words need. */
export type CountedSend = SendCounts & Pick<Send, "rows_over_limit" | "state">;

/** Counts the emails of a send that were meant to go. */
export function intendedCount({ counts, cancelled }: SendCounts): number {
  const { sent, failed, warning, queued, sending } = counts;
  return sent + failed + warning + queued + sending + cancelled;
}

const MAY_HAVE_EMAIL: ReadonlySet<RowStatus> = new Set(["sent", "warning", "queued", "sending"]);

/** Whether the recipient of a row has the email, may have it, or is about to get it. */
export function mayHaveEmail({ status }: { status: RowStatus }): boolean {
  return MAY_HAVE_EMAIL.has(status);
}

/** Whether every row of the file or list got its email, those above the limit too. */
export function isAllSent({
  counts,
  rows_over_limit,
}: Pick<Send, "counts" | "rows_over_limit">): boolean {
  return counts.sent === counts.total && rows_over_limit === 0;
}

/** Says a send's numbers in a sentence: "11 sent, 1 skipped." */
export function countsSentence({ counts, cancelled, rows_over_limit, state }: CountedSend): string {
  const { sent, failed, warning, skipped, queued, sending } = counts;
  const parts: [number, string][] = [
    [sent, "sent"],
    [failed, "failed"],
    [warning, "unconfirmed"],
    [cancelled, "canceled"],
    [skipped - cancelled + rows_over_limit, "skipped"],
    [queued + sending, state === "scheduled" ? "scheduled" : "to go"],
  ];
  const said = parts.filter(([n]) => n > 0).map(([n, word]) => `${withCommas(n)} ${word}`);
  return `${said.join(", ") || "Nothing to send"}.`;
}

/** Returns the share of a send's emails that were tried, from 0 to 1. Skipped rows have no email. */
export function partDone(send: SendCounts): number {
  const { sent, failed, warning } = send.counts;
  const intended = intendedCount(send);
  return intended === 0 ? 1 : (sent + failed + warning) / intended;
}

/** Whether emails of a send are still to go, or in flight for a moment after it was canceled. */
export function isOpen({ state, counts }: Pick<Send, "state" | "counts">): boolean {
  if (state === "done") return false;
  return state !== "cancelled" || counts.sending > 0;
}
