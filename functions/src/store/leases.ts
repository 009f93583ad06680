import { randomUUID } from "node:crypto";
import type { Timestamp } from "firebase-admin/firestore";
import { untilUndisturbed } from "./changeDocument.ts";
import { wasChanged, wasThere } from "./conditional.ts";
import { type DeadLease, FRESH, readSender, type Sender, type SenderDoc, senders } from "./senders.ts";
import type { Pace } from "./throttle.ts";

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

/** How long a lease lasts unless renewed, in milliseconds: longer than a renewal's interval and a call together. */
export const LEASE_MS = 45_000;

/**
 * Takes the lease on a user's sends. Returns null while someone else holds it, if the account was deleted, or if the
 * document has changed since `known`, the user's document if the caller has just read it. At most one read, and one
 * write.
 */
export async function takeLease(uid: string, now: number, known?: Sender | null): Promise<HeldLease | null> {
  const ref = senders().doc(uid);
  const found = known === undefined ? await readSender(uid) : known;
  const before = found ?? FRESH;
  if (before.goneAt || (before.lease && before.lease.until > now)) return null;
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

/** Renews a lease and saves its calls. False if someone else holds it now. */
export async function keepLease(held: HeldLease, now: number): Promise<boolean> {
  const until = now + LEASE_MS;
  const kept = await write(held, written({ ...held, until }));
  if (kept) held.until = until;
  return kept;
}

/** Returns a lease and sets the time of the next slice. False if someone else holds it now. */
export async function releaseLease(held: HeldLease, nextSliceAt: number): Promise<boolean> {
  return write(held, { ...written(held), lease: null, leaseUntil: null, nextSliceAt });
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
      throw cause;
    }
  });
}

async function stillMine(held: { uid: string; id: string }): Promise<Timestamp | null> {
  const found = await senders().doc(held.uid).get();
  return found.updateTime && found.data()?.lease?.id === held.id ? found.updateTime : null;
}
