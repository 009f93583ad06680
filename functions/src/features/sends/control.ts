import { AppError } from "../../contract/appError.ts";
import type { Send } from "../../contract/sends.ts";
import { notHere } from "../../http/implement.ts";
import type { SendEvent } from "../../store/sendEvents.ts";
import { isActive, type Job } from "../../store/sendsJobs.ts";
import { retryRows } from "../../store/sendsRetry.ts";
import type { Engine } from "./engine.ts";
import { ask } from "./slice.ts";
import { counted, presentSends } from "./view.ts";
import { findSend } from "./wake.ts";

type Controlled = Promise<{ success: true; send: Send }>;

/** Takes a user and a send; pauses it until the user resumes it. Throws `not_found`, `wrong_state`. */
export async function pause(engine: Engine, uid: string, key: string): Controlled {
  return present(engine, await change(engine, uid, key, { kind: "paused", reason: "user", resumesAt: null }));
}

/** Takes a user and a send; a paused one goes on. Throws `not_found`, `wrong_state`. */
export async function resume(engine: Engine, uid: string, key: string): Controlled {
  const job = await change(engine, uid, key, { kind: "resumed" });
  if (isActive(job)) await ask(engine, uid, engine.now());
  return present(engine, job);
}

/** Takes a user and a send; what has not gone out does not. Throws `not_found`, `wrong_state`. */
export async function cancel(engine: Engine, uid: string, key: string): Controlled {
  const job = await change(engine, uid, key, { kind: "cancelled" });
  return present(engine, (await engine.ledger.settle(job.id, engine.now())) ?? job);
}

/**
 * Takes a user, a send and rows (null: every failed one); queues them once more. `failed` and `warning` rows can be,
 * by a person's word only. Throws `not_found`, `wrong_state`.
 */
export async function retry(engine: Engine, uid: string, key: string, rows: number[] | null): Controlled {
  const job = await findSend(engine, uid, key);
  const retried = await retryRows(job.id, rows, engine.now());
  if (isActive(retried)) await ask(engine, uid, engine.now());
  return present(engine, retried);
}

/** Takes a user and a send that has ended; deletes what it holds and takes it off the list. Throws `not_found`, `wrong_state`. */
export async function remove(engine: Engine, uid: string, key: string): Controlled {
  const job = await change(engine, uid, key, { kind: "removed" });
  await engine.ledger.purgeSend(job.id, engine.now());
  return present(engine, { ...job, dataDeleted: true });
}

async function change(engine: Engine, uid: string, key: string, event: SendEvent): Promise<Job> {
  const { id } = await findSend(engine, uid, key);
  const { job, refused } = await engine.ledger.apply(id, event, "user", engine.now());
  if (!job) throw notHere();
  if (refused !== null) throw new AppError("wrong_state", refused);
  return job;
}

/** Whoever has just changed a send sees the rows of this moment counted, also those that a worker still has in hand. */
async function present(engine: Engine, job: Job): Controlled {
  const [send] = await presentSends([job.dataDeleted ? job : await counted(job)], engine.rate);
  if (!send) throw notHere();
  return { success: true, send };
}
