import type { RateBucket } from "@sendwright/core/contract/endpoint";
import { DAY } from "@sendwright/core/dates/units";
import * as z from "zod";

/*
 * What one account may cost (decision 27). Amounts are millionths of a dollar, by the prices in
 * docs/cost.md. Two rates are for each kind of call: how much at once, and how much comes back in a
 * day. So any 24 hours cost at most both together.
 */

/** A million of them cost a dollar. Bytes out are Hosting's and the function's traffic together. */
export const PRICES = {
  read: 0.6,
  written: 1.8,
  deleted: 0.2,
  request: 0.4,
  /** A second in which an instance answers a call. */
  second: 26.5,
  fileWritten: 5,
  fileRead: 0.4,
  megabyteStored: 26,
  megabyteOut: 270,
  /** From Storage itself, by a signed address. */
  megabyteFromStorage: 120,
} as const;

const MB = 1_000_000;

/** Bytes that leave. */
export function costOfAnswer(bytes: number): number {
  return (bytes / MB) * PRICES.megabyteOut;
}

/** Bytes that arrive cost only their place, here for a month. */
export function costOfBody(bytes: number): number {
  return (bytes / MB) * PRICES.megabyteStored;
}

/** How much at once, and how much comes back in 24 hours. */
export interface Pool {
  atOnce: number;
  perDay: number;
  /** So much is enough to begin any call, whatever it costs; by default a tenth of a day's. */
  enough?: number;
}

/** The kinds of calls that the database counts for a person. */
export type UserBucket = Exclude<RateBucket, "demo_previews" | "sign_ins">;

type Operations = Partial<
  Record<"reads" | "writes" | "deletes" | "filesWritten" | "filesRead", number>
>;

function costOf({
  reads = 0,
  writes = 0,
  deletes = 0,
  filesWritten = 0,
  filesRead = 0,
}: Operations): number {
  return (
    PRICES.request +
    reads * PRICES.read +
    writes * PRICES.written +
    deletes * PRICES.deleted +
    filesWritten * PRICES.fileWritten +
    filesRead * PRICES.fileRead
  );
}

/**
 * A call's fixed price: its costliest operations, with its own count. Its time, its answer, and the
 * documents and files that are charged one by one are added when they are known.
 */
export const COST_OF_CALL: Record<UserBucket, number> = {
  previews: costOf({ reads: 5, writes: 1 }),
  template_writes: costOf({ reads: 6, writes: 3, deletes: 1, filesWritten: 2 }),
  uploads: costOf({ reads: 4, writes: 2, filesWritten: 2 }),
  // One list of them all. Each file is charged when it is stored.
  files: costOf({ reads: 5, writes: 2, filesWritten: 1 }),
  // With a slice, its task, and the deletion.
  sends:
    costOf({ reads: 27, writes: 12, deletes: 3, filesWritten: 2 }) +
    PRICES.request +
    0.5 * PRICES.second,
  // Resuming asks for a slice, too.
  send_controls:
    costOf({ reads: 16, writes: 5, filesWritten: 1 }) + PRICES.request + 0.5 * PRICES.second,
  questions: costOf({ reads: 4, writes: 1 }),
  settings: costOf({ reads: 3, writes: 2 }),
  account_changes: costOf({ reads: 30, writes: 30, deletes: 30, filesWritten: 5 }),
  pictures: costOf({ reads: 4, writes: 1, filesRead: 1 }),
  // 1.4 GB, read from Storage and written into one file, with the rows of 60 sends, in 300 seconds;
  // downloaded once.
  exports:
    costOf({ reads: 62_000, writes: 10, filesWritten: 200, filesRead: 20_000 }) +
    300 * PRICES.second +
    1_400 * PRICES.megabyteFromStorage,
};

/**
 * The fixed price of calls that an instance counts in its memory: the documents that every one of
 * them reads.
 */
export const COST_IN_MEMORY = { reads: costOf({ reads: 3 }), progress: costOf({ reads: 5 }) };

