import { ROWS_AT_ONCE } from "@sendwright/core/contract/limits";
import type { Counts, RowStatus } from "@sendwright/core/contract/sends";
import { type Cursor, type EndedCounts, NOTHING_ENDED, withRow } from "./cursor.ts";
import type { SendDoc } from "./schemas.ts";

/** What following needs of a row. */
export interface FollowedRow {
  n: number;
  state: RowStatus;
}

/** Reads the rows of one send, all as they were at one moment. */
export interface RowReader<R extends FollowedRow> {
  /** Rows from this number on, in order. */
  from(n: number, limit: number): Promise<R[]>;
  /** As `from`, only those in one of these states; null: however many. */
  inStates(n: number, states: readonly RowStatus[], limit: number | null): Promise<R[]>;
  /** Exactly these. */
  exactly(numbers: readonly number[]): Promise<R[]>;
}

/** A send as it was read just before its rows. */
export type Followed = Pick<SendDoc, "state" | "epoch" | "worker" | "counts"> & { version: string };

/** What one look brings: rows that changed, how far they are known now, and the counts of this moment. */
export interface Look<R> {
  rows: R[];
  cursor: Cursor;
  counts: Counts;
}

/** Rows told at once while a worker is at it: whatever ended behind an open row is told again until that row has ended. */
const WINDOW = 100;
/** Behind the last row of any send. */
const AFTER_ALL = 9_999_999;
/** What a row is once a worker has turned to it. */
const TOUCHED: readonly RowStatus[] = ["sending", "sent", "failed", "warning"];

/**
 * What is new in a send since a cursor (null for none). The send is read before its rows: so a client that reads that
 * it has ended has all of their ends, and one that reads an old epoch asks for all of it again.
 */
export async function lookForChanges<R extends FollowedRow>(
  send: Followed,
  cursor: Cursor | null,
  rows: RowReader<R>,
): Promise<Look<R>> {
  const { epoch } = send;
  if (cursor === null || cursor.epoch !== epoch) {
    return list(send, { epoch, next: 1, first: null, inHand: [], tally: NOTHING_ENDED, version: "" }, rows);
  }
  if (cursor.next !== null) return list(send, cursor, rows);
  return isAtRest(send, cursor) ? { rows: [], cursor, counts: send.counts } : tellChanges(send, cursor, rows);
}

/** Rows change under a worker, whose beginning and end are written into the send, or just before a write of the send. */
function isAtRest({ state, worker, version }: Followed, cursor: Cursor): boolean {
  if (cursor.first === null && state !== "cancelled") return true;
  return worker === null && cursor.version === version && cursor.inHand.length === 0;
}

/** The rows that were never told, page by page. */
async function list<R extends FollowedRow>(send: Followed, cursor: Cursor, rows: RowReader<R>): Promise<Look<R>> {
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
    // A page later rows may have gone on that were told before: only one read of all is at rest.
    version: isWhole && cursor.next === 1 ? send.version : "",
  };
  const counts = isWhole && cursor.next === 1 ? countsOf(send, tallyOf(listed, NOTHING_ENDED), listed) : send.counts;
  return { rows: listed, cursor: known, counts };
}

/**
 * The rows from the first on that had not ended; those that nobody has turned to are not read. Once a worker rests, and
 * at the end, all of the tail is told, once.
 */
async function tellChanges<R extends FollowedRow>(
  send: Followed,
  cursor: Cursor,
  rows: RowReader<R>,
): Promise<Look<R>> {
  const from = cursor.first ?? AFTER_ALL;
  const isTail = send.worker === null && cursor.version !== send.version;
  const limit = isTail ? null : WINDOW;
  const [[queued], touched, skipped] = await Promise.all([
    rows.inStates(from, ["queued"], 1),
    rows.inStates(from, TOUCHED, limit),
    // Only a cancel skips rows that were queued: in no order, and all over the send.
    isTail && send.state === "cancelled" ? rows.inStates(1, ["skipped"], null) : [],
  ]);
  const cut = touched.length === limit ? (touched.at(-1)?.n ?? null) : null;
  const seen = new Set([...touched, ...skipped].map(({ n }) => n));
  const missed = cursor.inHand.filter((n) => !seen.has(n) && (cut === null || n < cut));
  // What a worker has put back is told again, and what was in its hands when the send was cancelled.
  const back = missed.length > 0 ? await rows.exactly(missed) : [];
  const told = [...touched, ...back, ...skipped];
  const open = [queued?.n, ...told.filter(isOpen).map(({ n }) => n), cut === null ? undefined : cut + 1];
  const first = open.reduce<number | null>((least, n) => (n === undefined ? least : Math.min(least ?? n, n)), null);
  const passed = told.filter(({ n }) => first === null || n < first);
  const beyond = cut === null ? [] : cursor.inHand.filter((n) => n > cut);
  const known = { ...cursor, first, inHand: [...numbersInHand(told), ...beyond], version: send.version };
  return {
    rows: told,
    cursor: { ...known, tally: tallyOf(passed, cursor.tally) },
    counts: countsOf(send, tallyOf(told, cursor.tally), told),
  };
}

/** Only while a worker is at it the counts in the send are old: they are those of the last slice's end. */
function countsOf(send: Followed, { sent, failed, warning }: EndedCounts, told: readonly FollowedRow[]): Counts {
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
