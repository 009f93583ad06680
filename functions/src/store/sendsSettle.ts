import type { Transaction } from "firebase-admin/firestore";
import type { Counts } from "../contract/sends.ts";
import { firestore } from "../platform/firebase.ts";
import { logError } from "../platform/log.ts";
import { untilUndisturbed } from "./changeDocument.ts";
import { applyTo } from "./sendsApply.ts";
import { asJob, type Job } from "./sendsJobs.ts";
import { skipQueued } from "./sendsRows.ts";
import { type CancelledBy, jobRef, type RowState, rowsOf } from "./sendsShape.ts";

const CANCELLED = "Cancelled before it was sent.";

/** What the rows say that were still queued when their send was cancelled. */
const NOT_SENT: Record<CancelledBy, string> = {
  user: CANCELLED,
  undone: CANCELLED,
  ownerDeleted: CANCELLED,
  longPause: "Not sent: the send was paused for a week.",
  endOfLife: "Not sent: a send ends after 30 days.",
};

const COUNTED = ["queued", "claimed", "sent", "failed", "warning"] as const satisfies RowState[];

interface Found {
  job: Job;
  counts: Counts;
}

/** Takes a send; gives it with the counts of its rows, both as they were at one moment. Null when there is none. */
export async function countRows(id: string): Promise<Found | null> {
  return firestore().runTransaction((moment) => readCounted(moment, id), { readOnly: true });
}

async function readCounted(moment: Transaction, id: string): Promise<Found | null> {
  const count = async (state: RowState) =>
    (await moment.get(rowsOf(id).where("state", "==", state).count())).data().count;
  const [found, ...numbers] = await Promise.all([moment.get(jobRef(id)), ...COUNTED.map(count)]);
  const job = asJob(found);
  if (!job) return null;
  const [queued = 0, sending = 0, sent = 0, failed = 0, warning = 0] = numbers;
  const { total, skipped: known } = job.counts;
  // What is not there is counted as nothing: only a row itself says that it was skipped. Most often none was since.
  const others = total - queued - sending - sent - failed - warning;
  const skipped = others === known ? known : await count("skipped");
  return { job, counts: { total, queued, sending, sent, failed, skipped, warning } };
}

/**
 * Takes a send; writes the counts of its rows, and its end when no row is left. A cancelled send's queued rows become
 * `skipped` first. `slice`: what a worker that has just rested knows. Whoever changes the send meanwhile makes it count again.
 */
export function settle(id: string, now: number, slice?: { streak: number; nextAt: number }): Promise<Job | null> {
  return untilUndisturbed(async () => {
    const found = await countRows(id);
    if (!found || found.job.dataDeleted) return found?.job ?? null;
    if (found.job.state === "cancelled" && found.counts.queued > 0) {
      await skipQueued(id, NOT_SENT[found.job.cancelledBy ?? "user"]);
      return settle(id, now, slice);
    }
    return write(found, now, slice);
  });
}

async function write(
  { job, counts }: Found,
  now: number,
  slice?: { streak: number; nextAt: number },
): Promise<Job | null> {
  const { total, ...states } = counts;
  const missing = total - Object.values(states).reduce((sum, n) => sum + n, 0);
  if (missing > 0 && job.state !== "preparing")
    logError("rows of a send are missing", { send_id: job.id, rows: missing });
  const applied = slice
    ? await applyTo(job, { kind: "sliceEnded", counts, ...slice }, "worker", now)
    : await applyTo(job, { kind: "counted", counts }, "clock", now);
  return applied.job;
}
