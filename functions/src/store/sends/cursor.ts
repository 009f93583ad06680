import { AppError } from "@sendwright/core/contract/appError";
import type { RowStatus } from "@sendwright/core/contract/sends";

/** How many rows are sent, failed or unconfirmed. */
export interface EndedCounts {
  sent: number;
  failed: number;
  warning: number;
}

/**
 * How far a follower of a send knows its rows: by their numbers, not by any clock. Rows only advance until they have
 * ended; only a retry takes one back, and it begins a new epoch.
 */
export interface Cursor {
  epoch: number;
  /** Rows from this one on have never been returned; null: each has been returned once. */
  next: number | null;
  /** The first row that had not ended; null: all have. The rows before it are final. */
  first: number | null;
  /** Rows returned while a worker held them. */
  inHand: number[];
  /** How the rows before `first` ended. */
  tally: EndedCounts;
  /** The send's document at that time. */
  version: string;
}

const FORM = /^(\d{1,9})_(\d{0,7})_(\d{0,7})_([\d.]{0,80})_(\d{1,7})\.(\d{1,7})\.(\d{1,7})_(\d{0,30})$/;

/** A cursor as text for an address. */
export function writeCursor({ epoch, next, first, inHand, tally, version }: Cursor): string {
  const counted = [tally.sent, tally.failed, tally.warning].join(".");
  return [epoch, next ?? "", first ?? "", inHand.join("."), counted, version].join("_");
}

/** Parses a caller's cursor. Throws `invalid_input`. */
export function readCursor(text: string): Cursor {
  const [, epoch, next = "", first = "", inHand = "", sent, failed, warning, version = ""] = FORM.exec(text) ?? [];
  if (epoch === undefined) {
    throw new AppError("invalid_input", "This cursor isn't valid.");
  }
  return {
    epoch: Number(epoch),
    next: next === "" ? null : Number(next),
    first: first === "" ? null : Number(first),
    inHand: inHand.split(".").filter(Boolean).map(Number),
    tally: { sent: Number(sent), failed: Number(failed), warning: Number(warning) },
    version,
  };
}

/** Adds one more row to a tally. States other than the three count nothing. */
export function withRow(tally: EndedCounts, state: RowStatus): EndedCounts {
  return state === "sent" || state === "failed" || state === "warning"
    ? { ...tally, [state]: tally[state] + 1 }
    : tally;
}

export const NOTHING_ENDED: EndedCounts = { sent: 0, failed: 0, warning: 0 };
