import { randomUUID } from "node:crypto";
import type { CollectionReference, Timestamp } from "firebase-admin/firestore";
import { firestore } from "../platform/firebase.ts";
import { wasChanged, wasThere } from "./conditional.ts";
import { FRESH_PACE, type Pace } from "./pace.ts";

/** A lease that ended by dying: its rows are still to be found. `counted`: how many of its calls pace and quota know. */
export interface DeadLease {
  id: string;
  counted: number;
}

/** One document a user: who works for them now, how fast, and how much in 24 hours. Times in milliseconds. */
export interface SenderDoc {
  lease: (DeadLease & { until: number }) | null;
  /** As `lease.until`, for sweep's query; null when nobody works. */
  leaseUntil: number | null;
  dead: DeadLease[];
  pace: Pace;
  hours: Record<string, number>;
  /** A slice before then has nothing to do. */
  nextSliceAt: number;
}

/** The document as it was read, with the time that makes the next write conditional. */
export interface Sender extends SenderDoc {
  updateTime: Timestamp;
}

/** The document as its holder keeps it during a slice; only the holder writes it. */
export interface HeldLease {
  uid: string;
  id: string;
  until: number;
  /** Calls made under this lease. */
  calls: number;
  dead: DeadLease[];
  pace: Pace;
  hours: Record<string, number>;
  updateTime: Timestamp;
}

/** Milliseconds that a lease holds without being renewed: longer than a renewal's interval and a call together. */
export const LEASE_MS = 45_000;

const FRESH: SenderDoc = { lease: null, leaseUntil: null, dead: [], pace: FRESH_PACE, hours: {}, nextSliceAt: 0 };

function senders() {
  return firestore().collection("senders") as CollectionReference<SenderDoc>;
}

/** Takes a user; gives lease, pace and hours, null when nothing was ever sent. */
export async function readSender(uid: string): Promise<Sender | null> {
  const found = await senders().doc(uid).get();
  const data = found.data();
  return data && found.updateTime ? { ...data, updateTime: found.updateTime } : null;
}

/**
 * Takes a user, the time and, where the caller has just read it, the user's document; gives the lease, null while somebody
 * else holds it or when the document has changed since. One read at most, one write.
 */
export async function takeLease(uid: string, now: number, known?: Sender | null): Promise<HeldLease | null> {
  const ref = senders().doc(uid);
  const found = known === undefined ? await readSender(uid) : known;
  const before = found ?? FRESH;
  if (before.lease && before.lease.until > now) return null;
  const dead = before.lease ? [...before.dead, { id: before.lease.id, counted: before.lease.counted }] : before.dead;
  const held = { uid, id: randomUUID(), until: now + LEASE_MS, calls: 0, dead, pace: before.pace, hours: before.hours };
  try {
    const { writeTime } = found
      ? await ref.update(written(held), { lastUpdateTime: found.updateTime })
      : await ref.create({ ...FRESH, ...written(held) });
    return { ...held, updateTime: writeTime };
  } catch (cause) {
    if (!wasChanged(cause) && !wasThere(cause)) throw cause;
    const updateTime = await stillMine(held);
    return updateTime && { ...held, updateTime };
  }
}

/** Takes a lease; renews it and writes down what was called under it. False when it has passed to somebody else. */
export async function keepLease(held: HeldLease, now: number): Promise<boolean> {
  const until = now + LEASE_MS;
  const kept = await write(held, written({ ...held, until }));
  if (kept) held.until = until;
  return kept;
}

/** Takes a lease; gives it back, with the time of the next slice. False when it had passed to somebody else. */
export async function releaseLease(held: HeldLease, nextSliceAt: number): Promise<boolean> {
  return write(held, { ...written(held), lease: null, leaseUntil: null, nextSliceAt });
}

/** Takes a time; gives the users whose worker died: the lease ran out and nobody has taken it since. */
export async function usersWithDeadLease(now: number, limit: number): Promise<string[]> {
  const found = await senders().where("leaseUntil", "<=", now).limit(limit).get();
  return found.docs.map((doc) => doc.id);
}

/** Milliseconds after a slice was due until somebody else asks for it. */
const OVERDUE = 5_000;

/**
 * Takes a user with an active send; tells whether nobody works for them although a slice is due. Says so to one caller
 * only: the next slice counts as due from now.
 */
export async function claimOverdueSlice(uid: string, now: number): Promise<boolean> {
  const ref = senders().doc(uid);
  const found = await ref.get();
  const sender = found.data();
  if (!sender || !found.updateTime) return true;
  if (sender.lease && sender.lease.until > now) return false;
  if (sender.nextSliceAt + OVERDUE > now) return false;
  try {
    await ref.update({ nextSliceAt: now }, { lastUpdateTime: found.updateTime });
    return true;
  } catch (cause) {
    if (wasChanged(cause)) return false;
    throw cause;
  }
}

/** Takes a user; deletes the document. */
export async function deleteSender(uid: string): Promise<void> {
  await senders().doc(uid).delete();
}

function written(held: Omit<HeldLease, "updateTime">) {
  return {
    lease: { id: held.id, until: held.until, counted: held.calls },
    leaseUntil: held.until,
    dead: held.dead,
    pace: held.pace,
    hours: held.hours,
  };
}

async function write(held: HeldLease, patch: Partial<SenderDoc>): Promise<boolean> {
  for (;;) {
    try {
      const condition = { lastUpdateTime: held.updateTime };
      held.updateTime = (await senders().doc(held.uid).update(patch, condition)).writeTime;
      return true;
    } catch (cause) {
      if (!wasChanged(cause)) throw cause;
      const updateTime = await stillMine(held);
      if (!updateTime) return false;
      held.updateTime = updateTime;
    }
  }
}

async function stillMine(held: { uid: string; id: string }): Promise<Timestamp | null> {
  const found = await senders().doc(held.uid).get();
  return found.updateTime && found.data()?.lease?.id === held.id ? found.updateTime : null;
}
