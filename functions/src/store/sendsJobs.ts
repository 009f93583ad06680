import type { Timestamp } from "firebase-admin/firestore";
import type { SendState } from "../contract/sends.ts";
import { wasChanged } from "./conditional.ts";
import { type JobDoc, jobId, jobRef, type SnapshotDoc, sendsCollection, snapshotRef } from "./sendsShape.ts";

/** A send's document as it was read, with the time that makes the next write conditional. */
export interface Job extends JobDoc {
  id: string;
  updateTime: Timestamp;
}

/** States in which a worker has something to do. */
export const ACTIVE: readonly SendState[] = ["queued", "running"];

/** Takes a document's id; gives the send, null when there is none. */
export async function readJob(id: string): Promise<Job | null> {
  const found = await jobRef(id).get();
  const data = found.data();
  return data && found.updateTime ? { ...data, id, updateTime: found.updateTime } : null;
}

/** Takes owner and key; gives the send, null when there is none or the owner deleted it. */
export async function findJob(owner: string, key: string): Promise<Job | null> {
  const job = await readJob(jobId(owner, key));
  return job && !job.hidden ? job : null;
}

/** Takes an owner; gives the latest sends, newest first, at most `limit`. */
export async function latestJobs(owner: string, limit: number): Promise<Job[]> {
  const found = await sendsCollection().where("owner", "==", owner).orderBy("createdAt", "desc").limit(limit).get();
  return found.docs.map((doc) => ({ ...doc.data(), id: doc.id, updateTime: doc.updateTime })).filter((j) => !j.hidden);
}

/** Takes a time; gives the sends whose `wakeAt` has come, the longest waiting first. */
export async function dueJobs(now: number, limit: number): Promise<Job[]> {
  const found = await sendsCollection().where("wakeAt", "<=", now).orderBy("wakeAt").limit(limit).get();
  return found.docs.map((doc) => ({ ...doc.data(), id: doc.id, updateTime: doc.updateTime }));
}

/** Takes a Google account; gives its sends that wait for it to be connected again. */
export async function jobsWaitingForReconnect(sub: string): Promise<Job[]> {
  const found = await sendsCollection()
    .where("sub", "==", sub)
    .where("state", "==", "paused")
    .where("pauseReason", "==", "reconnect")
    .get();
  return found.docs.map((doc) => ({ ...doc.data(), id: doc.id, updateTime: doc.updateTime }));
}

/**
 * Takes a send's id and what should change, given the send as it is; writes it on the condition that nobody else has
 * changed it meanwhile, and asks again when somebody has. Gives the send as it now is; `null` from `change` writes nothing.
 */
export async function changeJob(id: string, change: (job: Job) => Partial<JobDoc> | null): Promise<Job | null> {
  for (;;) {
    const job = await readJob(id);
    const patch = job && change(job);
    if (!job || !patch) return job;
    try {
      const { writeTime } = await jobRef(id).update(patch, { lastUpdateTime: job.updateTime });
      return { ...job, ...patch, updateTime: writeTime };
    } catch (cause) {
      if (!wasChanged(cause)) throw cause;
    }
  }
}

/**
 * Takes an owner; follows the sends that a worker has something to do for, and calls back with all of them at first and
 * at each change. Gives the function that ends it. One read per send and change, none per mail.
 */
export function watchActiveJobs(owner: string, onChange: (jobs: Job[]) => void, onError: (cause: unknown) => void) {
  return sendsCollection()
    .where("owner", "==", owner)
    .where("state", "in", ACTIVE)
    .onSnapshot(
      (found) => onChange(found.docs.map((doc) => ({ ...doc.data(), id: doc.id, updateTime: doc.updateTime }))),
      onError,
    );
}

/** Takes a send's id; gives what is sent, null when it has been deleted. */
export async function readSnapshot(id: string): Promise<SnapshotDoc | null> {
  return (await snapshotRef(id).get()).data() ?? null;
}

/** Takes sends; gives the title of each, null where the data has been deleted. Reads no body. */
export async function readTitles(ids: readonly string[]): Promise<Map<string, string | null>> {
  if (ids.length === 0) return new Map();
  const refs = ids.map(snapshotRef);
  const [first, ...rest] = refs;
  const found = first ? await first.firestore.getAll(first, ...rest, { fieldMask: ["title"] }) : [];
  return new Map(ids.map((id, i) => [id, (found[i]?.get("title") as string | undefined) ?? null]));
}

/** Takes a send's id; gives the fingerprint of the request that made it, null when the data has been deleted. */
export async function readFingerprint(id: string): Promise<string | null> {
  const ref = snapshotRef(id);
  const [found] = await ref.firestore.getAll(ref, { fieldMask: ["fingerprint"] });
  return (found?.get("fingerprint") as string | undefined) ?? null;
}
