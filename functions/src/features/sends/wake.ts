import { notHere } from "../../http/implement.ts";
import { isActive, type Job, readJob } from "../../store/sendsJobs.ts";
import { jobId } from "../../store/sendsShape.ts";
import type { Engine } from "./engine.ts";
import { ask } from "./slice.ts";
import { attend } from "./sweep.ts";

/** Takes a user and a send's key; gives the send. One that has not begun is not there. Throws `not_found`. */
export async function findSend(engine: Engine, uid: string, key: string): Promise<Job> {
  const job = await readJob(jobId(uid, key));
  if (job?.state === "preparing") await attend(engine, job);
  if (!job || job.hidden || job.state === "preparing") throw notHere();
  return job;
}

/** Takes a send that somebody asks for; does what is due, if nobody is at it. Gives the send as it then is. */
export async function wake(engine: Engine, job: Job): Promise<Job> {
  const now = engine.now();
  if (isActive(job)) {
    if (await engine.ledger.claimOverdueSlice(job.owner, now)) await ask(engine, job.owner, now);
    return job;
  }
  await attend(engine, job);
  return (await engine.ledger.readJob(job.id)) ?? job;
}
