import { AppError } from "../../contract/appError.ts";
import type { Send } from "../../contract/sends.ts";
import { notHere } from "../../http/implement.ts";
import { findJob, type Job } from "../../store/sendsJobs.ts";
import { isActive, pausePatch, resumePatch } from "../../store/sendsPause.ts";
import { retryRows } from "../../store/sendsRetry.ts";
import type { JobDoc } from "../../store/sendsShape.ts";
import type { Engine } from "./engine.ts";
import { ask } from "./slice.ts";
import { counted, presentSends } from "./view.ts";

type Controlled = Promise<{ success: true; send: Send }>;

/** Takes a user and a send; pauses it until the user resumes it. Throws `not_found`, `wrong_state`. */
export async function pause(engine: Engine, uid: string, key: string): Controlled {
  const job = await change(engine, uid, key, (now) => {
    if (now.state === "paused") return now.pauseReason === "user" ? null : pausePatch(now, "user", null);
    if (!isActive(now) && now.state !== "scheduled") throw wrongState("Only a send that is going on can be paused.");
    return pausePatch(now, "user", null);
  });
  return present(engine, job);
}

/** Takes a user and a send; a paused one goes on. Throws `not_found`, `wrong_state`. */
export async function resume(engine: Engine, uid: string, key: string): Controlled {
  const job = await change(engine, uid, key, (now) => {
    if (isActive(now)) return null;
    if (now.state !== "paused") throw wrongState("Only a paused send can be resumed.");
    return resumed(now, engine.now());
  });
  if (isActive(job)) await ask(engine, uid, engine.now());
  return present(engine, job);
}

/** A send that was paused before its time is scheduled again. */
function resumed(job: JobDoc, now: number): Partial<JobDoc> {
  if (job.startedAt !== null || job.startsAt <= now) return resumePatch(now);
  return { ...resumePatch(now), state: "scheduled", wakeAt: job.startsAt };
}

/** Takes a user and a send; what has not gone out does not. Throws `not_found`, `wrong_state`. */
export async function cancel(engine: Engine, uid: string, key: string): Controlled {
  const job = await change(engine, uid, key, (now) => {
    if (now.state === "cancelled") return null;
    if (now.endedAt !== null) throw wrongState("This send has ended already.");
    // Sweep looks again, for a worker that dies with the last mails in its hands.
    return { state: "cancelled", pauseReason: null, resumesAt: null, wakeAt: engine.now() };
  });
  return present(engine, (await engine.ledger.settle(job.id, engine.now())) ?? job);
}

/**
 * Takes a user, a send and rows (null: every failed one); queues them once more. `failed` and `warning` rows can be,
 * by a person's word only. Throws `not_found`, `wrong_state`.
 */
export async function retry(engine: Engine, uid: string, key: string, rows: number[] | null): Controlled {
  const job = await find(uid, key);
  const retried = await retryRows(job.id, rows, engine.now());
  if (isActive(retried)) await ask(engine, uid, engine.now());
  return present(engine, retried);
}

/** Takes a user and a send that has ended; deletes what it holds and takes it off the list. Throws `not_found`, `wrong_state`. */
export async function remove(engine: Engine, uid: string, key: string): Controlled {
  const job = await change(engine, uid, key, (now) => {
    if (now.endedAt === null) throw wrongState("Cancel this send before you delete it.");
    return { hidden: true, wakeAt: engine.now() };
  });
  await engine.ledger.purgeSend(job.id);
  return present(engine, { ...job, dataDeleted: true });
}

async function find(uid: string, key: string): Promise<Job> {
  const job = await findJob(uid, key);
  if (!job || job.state === "preparing") throw notHere();
  return job;
}

async function change(
  engine: Engine,
  uid: string,
  key: string,
  patch: (job: Job) => Partial<JobDoc> | null,
): Promise<Job> {
  const { id } = await find(uid, key);
  const changed = await engine.ledger.changeJob(id, patch);
  if (!changed) throw notHere();
  return changed;
}

/** Whoever has just changed a send sees the rows of this moment counted, also those that a worker still has in hand. */
async function present(engine: Engine, job: Job): Controlled {
  const [send] = await presentSends([job.dataDeleted ? job : await counted(job)], engine.rate);
  if (!send) throw notHere();
  return { success: true, send };
}

function wrongState(sentence: string): AppError {
  return new AppError("wrong_state", sentence);
}
