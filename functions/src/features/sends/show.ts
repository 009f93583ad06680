import { notHere } from "../../http/implement.ts";
import { findJob, type Job, latestJobs } from "../../store/sendsJobs.ts";
import { isActive } from "../../store/sendsPause.ts";
import { countRows } from "../../store/sendsSettle.ts";
import type { Engine } from "./engine.ts";
import { ask } from "./slice.ts";
import { attend } from "./sweep.ts";
import { presentRows, presentSends } from "./view.ts";

/** Sends that the list shows. */
const LISTED = 50;

/** Takes a user; gives their latest sends. */
export async function listSends(engine: Engine, uid: string) {
  return { success: true as const, sends: await presentSends(await latestJobs(uid, LISTED), engine.rate) };
}

/**
 * Takes a user, a send and a cursor (null for none); gives the send as it now is and its rows. A send that is due and
 * that nobody works on is woken by being looked at. Throws `not_found`.
 */
export async function showSend(engine: Engine, uid: string, key: string, after: string | null) {
  const job = await findJob(uid, key);
  if (!job || job.state === "preparing") throw notHere();
  await wake(engine, job);
  const { results, cursor } = job.dataDeleted ? { results: [], cursor: "" } : await presentRows(job, after);
  const [send] = await presentSends([await asItIs(job)], engine.rate);
  if (!send) throw notHere();
  return { success: true as const, send, results, cursor };
}

/** While a worker is at it, the counts of the last slice's end are old: they are counted now. */
async function asItIs(job: Job): Promise<Job> {
  if (!isActive(job)) return job;
  const found = await countRows(job.id);
  return found ? { ...found.job, counts: found.counts } : job;
}

async function wake(engine: Engine, job: Job): Promise<void> {
  await attend(engine, job);
  const now = engine.now();
  if (isActive(job) && (await engine.ledger.claimOverdueSlice(job.owner, now))) await ask(engine, job.owner, now);
}
