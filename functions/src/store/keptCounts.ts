import { Timestamp } from "firebase-admin/firestore";
import * as z from "zod";
import { firestore } from "../platform/firebase.ts";
import { alreadyExists } from "./changeDocument.ts";
import { readBy, UnreadableDocument } from "./documentSchema.ts";
import { hashOfAccount } from "./hashOfAccount.ts";
import { FRESH, readSender, senders } from "./senders.ts";
import { fullAt, type Level, level, lowestLevel, ROWS } from "./spending.ts";

/**
 * What still counts of a deleted account: its emails per hour, because Google counts them, and what
 * is left of its day's rows, so that deleting it starts nothing over. Older documents have no
 * `rows`.
 */
const keptCount = z.object({
  hours: z.record(z.string(), z.number()),
  rows: level.optional(),
  expireAt: z.instanceof(Timestamp),
});
const asKeptCount = readBy(keptCount);

type StoredCounts = Pick<z.infer<typeof keptCount>, "hours" | "rows">;

/** Under a hash of the Google account's id (`sub`): nothing else about the person is kept. */
function keptCountOf(sub: string) {
  return firestore()
    .collection("keptCounts")
    .doc(hashOfAccount("count", sub))
    .withConverter(asKeptCount);
}

/**
 * Keeps what still counts at `now` until a time (milliseconds). A repeated deletion finds less,
 * that of another user of the same Google account something else: neither forgets anything.
 */
export async function keepCounts(
  sub: string,
  { hours, rows }: StoredCounts,
  now: number,
  until: number,
): Promise<void> {
  const before = (await keptCountOf(sub).get()).data();
  const left = lowestLevel(ROWS, [rows, before?.rows], now);
  await keptCountOf(sub).set({
    hours: together([before?.hours, hours]),
    ...(left && { rows: left }),
    expireAt: Timestamp.fromMillis(Math.max(until, before?.expireAt.toMillis() ?? 0)),
  });
}

/**
 * How many emails a Google account sent in each hour of its last day under an account that was
 * deleted.
 */
export async function readKeptHours(sub: string): Promise<Record<string, number>> {
  return (await keptCountOf(sub).get()).data()?.hours ?? {};
}

/**
 * The emails of each hour. A new user began with those of the earlier one, so the same emails are
 * in both.
 */
function together(all: readonly (StoredCounts["hours"] | undefined)[]): StoredCounts["hours"] {
  const hours: StoredCounts["hours"] = {};
  for (const [hour, n] of all.flatMap((one) => Object.entries(one ?? {})))
    hours[hour] = Math.max(n, hours[hour] ?? 0);
  return hours;
}

/**
 * A sender, null if it can't be read: an earlier user's document must not keep the new one from
 * sending.
 */
async function readableSender(uid: string) {
  try {
    return await readSender(uid);
  } catch (cause) {
    if (cause instanceof UnreadableDocument) return null;
    throw cause;
  }
}

/**
 * Gives a user, before their first send, the emails per hour of the same Google account's deleted
 * account and of its `earlier` users, whose data is still here. Returns the rest of the
 * deleted account's rows of the day. A slice that finds no emails per hour would begin at 0.
 */
export async function restoreCounts(
  uid: string,
  sub: string,
  earlier: readonly string[],
): Promise<Level | undefined> {
  const [kept, ...found] = await Promise.all([
    keptCountOf(sub).get(),
    ...earlier.map(readableSender),
  ]);
  const { hours: keptHours, rows } = kept.data() ?? {};
  const hours = together([keptHours, ...found.map((sender) => sender?.hours)]);
  if (Object.keys(hours).length === 0) return rows;
  await senders()
    .doc(uid)
    .create({ ...FRESH, hours })
    .catch((cause: unknown) => {
      if (!alreadyExists(cause)) throw cause;
    });
  return rows;
}

/** Until when a level of rows counts (milliseconds). */
export function rowsCountUntil(rows: Level): number {
  return fullAt(ROWS, rows);
}
