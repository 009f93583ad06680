import { taskQueue } from "../../platform/firebase.ts";
import { logWarning } from "../../platform/log.ts";
import { apply } from "./apply.ts";
import { isActive, sendsWaitingForReconnect } from "./read.ts";

/** What a task carries. `at` tells a task that came too early from one that another has replaced. */
export interface SliceTask extends Record<string, unknown> {
  uid: string;
  at: number;
}

/** Takes a user and a time (milliseconds); asks the task queue for a slice of their mail then. */
export async function enqueueSlice(uid: string, at: number): Promise<void> {
  await taskQueue<SliceTask>("sendWorker").enqueue({ uid, at }, { scheduleTime: new Date(at) });
}

/** Takes a Google account that has just been connected again; its sends that waited for that go on. */
export async function resumeAfterReconnect(sub: string, now = Date.now()): Promise<void> {
  for (const { id } of await sendsWaitingForReconnect(sub)) {
    const { send } = await apply(id, { kind: "reconnected" }, "sign_in", now);
    if (!send || !isActive(send)) continue;
    // Sweep asks again for what cannot be asked for now.
    await enqueueSlice(send.owner, now).catch((error: unknown) => {
      logWarning("no task could be enqueued", { uid: send.owner, error });
    });
  }
}
