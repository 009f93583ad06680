import { randomUUID } from "node:crypto";
import { AppError } from "../../contract/appError.ts";
import type { SendState } from "../../contract/sends.ts";
import type { User } from "../../http/user.ts";
import { createSend } from "../../store/sendsCreate.ts";
import { type Job, readFingerprint, readJob } from "../../store/sendsJobs.ts";
import { watchOver } from "../../store/sendsPause.ts";
import { type JobDoc, jobId } from "../../store/sendsShape.ts";
import { endOfLife, SEND_TIMES } from "../../store/sendTimes.ts";
import type { Plan } from "./plan.ts";

const DAY = 24 * 3_600_000;

/** A call that may have been made before. */
export interface Keyed {
  user: User;
  key: string;
  fingerprint: string;
}

/** Takes a plan; begins the send, whole or not at all. False when the key has a send already. */
export async function begin({ user, key, fingerprint }: Keyed, plan: Plan, now: number): Promise<boolean> {
  const { title, subject, body, dateFormat, timeFormat, variables } = plan.mail;
  const names = variables.map(({ name }) => name);
  return createSend({
    job: jobOf(user, key, plan, now),
    snapshot: {
      ...{ title, fingerprint, subject, body, dateFormat, timeFormat },
      ...{ variables: names, dateOrders: plan.dateOrders },
    },
    rows: plan.rows,
    files: plan.files,
  });
}

function jobOf(user: User, key: string, { kind, rows, rowsOverLimit, startAt }: Plan, now: number): JobDoc {
  const queued = rows.filter(({ state }) => state === "queued").length;
  const startsAt = startAt ?? now;
  const state: SendState = queued === 0 ? "done" : startAt === null ? "queued" : "scheduled";
  const ended = state === "done";
  return {
    ...{ owner: user.uid, sub: user.sub, key, nonce: randomUUID(), kind, state, cancelledBy: null },
    ...{ pauseReason: null, pausedAt: null, resumesAt: null },
    ...{ createdAt: now, startsAt, startedAt: null },
    ...{ endedAt: ended ? now : null, deletesAt: ended ? now + DAY : null },
    wakeAt: ended ? now + DAY : state === "scheduled" ? startsAt : watchOver(now),
    counts: { total: rows.length, queued, sending: 0, sent: 0, failed: 0, skipped: rows.length - queued, warning: 0 },
    ...{ diesAt: endOfLife(startsAt, startsAt + SEND_TIMES.backstop), expiresAt: startsAt + SEND_TIMES.backstop },
    purgeAt: ended ? now + DAY : null,
    ...{ rowsOverLimit, streak: 0, worker: null, faults: 0, voided: false, dataDeleted: false, hidden: false },
  };
}

/**
 * Takes a call; gives the send that its key already has, null when it has none. Throws `idempotency_conflict` when that
 * send was made of other content, or of content that has been deleted and cannot be compared any more.
 */
export async function earlierSend({ user, key, fingerprint }: Keyed): Promise<Job | null> {
  const job = await readJob(jobId(user.uid, key));
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
    const now = await readJob(job.id);
    // A request that failed on the way is being cleared away: soon the key is free.
    if (now === null || now.state === "preparing") return now;
  }
  throw new AppError("idempotency_conflict", "This was sent before with other content. Start a new send.");
}
