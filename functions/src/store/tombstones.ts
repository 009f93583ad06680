import { changeDocument } from "./changeDocument.ts";
import { FRESH, readSender, senders } from "./senders.ts";
import { apply } from "./sends/apply.ts";
import { openSends } from "./sends/read.ts";
import { settle } from "./sends/settle.ts";

/**
 * Takes a user whose account is being deleted and the time; from now on nobody works for them, what they begin is given
 * up, and what goes on is cancelled. The tombstone is their sender's document: whoever wants to send reads it anyway.
 */
export async function raiseTombstone(uid: string, now: number): Promise<void> {
  // Also of one that nobody can read any more.
  await changeDocument(senders().withConverter(null).doc(uid), (data) => ({
    write: data?.goneAt ? null : { ...(data ? {} : FRESH), goneAt: now },
    result: undefined,
  }));
  await Promise.all((await openSends(uid)).map(({ id }) => giveUp(id, now)));
}

/** Takes a send and the time; cancels it because its owner is gone. */
export async function giveUp(id: string, now: number): Promise<void> {
  await apply(id, { kind: "ownerDeleted" }, "account", now);
  await settle(id, now);
}

/** Takes a user; tells whether their account was deleted. */
export async function isGone(uid: string): Promise<boolean> {
  return Boolean((await readSender(uid))?.goneAt);
}

/** Takes a user whose data is deleted; leaves of their sender's document the tombstone only. */
export async function buryOnly(uid: string, now: number): Promise<void> {
  await senders()
    .doc(uid)
    .set({ ...FRESH, goneAt: now });
}

/** Takes a time; gives users whose accounts were deleted before, at most so many. */
export async function goneBefore(time: number, limit: number): Promise<string[]> {
  const found = await senders().where("goneAt", "<=", time).orderBy("goneAt").limit(limit).get();
  return found.docs.map(({ id }) => id);
}
