import { taskQueue } from "../../platform/firebase.ts";

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