/** Each kind of call has its own pool: working hard in one place stops nothing elsewhere. */
export const POOLS: Record<Exclude<UserBucket, "exports">, Pool> = {
  previews: { atOnce: 40_000, perDay: 40_000 },
  template_writes: { atOnce: 35_000, perDay: 25_000 },
  uploads: { atOnce: 78_000, perDay: 150_000 },
  files: { atOnce: 60_000, perDay: 80_000 },
  sends: { atOnce: 110_000, perDay: 90_000 },
  send_controls: { atOnce: 50_000, perDay: 90_000 },
  questions: { atOnce: 40_000, perDay: 35_000 },
  settings: { atOnce: 10_000, perDay: 10_000 },
  account_changes: { atOnce: 5_000, perDay: 5_000 },
  pictures: { atOnce: 70_000, perDay: 40_000 },
};

/** The pool of a kind of call; null if its calls are few enough (exports), or not a person's. */
export function poolOf(bucket: RateBucket): Pool | null {
  return bucket in POOLS ? POOLS[bucket as keyof typeof POOLS] : null;
}

/**
 * What an instance counts in its memory. `progress`: looks at a send, which other reading can't
 * slow down.
 */
export const POOLS_IN_MEMORY = {
  reads: { atOnce: 22_500, perDay: 44_500, enough: 1 },
  progress: { atOnce: 22_500, perDay: 42_500, enough: 1 },
} as const satisfies Record<string, Pool>;

/**
 * How much a person's calls may cost in one instance before the database has counted it; then
 * questions stop.
 */
export const MAX_UNCOUNTED = 10_000;
/** How much of that each kind of call may take before the next call's body is read. */
export const MAX_UNCOUNTED_OF_KIND = MAX_UNCOUNTED / Object.keys(COST_OF_CALL).length;

/** Rows that sends write, counted one by one. */
export const ROWS: Pool = { atOnce: 12_000, perDay: 10_000 };

/** The rest of a pool, and its time (milliseconds). */
export const level = z.object({ left: z.number(), at: z.number() });
export type Level = z.infer<typeof level>;

function enoughIn({ perDay, enough = perDay / 10 }: Pool): number {
  return enough;
}

/**
 * The least that a level falls to: what an account owes beyond that is forgotten, so that no one
 * waits for more than a day.
 */
function floorOf(pool: Pool): number {
  return enoughIn(pool) - pool.perDay;
}

/**
 * The seconds until a pool has all of an amount, 0 if it has now: as much of it as the pool can hold
 * at once.
 */
export function secondsUntilAll(
  pool: Pool,
  found: Level | undefined,
  amount: number,
  now: number,
): number {
  return secondsOf(pool, Math.min(amount, pool.atOnce) - leftIn(pool, found, now));
}

function secondsOf({ perDay }: Pool, missing: number): number {
  // A thousandth of a second is a rounding error.
  const seconds = ((missing / perDay) * DAY) / 1_000;
  return seconds < 0.001 ? 0 : Math.ceil(seconds - 0.001);
}

function leftIn(pool: Pool, found: Level | undefined, now: number): number {
  if (found === undefined) return pool.atOnce;
  const left = Math.max(found.left, floorOf(pool));
  return Math.min(pool.atOnce, left + (Math.max(0, now - found.at) / DAY) * pool.perDay);
}

/** The level at `now` (milliseconds) without an amount, which may be more than there is. */
export function without(pool: Pool, found: Level | undefined, amount: number, now: number): Level {
  return { left: Math.max(floorOf(pool), leftIn(pool, found, now) - amount), at: now };
}

/** The level with the least left at `now`; undefined if there is none. */
export function lowestLevel(
  pool: Pool,
  found: readonly (Level | undefined)[],
  now: number,
): Level | undefined {
  const levels = found.filter((one) => one !== undefined);
  return levels.sort((one, other) => leftIn(pool, one, now) - leftIn(pool, other, now))[0];
}

/** The seconds until a call of an amount may begin, 0 if it may now. At most a day. */
export function secondsUntil(
  pool: Pool,
  found: Level | undefined,
  amount: number,
  now: number,
): number {
  return secondsOf(pool, Math.min(amount, pool.atOnce, enoughIn(pool)) - leftIn(pool, found, now));
}

/** When a pool is full again (milliseconds): then its level says nothing any more. */
export function fullAt({ atOnce, perDay }: Pool, { left, at }: Level): number {
  return at + Math.ceil(((atOnce - left) / perDay) * DAY);
}
