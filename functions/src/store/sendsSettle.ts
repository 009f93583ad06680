import type { Transaction } from "firebase-admin/firestore";
import type { Counts } from "../contract/sends.ts";
import { firestore } from "../platform/firebase.ts";
import { wasChanged } from "./conditional.ts";
import type { Job } from "./sendsJobs.ts";
import { skipQueued } from "./sendsRows.ts";
import { type JobDoc, jobRef, type RowState, rowsOf } from "./sendsShape.ts";

const DAY = 24 * 3_600_000;

export const CANCELLED = "Cancelled before it was sent.";

const COUNTED = ["queued", "claimed", "sent", "failed", "warning"] as const satisfies RowState[];

/** Takes a send; gives it with the counts of its rows, both as they were at one moment. Null when there is none. */
export async function countRows(id: string): Promise<{ job: Job; counts: Counts } | null> {
  return firestore().runTransaction((moment) => readCounted(moment, id), { readOnly: true });
}

async function readCounted(moment: Transaction, id: string): Promise<{ job: Job; counts: Counts } | null> {
  const [found, ...numbers] = await Promise.all([
    moment.get(jobRef(id)),
    ...COUNTED.map(async (state) => (await moment.get(rowsOf(id).where("state", "==", state).count())).data().count),
  ]);
  const data = found.data();
  if (!data || !found.updateTime) return null;
  const [queued = 0, sending = 0, sent = 0, failed = 0, warning = 0] = numbers;
  const { total } = data.counts;
  const skipped = total - queued - sending - sent - failed - warning;
  const counts = { total, queued, sending, sent, failed, skipped, warning };
  return { job: { ...data, id, updateTime: found.updateTime }, counts };
}

/**
 * Takes a send; writes the counts of its rows, and its end when no row is left. A cancelled send's queued rows become
 * `skipped` first. What `facts` makes of the send is written with it. Whoever changes the send meanwhile makes it count again.
 */
export async function settle(
  id: string,
  now: number,
  facts: (job: Job) => Partial<Pick<JobDoc, "streak" | "wakeAt">> = () => ({}),
): Promise<Job | null> {
  for (;;) {
    const found = await countRows(id);
    if (!found || found.job.dataDeleted || found.job.state === "preparing") return found?.job ?? null;
    const { job, counts } = found;
    if (job.state === "cancelled" && counts.queued > 0) {
      await skipQueued(id, CANCELLED);
      continue;
    }
    const patch = { ...facts(job), counts, ...(hasEnded(job, counts) ? endOf(job, now) : {}) };
    try {
      const { writeTime } = await jobRef(id).update(patch, { lastUpdateTime: job.updateTime });
      return { ...job, ...patch, updateTime: writeTime };
    } catch (cause) {
      if (!wasChanged(cause)) throw cause;
    }
  }
}

function hasEnded(job: JobDoc, counts: Counts): boolean {
  return job.endedAt === null && job.state !== "scheduled" && counts.queued + counts.sending === 0;
}

/** What the end of a send writes: rows and files go a day later. */
function endOf(job: JobDoc, now: number): Partial<JobDoc> {
  return {
    state: job.state === "cancelled" ? "cancelled" : "done",
    pauseReason: null,
    resumesAt: null,
    endedAt: now,
    deletesAt: now + DAY,
    wakeAt: now + DAY,
  };
}
