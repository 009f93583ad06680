import { randomUUID } from "node:crypto";
import type { Timestamp } from "firebase-admin/firestore";
import * as z from "zod";
import { firestore } from "../platform/firebase.ts";
import { alreadyExists, untilUndisturbed, wasChanged } from "./changeDocument.ts";
import { readBy } from "./documentSchema.ts";
import { FRESH_PACE, type Pace, pace } from "./throttle.ts";

/** The document as its holder keeps it during a slice; only the holder writes it. */
export interface HeldLease {
  uid: string;
  id: string;
  until: number;
  /** Calls made under this lease. */
  calls: number;
  dead: Lease[];
  pace: Pace;
  hours: Record<string, number>;
  updateTime: Timestamp;
}

/**
 * How long a lease lasts unless renewed, in milliseconds: longer than a renewal's interval and a
 * call together.
 */
export const LEASE_MS = 45_000;

/**
 * Takes the lease on a user's sends. Returns null while someone else holds it, if the account was
 * deleted, or if the document has changed since `known`, the user's document if the caller has just
 * read it. One write, and a read if `known` is missing. If the write is refused, another read finds out
 * whether an earlier attempt of ours wrote it.
 */
export async function takeLease(
  uid: string,
  now: number,
  known?: Sender | null,
): Promise<HeldLease | null> {
  const ref = senders().doc(uid);
  const found = known === undefined ? await readSender(uid) : known;
  const held = leaseOn(uid, found, now);
  if (held === null) return null;
  try {
    const { writeTime } = found
      ? await ref.update(leaseFields(held), { lastUpdateTime: found.updateTime })
      : await ref.create({ ...FRESH, ...leaseFields(held) });
    return { ...held, updateTime: writeTime };
  } catch (cause) {
    if (!wasChanged(cause) && !alreadyExists(cause)) throw cause;
    const updateTime = await stillMine(held);
    return updateTime && { ...held, updateTime };
  }
}

/** A new lease on a user's sends; null while someone else holds it, or if the account was deleted. */
export function leaseOn(
  uid: string,
  sender: Sender | null,
  now: number,
): Omit<HeldLease, "updateTime"> | null {
  const { lease, dead, pace, hours, goneAt } = sender ?? FRESH;
  if (goneAt || isHeld(lease, now)) return null;
  return {
    uid,
    id: randomUUID(),
    until: now + LEASE_MS,
    calls: 0,
    dead: lease ? [...dead, { id: lease.id, counted: lease.counted }] : dead,
    pace,
    hours,
  };
}

function isHeld(lease: SenderDoc["lease"], now: number): boolean {
  return lease !== null && lease.until > now;
}

/** Renews a lease and saves its calls. False if someone else holds it now. */
export async function keepLease(held: HeldLease, now: number): Promise<boolean> {
  const until = now + LEASE_MS;
  const kept = await write(held, leaseFields({ ...held, until }));
  if (kept) held.until = until;
  return kept;
}

/** Returns a lease and sets the time of the next slice. False if someone else holds it now. */
export async function releaseLease(held: HeldLease, nextSliceAt: number): Promise<boolean> {
  return write(held, releasedFields(held, nextSliceAt));
}

/** The fields of a user's document after its lease is returned. */
export function releasedFields(held: HeldLease, nextSliceAt: number) {
  return { ...leaseFields(held), lease: null, leaseUntil: null, nextSliceAt };
}

/** The fields of a user's document while a lease is held. */
export function leaseFields(held: Omit<HeldLease, "updateTime">) {
  return {
    lease: { id: held.id, until: held.until, counted: held.calls },
    leaseUntil: held.until,
    dead: held.dead,
    pace: held.pace,
    hours: held.hours,
  };
}

/** Writes fields of the user's document. False if someone else has the lease now. */
function write(held: HeldLease, patch: Partial<SenderDoc>): Promise<boolean> {
  return untilUndisturbed(async () => {
    try {
      const condition = { lastUpdateTime: held.updateTime };
      held.updateTime = (await senders().doc(held.uid).update(patch, condition)).writeTime;
      return true;
    } catch (cause) {
      if (!wasChanged(cause)) throw cause;
      const updateTime = await stillMine(held);
      if (!updateTime) return false;
      held.updateTime = updateTime;
      // The lease is still ours: we write again.
      throw cause;
    }
  });
}

