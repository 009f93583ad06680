import type { RowResult, RowStatus } from "../contract/sends.ts";

/** A row's status, and `cancelled`, which the wire calls `skipped` too. */
export type ShownStatus = RowStatus | "cancelled";

/** A status's word, the same in every list, sentence, filter and file of results. */
export const STATUS_WORDS: Readonly<Record<ShownStatus, string>> = {
  queued: "To go",
  sending: "Sending",
  sent: "Sent",
  failed: "Failed",
  skipped: "Skipped",
  warning: "Unconfirmed",
  cancelled: "Canceled",
};

/** In a file of results: the word for a row that wasn't part of the send. */
export const NOT_INCLUDED = "Not included";

export function shownStatus({
  status,
  cancelled,
}: Pick<RowResult, "status" | "cancelled">): ShownStatus {
  return cancelled ? "cancelled" : status;
}
