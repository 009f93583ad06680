import { changeDocument } from "./changeDocument.ts";
import { FRESH, senders } from "./senders.ts";
import { apply } from "./sends/apply.ts";
import { openSends } from "./sends/read.ts";
import { settle } from "./sends/settle.ts";

/**
 * Marks a user as deleted: from now on nobody works for them, what they begin is given up, and what goes on is
 * cancelled. The tombstone is their sender's document, which anyone who wants to send reads anyway.
 */
export async function raiseTombstone(uid: string, now: number): Promise<void> {
  // Also of one that nobody can read any more.
  await changeDocument(senders().withConverter(null).doc(uid), (data) => ({
    write: data?.goneAt ? null : { ...(data ? {} : FRESH), goneAt: now },
    result: undefined,
  }));
  await Promise.all((await openSends(uid)).map(({ id }) => giveUp(id, now)));
}

/** Cancels a send because its owner is gone. */
export async function giveUp(id: string, now: number): Promise<void> {
  await apply(id, { kind: "ownerDeleted" }, "account", now);
  await settle(id, now);
}

/** Leaves only the tombstone of the sender's document of a user whose data is deleted. */
export async function buryOnly(uid: string, now: number): Promise<void> {
  await senders()
    .doc(uid)
    .set({ ...FRESH, goneAt: now });
}

/** Users whose accounts were deleted by `time`, at most `limit`. */
export async function goneBefore(time: number, limit: number): Promise<string[]> {
  const found = await senders().where("goneAt", "<=", time).orderBy("goneAt").limit(limit).get();
  return found.docs.map(({ id }) => id);
}
