import { untilUndisturbed } from "./changeDocument.ts";
import type { Actor, SendEvent } from "./sendEvents.ts";
import { next } from "./sendState.ts";
import { type Job, readJob } from "./sendsJobs.ts";
import { jobRef } from "./sendsShape.ts";

/** A send after something happened to it: null when there is none; `refused` says why nothing could be changed. */
export interface Applied {
  job: Job | null;
  refused: string | null;
}

/** What happens to a send; where that depends on the send, null for nothing. */
type Happens = SendEvent | ((job: Job) => SendEvent | null);

/**
 * Every change of a send: takes its id (or the send as somebody has just read it), what happens, who causes it and the
 * time; writes what `sendState.ts` makes of it, on the condition that nobody has changed the send meanwhile, and asks again
 * when somebody has.
 */
export function apply(send: string | Job, happens: Happens, actor: Actor, now: number): Promise<Applied> {
  let known = typeof send === "string" ? null : send;
  const id = typeof send === "string" ? send : send.id;
  return untilUndisturbed(async () => {
    const job = known ?? (await readJob(id));
    known = null;
    const event = job && (typeof happens === "function" ? happens(job) : happens);
    return event ? applyTo(job, event, actor, now) : { job, refused: null };
  });
}

/** As `apply`, for a send as read: throws when somebody has changed it since. */
export async function applyTo(job: Job, event: SendEvent, actor: Actor, now: number): Promise<Applied> {
  const result = next(job, event, actor, now);
  if (result.kind !== "write") return { job, refused: result.kind === "refused" ? result.because : null };
  const { writeTime } = await jobRef(job.id).update(result.patch, { lastUpdateTime: job.updateTime });
  return { job: { ...job, ...result.patch, updateTime: writeTime }, refused: null };
}
