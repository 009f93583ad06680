import { ROWS_AT_ONCE } from "@sendwright/core/contract/limits";
import type { Counts, RowStatus } from "@sendwright/core/contract/sends";
import { type Cursor, type EndedCounts, NOTHING_ENDED, withRow } from "./cursor.ts";
import type { SendDoc } from "./schemas.ts";

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
export type Followed = Pick<SendDoc, "state" | "epoch" | "worker" | "counts"> & { version: string };

/** The result of one look: rows that changed, how far they are known now, and the present counts. */
export interface Look<R> {
  rows: R[];
  cursor: Cursor;
  counts: Counts;
}

/**
 * How many rows are returned while a worker runs: any that ended behind an open row are returned again until that row
 * has ended.
 */
const WINDOW = 100;
/** Behind the last row of any send. */
const AFTER_ALL = 9_999_999;
/** A row's state once a worker has started on it. */
const TOUCHED: readonly RowStatus[] = ["sending", "sent", "failed", "warning"];

/**
 * The changes in a send since a cursor (null for none). The send is read before its rows, so a client that reads that
 * it has ended gets all their ends, and one that reads an old epoch asks for everything again.
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

/** Rows change under a worker, whose beginning and end are written to the send, or just before a write of the send. */
function isAtRest({ state, worker, version }: Followed, cursor: Cursor): boolean {
  if (cursor.first === null && state !== "cancelled") return true;
  return worker === null && cursor.version === version && cursor.inHand.length === 0;
}

/** The rows that were never returned, page by page. */
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
    // Rows returned before a later page may have changed; only one read of all rows is consistent.
    version: isWhole && cursor.next === 1 ? send.version : "",
  };
  const counts = isWhole && cursor.next === 1 ? countsOf(send, tallyOf(listed, NOTHING_ENDED), listed) : send.counts;
  return { rows: listed, cursor: known, counts };
}

/**
 * The rows from the first that had not ended, without those that no worker has started. Once a worker rests, and at the
 * end, the whole tail is returned once.
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
    // Only a cancel skips queued rows: in no order, and all over the send.
    isTail && send.state === "cancelled" ? rows.inStates(1, ["skipped"], null) : [],
  ]);
  const cut = touched.length === limit ? (touched.at(-1)?.n ?? null) : null;
  const seen = new Set([...touched, ...skipped].map(({ n }) => n));
  const missed = cursor.inHand.filter((n) => !seen.has(n) && (cut === null || n < cut));
  // Rows that a worker put back are returned again, and so are rows it held when the send was canceled.
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

/** The counts in the send are those of the last slice's end, so they are old only while a worker runs. */
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