async function stillMine(held: { uid: string; id: string }): Promise<Timestamp | null> {
  const found = await senders().doc(held.uid).get();
  return found.updateTime && found.data()?.lease?.id === held.id ? found.updateTime : null;
}

/** A worker's right to send. `counted`: how many of its calls pace and quota include. */
const leaseDoc = z.object({ id: z.string(), counted: z.number() });
type Lease = z.infer<typeof leaseDoc>;

/**
 * One document per user: who works for them now, how fast, and how much in 24 hours. Times in
 * milliseconds.
 */
export const senderDoc = z.object({
  lease: leaseDoc.extend({ until: z.number() }).nullable(),
  /** As `lease.until`, for the sweep's query; null if no one works. */
  leaseUntil: z.number().nullable(),
  /** Those of workers that died: their rows must still be found. */
  dead: z.array(leaseDoc),
  pace,
  hours: z.record(z.string(), z.number()),
  /** A slice before then has nothing to do. */
  nextSliceAt: z.number(),
  /**
   * When the account was deleted: no one may work for it any more, and the sweep deletes late data.
   * Missing in older documents.
   */
  goneAt: z.number().nullable().default(null),
  /**
   * The Google account (`sub`) whose permission ends with the deletion. Missing in older documents.
   */
  unlink: z.string().nullable().default(null),
});
export type SenderDoc = z.infer<typeof senderDoc>;

const asSender = readBy(senderDoc);

/** A user who has sent nothing yet. */
export const FRESH: SenderDoc = {
  lease: null,
  leaseUntil: null,
  dead: [],
  pace: FRESH_PACE,
  hours: {},
  nextSliceAt: 0,
  goneAt: null,
  unlink: null,
};

/** The document as read, with the time that makes the next write conditional. */
export interface Sender extends SenderDoc {
  updateTime: Timestamp;
}

/** The users' documents; only the store uses them. */
export function senders() {
  return firestore().collection("senders").withConverter(asSender);
}

/** A user's lease, pace and hours, null if they have sent nothing yet. */
export async function readSender(uid: string): Promise<Sender | null> {
  const found = await senders().doc(uid).get();
  const data = found.data();
  return data && found.updateTime ? { ...data, updateTime: found.updateTime } : null;
}

/**
 * How many emails went out in which hour, as stored: works even if the rest of the document can't
 * be read.
 */
export async function hoursOf(uid: string): Promise<unknown> {
  return (await senders().withConverter(null).doc(uid).get()).get("hours") ?? {};
}

/** Users whose worker died: the lease expired and no one has taken it since. */
export async function usersWithDeadLease(now: number, limit: number): Promise<string[]> {
  const found = await senders().where("leaseUntil", "<=", now).limit(limit).get();
  return found.docs.map((doc) => doc.id);
}

/** Milliseconds after a request for a slice until someone else may ask again. */
const OVERDUE_MS = 5_000;

/**
 * Whether to ask again for a slice that was due at `due`, because no worker has the lease. Agrees
 * for one caller only, and later each time, so a slow queue gets only a few more tasks, however
 * many people look.
 */
export async function claimOverdueSlice(uid: string, due: number, now: number): Promise<boolean> {
  const sender = await readSender(uid);
  if (!isOverdue(sender, due, now)) return false;
  try {
    if (sender)
      await senders().doc(uid).update({ nextSliceAt: now }, { lastUpdateTime: sender.updateTime });
    else
      await senders()
        .doc(uid)
        .create({ ...FRESH, nextSliceAt: now });
    return true;
  } catch (cause) {
    if (wasChanged(cause) || alreadyExists(cause)) return false;
    throw cause;
  }
}

/** Whether a slice that was due at `due` may be asked for again. */
export function isOverdue(sender: Sender | null, due: number, now: number): boolean {
  const { lease, nextSliceAt } = sender ?? FRESH;
  if (isHeld(lease, now)) return false;
  const askedAt = Math.max(due, nextSliceAt);
  return now - askedAt >= Math.max(OVERDUE_MS, askedAt - due);
}

export async function deleteSender(uid: string): Promise<void> {
  await senders().doc(uid).delete();
}
