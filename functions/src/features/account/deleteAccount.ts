import { DAY, HOUR } from "@sendwright/core/dates/units";
import { waitUncharged } from "../../http/processorTime.ts";
import { deleteUser, hasUser, missingUsers } from "../../platform/accounts.ts";
import { logError } from "../../platform/log.ts";
import { keepCount } from "../../store/dailyQuota.ts";
import { deleteExport } from "../../store/exports.ts";
import { deletePrefix } from "../../store/files.ts";
import {
  checkAgain,
  readGrant,
  type UncheckedGrant,
  uncheckedGrants,
  unlinkAnyway,
} from "../../store/grants.ts";
import { deleteSender } from "../../store/senders.ts";
import { deleteAllSends } from "../../store/sends/purge.ts";
import { deleteSettings } from "../../store/settings.ts";
import { keepStop } from "../../store/stops.ts";
import { deleteSuppressions } from "../../store/suppressions.ts";
import { removeTemplatesOf } from "../../store/templates.ts";
import {
  buryOnly,
  markGone,
  raiseTombstone,
  stopSends,
  type Tombstone,
  tombstonesBefore,
} from "../../store/tombstones.ts";
import { deleteUploads } from "../../store/uploads.ts";
import { checkOwnersAgain, forgetLock, ownersToCheck } from "../../store/userLock.ts";

const OWNERS_AT_ONCE = 50;
/** Milliseconds until a failed check is repeated. */
const SET_BACK = HOUR;
/** How long a sweep checks grants (milliseconds); the others wait for the next. */
const GRANTS_MS = 15_000;

/**
 * Ends permissions that no account can give up: of sign-ins that failed after Google gave them (the
 * page signs in to the authentication service only after that), and of users who were deleted
 * there.
 */
export async function endOrphanGrants(now: number): Promise<void> {
  const until = Date.now() + GRANTS_MS;
  for (const grant of await uncheckedGrants(now, OWNERS_AT_ONCE)) {
    if (Date.now() >= until) return;
    try {
      await checkGrant(grant, now);
    } catch (error) {
      logError("a grant could not be checked", { error });
      await checkAgain(grant, now + SET_BACK);
    }
  }
}

/**
 * Ends and deletes a grant without an account. Any other is checked again a day later; reading it
 * seals its token with the present key, so that a day after a rotation no grant needs the earlier
 * key.
 */
export async function checkGrant(found: UncheckedGrant, now: number): Promise<void> {
  const isOrphan = !(await hasUser(found.sub));
  // This write comes first: if a new sign-in has just written a new grant, Google would end both.
  const isUnchanged = await checkAgain(found, now + (isOrphan ? SET_BACK : DAY));
  if (!isUnchanged) return;
  if (isOrphan) await unlinkAnyway(found.sub);
  else await readGrant(found.sub);
}

/**
 * A request lives 60 s and a task 300 s: after this, everything in flight at the deletion has
 * arrived.
 */
const ON_ITS_WAY_MS = 600_000;
const DELETED_AT_ONCE = 50;
/** How many users we ask the authentication service about at once. */
const ASKED_AT_ONCE = 100;
/** How many users may be missing at one check, however few are looked for. */
const FEW_GONE = 5;
/**
 * How much of a request's 60 s, and of a sweep's minute, goes into deleting sends (milliseconds).
 */
const REQUEST_MS = 30_000;
const SWEEP_MS = 30_000;

/** Every step of a deletion, so that a test can stop it before and after each. */
export const steps = {
  markGone,
  stopSends,
  keepStop,
  deleteUser,
  endPermission,
  keepCount,
  removeTemplates: removeTemplatesOf,
  forgetTurns: forgetLock,
  deleteFiles: (uid: string) => deletePrefix(`users/${uid}/`),
  deleteUploads,
  deleteExport,
  deleteSettings,
  deleteSuppressions,
  buryOnly,
  deleteAllSends,
  deleteSender,
};
type DeletionSteps = typeof steps;

/**
 * Deletes all of a user's data. The tombstone comes first: from then on the sweep finishes steps
 * that fail here, work that is too much for a request, and data that arrives late. Returns whether
 * everything is already deleted. Throws if the tombstone couldn't be written.
 */
