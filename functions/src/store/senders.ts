import type { Timestamp } from "firebase-admin/firestore";
import * as z from "zod";
import { firestore } from "../platform/firebase.ts";
import { wasChanged, wasThere } from "./conditional.ts";
import { readBy } from "./documentSchema.ts";
import { FRESH_PACE, pace } from "./throttle.ts";

/**
 * The lease of a worker that died: its rows are still to be found. `counted`: how many of its calls pace and quota
 * know.
 */
const deadLease = z.object({ id: z.string(), counted: z.number() });
export type DeadLease = z.infer<typeof deadLease>;

/** One document a user: who works for them now, how fast, and how much in 24 hours. Times in milliseconds. */
export const senderDoc = z.object({
  lease: deadLease.extend({ until: z.number() }).nullable(),
  /** As `lease.until`, for sweep's query; null when nobody works. */
  leaseUntil: z.number().nullable(),
  dead: z.array(deadLease),
  pace,
  hours: z.record(z.string(), z.number()),
  /** A slice before then has nothing to do. */
  nextSliceAt: z.number(),
  /** When the account was deleted: nobody may work for it any more, and sweep deletes what came late. Not there in older ones. */
  goneAt: z.number().nullable().default(null),
  /** The Google account (`sub`) whose permission ends with the deletion. Not there in older ones. */
  unlink: z.string().nullable().default(null),
});
export type SenderDoc = z.infer<typeof senderDoc>;

const asSender = readBy(senderDoc);

/** A user for whom nothing was ever sent. */
export const FRESH: SenderDoc = {
  ...{ lease: null, leaseUntil: null, dead: [], pace: FRESH_PACE, hours: {}, nextSliceAt: 0 },
  ...{ goneAt: null, unlink: null },
};

/** The document as it was read, with the time that makes the next write conditional. */
export interface Sender extends SenderDoc {
  updateTime: Timestamp;
}

/** The users' documents; only the store reaches for them. */
export function senders() {
  return firestore().collection("senders").withConverter(asSender);
}

/** A user's lease, pace and hours, null when nothing was ever sent. */
export async function readSender(uid: string): Promise<Sender | null> {
  const found = await senders().doc(uid).get();
  const data = found.data();
  return data && found.updateTime ? { ...data, updateTime: found.updateTime } : null;
}

/** How many emails went out in which hour, as it is stored: also where the rest of the document can't be read. */
export async function hoursOf(uid: string): Promise<unknown> {
  return (await senders().withConverter(null).doc(uid).get()).get("hours") ?? {};
}

/** Users whose worker died: the lease ran out and nobody has taken it since. */
export async function usersWithDeadLease(now: number, limit: number): Promise<string[]> {
  const found = await senders().where("leaseUntil", "<=", now).limit(limit).get();
  return found.docs.map((doc) => doc.id);
}

/** Milliseconds after a slice was asked for until somebody else may ask again. */
const OVERDUE = 5_000;

/**
 * Whether to ask again for a slice that was due at `due`, because no worker has the lease. Says so to one caller only,
 * and later each time: a queue that is slow gets few tasks more, however many people look.
 */
export async function claimOverdueSlice(uid: string, due: number, now: number): Promise<boolean> {
  const sender = await readSender(uid);
  if (sender?.lease && sender.lease.until > now) return false;
  const askedAt = Math.max(due, sender?.nextSliceAt ?? 0);
  if (now - askedAt < Math.max(OVERDUE, askedAt - due)) return false;
  try {
    if (sender) await senders().doc(uid).update({ nextSliceAt: now }, { lastUpdateTime: sender.updateTime });
    else
      await senders()
        .doc(uid)
        .create({ ...FRESH, nextSliceAt: now });
    return true;
  } catch (cause) {
    if (wasChanged(cause) || wasThere(cause)) return false;
    throw cause;
  }
}

export async function deleteSender(uid: string): Promise<void> {
  await senders().doc(uid).delete();
}
