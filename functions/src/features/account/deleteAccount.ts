import { auth } from "../../platform/firebase.ts";
import { logError } from "../../platform/log.ts";
import { deleteRates } from "../../store/apiRateLimits.ts";
import { deletePrefix } from "../../store/files.ts";
import { keepCount } from "../../store/keptCounts.ts";
import { deleteSender } from "../../store/senders.ts";
import { deleteAllSends } from "../../store/sends/purge.ts";
import { deleteSettings } from "../../store/settings.ts";
import { removeTemplatesOf } from "../../store/templates.ts";
import { buryOnly, goneBefore, raiseTombstone } from "../../store/tombstones.ts";
import { forgetTurns } from "../../store/turns.ts";
import { unlinkAnyway } from "../../store/unlinkGoogle.ts";

/** A request lives 60 s and a task 120 s: after this, whatever was on its way at the deletion has arrived. */
const ON_ITS_WAY_MS = 600_000;
const BATCH = 50;
/** How much of a request's 60 s, and of a sweep's 300 s, goes into deleting sends (milliseconds). */
const REQUEST_MS = 30_000;
const SWEEP_MS = 100_000;

/**
 * Deletes everything of a user. Sending stops first; the Firebase user goes last, so that whatever fails on the way,
 * the same person can ask again for the rest. `finishDeletions` deletes what arrives late, and what is too much for a
 * request; returns false if there is such a rest. Throws `service_unavailable`.
 */
export async function deleteAccount(uid: string, sub: string, now = Date.now()): Promise<boolean> {
  await raiseTombstone(uid, now);
  await unlinkAnyway(sub);
  await keepCount(uid, sub, now);
  const isWhole = await eraseUser(uid, now, Date.now() + REQUEST_MS);
  await auth().deleteUser(uid);
  return isWhole;
}

/**
 * Deletes what a user under a tombstone has here, sends last and only until a time. The tombstone stays. Returns
 * whether nothing else is left.
 */
export async function eraseUser(uid: string, now: number, until?: number): Promise<boolean> {
  await removeTemplatesOf(uid);
  await forgetTurns(uid);
  await deletePrefix(`users/${uid}/`);
  await deleteRates(uid);
  await deleteSettings(uid);
  await buryOnly(uid, now);
  return deleteAllSends(uid, until);
}

/** Deletes what arrived after the deletion of an account, and its tombstone last. */
export async function finishDeletions(now: number): Promise<void> {
  const until = Date.now() + SWEEP_MS;
  for (const uid of await goneBefore(now - ON_ITS_WAY_MS, BATCH)) {
    try {
      // What is left is deleted by later sweeps, under the tombstone.
      if (await eraseUser(uid, now, until)) await deleteSender(uid);
    } catch (error) {
      logError("a deleted account could not be finished", { uid, error });
    }
  }
}