export async function deleteAccount(
  uid: string,
  sub: string,
  now = Date.now(),
  by = steps,
): Promise<boolean> {
  await by.markGone(uid, now, sub);
  return erase({ uid, sub }, now, Date.now() + REQUEST_MS, by);
}

/**
 * Begins the deletion of a user for an operator: nothing more is sent, the user can't sign in any
 * more, and the sweep deletes the rest. Throws `service_unavailable`.
 */
export async function beginDeletion(
  uid: string,
  sub: string | null,
  now = Date.now(),
): Promise<void> {
  await raiseTombstone(uid, now, sub);
  await keepStop(uid, sub);
  await deleteUser(uid);
}

/**
 * Deletes a user's data under a tombstone, sends last and only until a time. If one step fails, the
 * others still run. The tombstone stays. Returns whether nothing else is left.
 */
async function erase(
  tombstone: Tombstone,
  now: number,
  until: number,
  by: DeletionSteps,
): Promise<boolean> {
  const { uid, sub } = tombstone;
  const work: (() => Promise<unknown>)[] = [
    () => by.stopSends(uid, now),
    // Before the user, who can sign in again from then on.
    () => by.keepStop(uid, sub),
    // Before the data: a user who keeps working is signed out first, so nothing they save later is
    // lost.
    () => waitUncharged(() => by.deleteUser(uid)),
    () => waitUncharged(() => by.endPermission(sub)),
    async () => (sub === null ? undefined : by.keepCount(uid, sub, now)),
    () => by.removeTemplates(uid),
    () => by.forgetTurns(uid),
    () => by.deleteFiles(uid),
    () => by.deleteUploads(uid),
    () => by.deleteExport(uid),
    () => by.deleteSettings(uid),
    // After its sends have stopped: a slice that still runs ends with it.
    () => by.deleteSuppressions(uid),
    () => by.buryOnly(tombstone, now),
    () => by.deleteAllSends(uid, until),
  ];
  let isWhole = true;
  for (const step of work) {
    try {
      if ((await step()) === false) isWhole = false;
    } catch (error) {
      logError("a step of an account's deletion failed", { uid, error });
      isWhole = false;
    }
  }
  return isWhole;
}

/**
 * Ends the permission of a deleted user, unless the same person has signed in again as a new user.
 */
async function endPermission(sub: string | null): Promise<void> {
  if (sub !== null && !(await hasUser(sub))) await unlinkAnyway(sub);
}

/**
 * Deletes the rest of deleted accounts and data that arrived after their deletion, and each
 * tombstone last.
 */
export async function finishDeletions(now: number, by = steps): Promise<void> {
  const until = Date.now() + SWEEP_MS;
  for (const tombstone of await tombstonesBefore(now - ON_ITS_WAY_MS, DELETED_AT_ONCE)) {
    const { uid } = tombstone;
    if (Date.now() >= until) return;
    try {
      // Later sweeps delete the rest, under the tombstone.
      if (await erase(tombstone, now, until, by)) await by.deleteSender(uid);
    } catch (error) {
      logError("a deleted account could not be finished", { uid, error });
    }
  }
}

/**
 * Checks once a day whether the users with data here still exist, and begins the deletion of users
 * who were deleted in the authentication service itself: those missing at two checks, a day apart.
 * If most of many users are missing, something else is wrong, and no one is deleted. `missing`
 * returns those of some users that the service doesn't know.
 */
export async function findDeletedUsers(now: number, missing = missingUsers): Promise<void> {
  const owners = await ownersToCheck(now, ASKED_AT_ONCE);
  if (owners.length === 0) return;
  const uids = owners.map(({ uid }) => uid);
  const gone = new Set(await missing(uids));
  if (gone.size > FEW_GONE && gone.size > uids.length / 2) {
    logError("most users are missing in the authentication service: none is deleted", {
      count: gone.size,
    });
    await checkOwnersAgain(uids, now);
    return;
  }
  for (const { uid, sub, wasMissing } of owners) {
    if (!wasMissing || !gone.has(uid)) continue;
    await raiseTombstone(uid, now, sub).catch((error: unknown) => {
      logError("the deletion of a missing user could not be begun", { uid, error });
    });
  }
  await checkOwnersAgain(uids, now, gone);
}
