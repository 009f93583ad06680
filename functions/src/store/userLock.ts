import { DAY } from "@sendwright/core/dates/units";
import {
  type DocumentData,
  type DocumentReference,
  FieldValue,
  Timestamp,
  type WriteBatch,
} from "firebase-admin/firestore";
import { firestore } from "../platform/firebase.ts";
import { untilUndisturbed } from "./changeDocument.ts";
import { dayUsedUpError } from "./dayUsedUpError.ts";
import { restoreCounts } from "./keptCounts.ts";
import { type Level, level, lowestLevel, ROWS, secondsUntil, without } from "./spending.ts";

/**
 * Anything a person may have only a limited number of is added in their turn: each addition also
 * writes this one document, if no one has since it was read, which was before the counting. So the
 * count is exact, no counter can drift, and no number of simultaneous calls exceeds a limit.
 */
function lockOf(uid: string): DocumentReference {
  return owners().doc(uid);
}

export function owners() {
  return firestore().collection("owners");
}

/**
 * Milliseconds from a user's last activity until the sweep checks whether the account still exists.
 */
const CHECK_AFTER = DAY;

/** The fields that activity at `now` writes: when the sweep checks the account next. */
export function nextCheck(now: number) {
  return { checkAt: now + CHECK_AFTER };
}

/**
 * Rows that a turn writes for a send of a Google account (`sub`): they count against its day
 * (decision 27).
 */
interface NewRows {
  sub: string;
  rows: number;
}

/** Begins the batch of a turn. Throws `daily_budget` if its rows exceed the day's budget. */
type BeginBatch = (written?: NewRows) => Promise<WriteBatch>;

/**
 * Runs work in a user's turn: it counts, begins a batch, adds to it and commits it, again if
 * someone else's turn came first. Throws the work's errors unless that is a lost turn.
 */
export function withUserLock<T>(uid: string, work: (begin: BeginBatch) => Promise<T>): Promise<T> {
  const turn = lockOf(uid);
  return untilUndisturbed(async () => {
    const found = await turn.get();
    const { updateTime } = found;
    return work(async (written) => {
      const now = Date.now();
      const rows = written && (await levelAfter(uid, found.data(), written, now));
      const batch = firestore().batch();
      const counted = written && { sub: written.sub, rows };
      const mark = { addedAt: Timestamp.now(), ...nextCheck(now), ...counted };
      if (updateTime) batch.update(turn, mark, { lastUpdateTime: updateTime });
      else batch.create(turn, mark);
      return batch;
    });
  });
}

/** The rest of the day's rows once these are written. */
async function levelAfter(
  uid: string,
  data: DocumentData | undefined,
  { sub, rows }: NewRows,
  now: number,
) {
  const stored = levelIn(data) ?? (await levelBefore(uid, sub, now));
  const wait = secondsUntil(ROWS, stored, rows, now);
  if (wait > 0) throw dayUsedUpError("rows", wait);
  return without(ROWS, stored, rows, now);
}

function levelIn(data: DocumentData | undefined): Level | undefined {
  return level.safeParse(data?.rows).data;
}

/**
 * A user's first rows begin where earlier users of the same Google account ended, whether their
 * account was deleted here or in the authentication service itself.
 */
async function levelBefore(uid: string, sub: string, now: number): Promise<Level | undefined> {
  const found = await owners().where("sub", "==", sub).get();
  const earlier = found.docs.filter(({ id }) => id !== uid);
  const kept = await restoreCounts(
    uid,
    sub,
    earlier.map(({ id }) => id),
  );
  return lowestLevel(ROWS, [kept, ...earlier.map((document) => levelIn(document.data()))], now);
}

/** The rest of a user's rows of the day; undefined if they wrote none. */
export async function rowsOfDay(uid: string): Promise<Level | undefined> {
  return levelIn((await lockOf(uid).get()).data());
}

/**
 * A user with data here, and whether the authentication service didn't know them at the last check.
 */
export interface Owner {
  uid: string;
  /** Their Google account; null if they never began a send. */
  sub: string | null;
  wasMissing: boolean;
}

/**
 * Users whose account must be looked for in the authentication service by `now`, the longest
 * waiting first.
 */
export async function ownersToCheck(now: number, limit: number): Promise<Owner[]> {
  const found = await owners().where("checkAt", "<=", now).orderBy("checkAt").limit(limit).get();
  return found.docs.map((document) => {
    const sub: unknown = document.get("sub");
    return {
      uid: document.id,
      sub: typeof sub === "string" ? sub : null,
      wasMissing: document.get("missing") === true,
    };
  });
}

/**
 * Checks again a day later whether these users still exist; also for users who store something
 * outside their turn. `missing`: users whom the authentication service doesn't know now.
 */
export async function checkOwnersAgain(
  uids: readonly string[],
  now: number,
  missing: ReadonlySet<string> = new Set(),
): Promise<void> {
  const batch = firestore().batch();
  for (const uid of uids) {
    const mark = {
      ...nextCheck(now),
      missing: missing.has(uid) ? true : FieldValue.delete(),
    };
    batch.set(lockOf(uid), mark, { merge: true });
  }
  await batch.commit();
}

/**
 * Whether there is anything of a user here: everyone who stores something has a document among
 * these.
 */
export async function hasData(uid: string): Promise<boolean> {
  const found = await Promise.all(
    ["owners", "senders", "settings"].map((name) => firestore().collection(name).doc(uid).get()),
  );
  return found.some(({ exists }) => exists);
}

/** Deletes the time when a user whose account is deleted last added something. */
export async function forgetLock(uid: string): Promise<void> {
  await lockOf(uid).delete();
}
