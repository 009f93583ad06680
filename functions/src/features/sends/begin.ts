import { randomUUID } from "node:crypto";
import { AppError } from "../../contract/appError.ts";
import type { User } from "../../http/user.ts";
import { createSend } from "../../store/sendsCreate.ts";
import { type Job, readFingerprint, readJob } from "../../store/sendsJobs.ts";
import { type JobDoc, jobId } from "../../store/sendsShape.ts";
import { voidSend } from "../../store/sendsVoid.ts";
import { endOfLife, SEND_TIMES } from "../../store/sendTimes.ts";
import { giveUp, isGone } from "../../store/tombstones.ts";
import type { Plan } from "./plan.ts";

/** A call that may have been made before. */
export interface Keyed {
  user: User;
  key: string;
  fingerprint: string;
}

/** Takes a plan; begins the send, whole or not at all. False when the key has a send already. Throws `not_found` under a tombstone. */
export async function begin({ user, key, fingerprint }: Keyed, plan: Plan, now: number): Promise<boolean> {
  const { title, subject, body, dateFormat, timeFormat, variables } = plan.mail;
  const names = variables.map(({ name }) => name);
  const snapshot = {
    ...{ title, fingerprint, subject, body, dateFormat, timeFormat },
    ...{ variables: names, dateOrders: plan.dateOrders },
  };
  const job = jobOf(user, key, plan, now);
  const begun = await createSend({ job, snapshot, rows: plan.rows, files: plan.files }, now);
  // Whoever deletes an account leaves word first and looks for sends then: one of the two sees the other.
  if (begun && (await isGone(user.uid))) {
    await giveUp(jobId(user.uid, key), now);
    throw new AppError("not_found", "This account has been deleted.");
  }
  return begun;
}

/** A send as it is while it is prepared. */
function jobOf(user: User, key: string, { kind, rows, rowsOverLimit, startAt }: Plan, now: number): JobDoc {
  const queued = rows.filter(({ state }) => state === "queued").length;
  const startsAt = startAt ?? now;
  const expiresAt = startsAt + SEND_TIMES.backstop;
  return {
    ...{ owner: user.uid, sub: user.sub, key, nonce: randomUUID(), kind, state: "preparing", cancelledBy: null },
    ...{ pauseReason: null, pausedAt: null, resumesAt: null, createdAt: now, startsAt, startedAt: null },
    ...{ endedAt: null, deletesAt: null, diesAt: endOfLife(startsAt, expiresAt), expiresAt },
    ...{ wakeAt: now + SEND_TIMES.void, purgeAt: null },
    counts: { total: rows.length, queued, sending: 0, sent: 0, failed: 0, skipped: rows.length - queued, warning: 0 },
    ...{ rowsOverLimit, streak: 0, worker: null, faults: 0, epoch: 0, prepared: 0, voided: false },
    ...{ dataDeleted: false, hidden: false },
  };
}

/**
 * Takes a call and the time; gives the send that its key already has, null when it has none; one whose preparation was
 * given up is none. Throws `idempotency_conflict` when that
 * send was made of other content, or of content that has been deleted and cannot be compared any more.
 */
export async function earlierSend({ user, key, fingerprint }: Keyed, now = Date.now()): Promise<Job | null> {
  const id = jobId(user.uid, key);
  const found = await readJob(id);
  if (found?.state === "preparing") await voidSend(id, now);
  const job = found?.state === "preparing" ? await readJob(id) : found;
  if (!job) return null;
  if (job.dataDeleted || job.hidden) {
    throw new AppError(
      "idempotency_conflict",
      "This was sent before, and its data has been deleted. Start a new send.",
    );
  }
  const earlier = await readFingerprint(job.id);
  if (earlier === fingerprint) return job;
  if (earlier === null) {
    const current = await readJob(job.id);
    // A request that failed on the way is being cleared away: soon the key is free.
    if (current === null || current.state === "preparing") return current;
  }
  throw new AppError("idempotency_conflict", "This was sent before with other content. Start a new send.");
}
