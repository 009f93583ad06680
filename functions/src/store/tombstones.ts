import { changeDocument } from "./changeDocument.ts";
import { FRESH, senders } from "./senders.ts";
import { apply, settle } from "./sends/apply.ts";
import { openSends } from "./sends/read.ts";

/** A deleted account whose data may not all be gone. */
export interface Tombstone {
  uid: string;
  /** The Google account whose permission ends with it; null if unknown. */
  sub: string | null;
}

/**
 * Marks a user as deleted and cancels their open sends: from now on no worker takes their lease,
 * and sends in preparation are given up. The sweep finishes the deletion in any case. `sub` is the
 * Google account whose permission ends with it, null if unknown.
 */
export async function raiseTombstone(
  uid: string,
  now: number,
  sub: string | null = null,
): Promise<void> {
  await markGone(uid, now, sub);
  await stopSends(uid, now);
}

/**
 * Writes only the tombstone. It is the sender's document, which anyone who wants to send reads
 * anyway.
 */
export async function markGone(uid: string, now: number, sub: string | null): Promise<void> {
  // Also if the document can't be read.
  await changeDocument(senders().withConverter(null).doc(uid), (data) => {
    const { goneAt, unlink } = tombstoneIn(data);
    const isMarked = goneAt !== null && (sub === null || sub === unlink);
    const mark = { goneAt: goneAt ?? now, unlink: sub ?? unlink };
    return { write: isMarked ? null : { ...(data ? {} : FRESH), ...mark }, result: undefined };
  });
}

/** Whether a user's account is deleted. */
export async function isGone(uid: string): Promise<boolean> {
  return tombstoneIn((await senders().withConverter(null).doc(uid).get()).data()).goneAt !== null;
}

function tombstoneIn(data: FirebaseFirestore.DocumentData | undefined) {
  const goneAt: unknown = data?.goneAt;
  const unlink: unknown = data?.unlink;
  return {
    goneAt: typeof goneAt === "number" ? goneAt : null,
    unlink: typeof unlink === "string" ? unlink : null,
  };
}

/** Cancels every open send of a deleted user. */
export async function stopSends(uid: string, now: number): Promise<void> {
  await Promise.all((await openSends(uid)).map(({ id }) => giveUp(id, now)));
}

/** Cancels a send because its owner is gone. */
export async function giveUp(id: string, now: number): Promise<void> {
  await apply(id, { kind: "ownerDeleted" }, "account", now);
  await settle(id, now);
}

/** Reduces the sender's document of a user whose data is deleted to the tombstone. */
export async function buryOnly({ uid, sub }: Tombstone, now: number): Promise<void> {
  await senders()
    .doc(uid)
    .set({ ...FRESH, goneAt: now, unlink: sub });
}

/** The tombstones set by `time`, the oldest first, at most `limit`. */
export async function tombstonesBefore(time: number, limit: number): Promise<Tombstone[]> {
  const found = await senders()
    .withConverter(null)
    .where("goneAt", "<=", time)
    .orderBy("goneAt")
    .limit(limit)
    .get();
  return found.docs.map((document) => ({
    uid: document.id,
    sub: tombstoneIn(document.data()).unlink,
  }));
}
