import { AppError } from "@sendwright/core/contract/appError";
import { ROWS_AT_ONCE } from "@sendwright/core/contract/limits";
import type { Counts, RowStatus } from "@sendwright/core/contract/sends";
import type { SendDoc } from "./schemas.ts";

/** How many rows are sent, failed or unconfirmed. */
interface EndedCounts {
  sent: number;
  failed: number;
  warning: number;
}

/**
 * How far a follower of a send knows its rows: by their numbers, not by any clock. Rows only
 * advance until they have ended; only a retry takes one back, and it begins a new epoch.
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

const FORM =
  /^(\d{1,9})_(\d{0,7})_(\d{0,7})_([\d.]{0,80})_(\d{1,7})\.(\d{1,7})\.(\d{1,7})_(\d{0,30})$/;

/** A cursor as text for an address. */
export function writeCursor({ epoch, next, first, inHand, tally, version }: Cursor): string {
  const counted = [tally.sent, tally.failed, tally.warning].join(".");
  return [epoch, next ?? "", first ?? "", inHand.join("."), counted, version].join("_");
}

/** Parses a caller's cursor. Throws `invalid_input`. */
export function readCursor(text: string): Cursor {
  const [, epoch, next = "", first = "", inHand = "", sent, failed, warning, version = ""] =
    FORM.exec(text) ?? [];
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
function withRow(tally: EndedCounts, state: RowStatus): EndedCounts {
  return state === "sent" || state === "failed" || state === "warning"
    ? { ...tally, [state]: tally[state] + 1 }
    : tally;
}

const NOTHING_ENDED: EndedCounts = { sent: 0, failed: 0, warning: 0 };

/** The part of a row that following needs. */
export interface FollowedRow {
  n: number;
  state: RowStatus;
}

/** Reads the rows of one send, all as they were at one moment. */
export interface RowReader<R extends FollowedRow> {
  /** Rows from this number on, in order. */
  from(n: number, limit: number): Promise<R[]>;
  /** As `from`, only those in one of these states; null: any number. */
  inStates(n: number, states: readonly RowStatus[], limit: number | null): Promise<R[]>;
  /** Exactly these. */
  exactly(numbers: readonly number[]): Promise<R[]>;
}

/** A send as it was read just before its rows. */
export type FollowedSend = Pick<
  SendDoc,
  "state" | "epoch" | "worker" | "counts" | "lastRow" | "suppressed"
> & {
  version: string;
};

/**
 * The result of one look: rows that changed, how far they are known now, and the present counts.
 */
export interface RowChanges<R> {
  rows: R[];
  cursor: Cursor;
  counts: Counts;
}

/**
 * How many rows are returned while a worker runs: any that ended behind an open row are returned
 * again until that row has ended.
 */
const WINDOW = 100;
/** Behind the last row of any send. */
const AFTER_ALL = 9_999_999;
/** A row's state once a worker has started on it. */
const TOUCHED: readonly RowStatus[] = ["sending", "sent", "failed", "warning"];

/**
 * The changes in a send since a cursor (null for none). The send is read before its rows, so a
 * client that reads that it has ended gets all their ends, and one that reads an old epoch asks for
 * everything again.
 */
export async function lookForChanges<R extends FollowedRow>(
  send: FollowedSend,
  cursor: Cursor | null,
  rows: RowReader<R>,
): Promise<RowChanges<R>> {
  const { epoch } = send;
  if (cursor === null || cursor.epoch !== epoch) {
    return list(
      send,
      { epoch, next: 1, first: null, inHand: [], tally: NOTHING_ENDED, version: "" },
      rows,
    );
  }
  if (cursor.next !== null) return list(send, cursor, rows);
  return isAtRest(send, cursor)
    ? { rows: [], cursor, counts: send.counts }
    : separateChanges(send, cursor, rows);
}

/**
 * Rows change under a worker, whose beginning and end are written to the send, or just before a
 * write of the send.
 */
function isAtRest(send: FollowedSend, cursor: Cursor): boolean {
  const { worker, version } = send;
  if (cursor.first === null && !hasSkipped(send)) return true;
  return worker === null && cursor.version === version && cursor.inHand.length === 0;
}

/** Whether queued rows of it may have been skipped: by a cancel, or by the worker. */
function hasSkipped({ state, suppressed }: FollowedSend): boolean {
  return state === "cancelled" || suppressed > 0;
}

/** The rows that were never returned, page by page. */
async function list<R extends FollowedRow>(
  send: FollowedSend,
  cursor: Cursor,
  rows: RowReader<R>,
): Promise<RowChanges<R>> {
  const listed = await rows.from(cursor.next ?? 1, ROWS_AT_ONCE);
  const isWhole = listed.length < ROWS_AT_ONCE;
  const first = cursor.first ?? listed.find(isOpen)?.n ?? null;
  const before = listed.filter(({ n }) => first === null || n < first);
  const known: Cursor = {
    ...cursor,
    next: isWhole ? null : (listed.at(-1)?.n ?? 0) + 1,
    first,
    inHand: [...cursor.inHand, ...numbersInHand(listed)],
    tally: tallyOf(before, cursor.tally),
    // Rows returned before a later page may have changed; only one read of all rows is consistent.
    version: isWhole && cursor.next === 1 ? send.version : "",
  };
  const counts =
    isWhole && cursor.next === 1
      ? countsOf(send, tallyOf(listed, NOTHING_ENDED), listed)
      : send.counts;
  return { rows: listed, cursor: known, counts };
}

/**
 * The rows from the first that had not ended, without those that no worker has started. Once a
 * worker rests, and at the end, the whole tail is returned once.
 */
async function separateChanges<R extends FollowedRow>(
  send: FollowedSend,
  cursor: Cursor,
  rows: RowReader<R>,
): Promise<RowChanges<R>> {
  const from = cursor.first ?? AFTER_ALL;
  const isTail = send.worker === null && cursor.version !== send.version;
  const limit = isTail ? null : WINDOW;
  const [[queued], touched, skipped] = await Promise.all([
    rows.inStates(from, ["queued"], 1),
    rows.inStates(from, TOUCHED, limit),
    // In no order, and all over the send.
    isTail && hasSkipped(send) ? rows.inStates(1, ["skipped"], null) : [],
  ]);
  const cut = touched.length === limit ? (touched.at(-1)?.n ?? null) : null;
  const seen = new Set([...touched, ...skipped].map(({ n }) => n));
  // A cursor can be forged, and a row that isn't there costs a read, too, that no one is charged for.
  const inHand = [...new Set(cursor.inHand)].filter((n) => n >= 1 && n <= send.lastRow);
  const missed = inHand.filter((n) => !seen.has(n) && (cut === null || n < cut));
  // Rows that a worker put back are returned again, and so are rows it held when the send was
  // canceled.
  const back = missed.length > 0 ? await rows.exactly(missed) : [];
  const told = [...touched, ...back, ...skipped];
  const open = [
    queued?.n,
    ...told.filter(isOpen).map(({ n }) => n),
    cut === null ? undefined : cut + 1,
  ];
  const first = open.reduce<number | null>(
    (least, n) => (n === undefined ? least : Math.min(least ?? n, n)),
    null,
  );
  const passed = told.filter(({ n }) => first === null || n < first);
  const beyond = cut === null ? [] : inHand.filter((n) => n > cut);
  const known = {
    ...cursor,
    first,
    inHand: [...numbersInHand(told), ...beyond],
    version: send.version,
  };
  return {
    rows: told,
    cursor: { ...known, tally: tallyOf(passed, cursor.tally) },
    counts: countsOf(send, tallyOf(told, cursor.tally), told),
  };
}

/**
 * The counts in the send are those of the last slice's end, so they are old only while a worker
 * runs.
 */
function countsOf(
  send: FollowedSend,
  { sent, failed, warning }: EndedCounts,
  told: readonly FollowedRow[],
): Counts {
  if (send.worker === null || send.state === "cancelled") return send.counts;
  const { total, skipped } = send.counts;
  const sending = numbersInHand(told).length;
  const queued = Math.max(0, total - skipped - sent - failed - warning - sending);
  return { total, skipped, sent, failed, warning, sending, queued };
}

function tallyOf(rows: readonly FollowedRow[], known: EndedCounts): EndedCounts {
  return rows.reduce((tally, { state }) => withRow(tally, state), known);
}

function numbersInHand(rows: readonly FollowedRow[]): number[] {
  return rows.filter(({ state }) => state === "sending").map(({ n }) => n);
}

function isOpen({ state }: FollowedRow): boolean {
  return state === "queued" || state === "sending";
}
