import { taskQueue } from "../../platform/firebase.ts";
import { logWarning } from "../../platform/log.ts";
import { apply } from "./apply.ts";
import { isActive, sendsWaitingForReconnect } from "./read.ts";

/** A task's payload. `at` tells a task that came too early from one that another has replaced. */
export interface SliceTask extends Record<string, unknown> {
  uid: string;
  at: number;
  /** The send whose hold ends at that time. */
  held?: string;
}

/**
 * Asks the task queue for a slice of a user's email at `at` (milliseconds); `held` is a send whose
 * hold ends then.
 */
export async function enqueueSlice(uid: string, at: number, held?: string): Promise<void> {
  const task = { uid, at, ...(held === undefined ? {} : { held }) };
  await taskQueue<SliceTask>("sendWorker").enqueue(task, { scheduleTime: new Date(at) });
}

/**
 * Resumes sends that waited for their Google account to be connected again. `mayGoOn` says whether
 * a user may send: one Google account may have had several users here, one after the other.
 */
export async function resumeAfterReconnect(
  sub: string,
  mayGoOn: (uid: string) => Promise<boolean>,
  now = Date.now(),
): Promise<void> {
  const waiting = await sendsWaitingForReconnect(sub);
  const owners = [...new Set(waiting.map(({ owner }) => owner))];
  const answers = await Promise.all(owners.map(mayGoOn));
  for (const { id, owner } of waiting) {
    if (!answers[owners.indexOf(owner)]) continue;
    const { send } = await apply(id, { kind: "reconnected" }, "sign_in", now);
    if (!send || !isActive(send)) continue;
    // The sweep retries later.
    await enqueueSlice(send.owner, now).catch((error: unknown) => {
      logWarning("no task could be enqueued", { uid: send.owner, error });
    });
  }
}
