import { FieldValue, Timestamp } from "firebase-admin/firestore";
import { AppError } from "../contract/appError.ts";
import { firestore } from "../platform/firebase.ts";
import type { Job } from "./sendsJobs.ts";
import { resumePatch } from "./sendsPause.ts";
import { type JobDoc, jobRef, type RowDoc, rowId, rowsOf, snapshotRef } from "./sendsShape.ts";

const DAY = 24 * 3_600_000;
const KEPT_DAYS = 8;

/**
 * Takes a send, rows (null: every failed one) and the time; queues these rows once more and, when the send had ended,
 * begins it again, all in one transaction. Throws `wrong_state` when a row is neither `failed` nor `warning`, when there
 * is none, and when the data has been deleted.
 */
export async function retryRows(id: string, rows: number[] | null, now: number): Promise<Job> {
  await firestore().runTransaction(async (transaction) => {
    const job = (await transaction.get(jobRef(id))).data();
    if (!job || job.dataDeleted) throw new AppError("wrong_state", "The data of this send has been deleted.");
    if (job.state === "cancelled" && job.endedAt === null) {
      throw new AppError("wrong_state", "This send is still being cancelled.");
    }
    const failed = rowsOf(id).where("state", "==", "failed");
    const found = rows
      ? await transaction.getAll(...[...new Set(rows)].map((n) => rowsOf(id).doc(rowId(n))))
      : (await transaction.get(failed)).docs;
    if (found.length === 0) throw new AppError("wrong_state", "No row of this send has failed.");
    const refused = found.filter((row) => !isRetryable(row.data()));
    if (refused.length > 0) {
      throw new AppError("wrong_state", "Only rows that failed or whose outcome is unknown can be sent again.");
    }
    // The data's last day moves with the new start.
    const expireAt = Timestamp.fromMillis(now + KEPT_DAYS * DAY);
    const changedAt = FieldValue.serverTimestamp();
    for (const row of found)
      transaction.update(row.ref, { state: "queued", reason: "", lease: null, changedAt, expireAt });
    transaction.update(snapshotRef(id), { expireAt });
    transaction.update(jobRef(id), { ...again(job, now), counts: recounted(job, found) });
  });
  const found = await jobRef(id).get();
  const job = found.data();
  if (!job || !found.updateTime) throw new AppError("not_found", "Not found.");
  return { ...job, id, updateTime: found.updateTime };
}

function isRetryable(row: RowDoc | undefined): boolean {
  return row?.state === "failed" || row?.state === "warning";
}

function again(job: JobDoc, now: number): Partial<JobDoc> {
  if (job.endedAt === null) return {};
  return { ...resumePatch(now), startsAt: now, endedAt: null, deletesAt: null };
}

function recounted({ counts }: JobDoc, retried: { data(): RowDoc | undefined }[]): JobDoc["counts"] {
  const failed = retried.filter((row) => row.data()?.state === "failed").length;
  const warning = retried.length - failed;
  return {
    ...counts,
    queued: counts.queued + retried.length,
    failed: Math.max(0, counts.failed - failed),
    warning: Math.max(0, counts.warning - warning),
  };
}
