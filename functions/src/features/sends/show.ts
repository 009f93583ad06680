import { notHere } from "../../http/implement.ts";
import { findJob, type Job, latestJobs } from "../../store/sendsJobs.ts";
import { isActive } from "../../store/sendsPause.ts";
import type { Engine } from "./engine.ts";
import { ask } from "./slice.ts";
import { attend } from "./sweep.ts";
import { asItIs, presentRows, presentSends } from "./view.ts";

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
  const found = await findJob(uid, key);
  if (!found || found.state === "preparing") throw notHere();
  const job = await wake(engine, found);
  // The send first, then its rows: whoever reads that it has ended has all of its rows.
  const [send] = await presentSends([await asItIs(job)], engine.rate);
  const { results, cursor } = job.dataDeleted ? { results: [], cursor: "" } : await presentRows(job, after);
  if (!send) throw notHere();
  return { success: true as const, send, results, cursor };
}

async function wake(engine: Engine, job: Job): Promise<Job> {
  const now = engine.now();
  if (isActive(job)) {
    if (await engine.ledger.claimOverdueSlice(job.owner, now)) await ask(engine, job.owner, now);
    return job;
  }
  if (job.wakeAt === null || job.wakeAt > now) return job;
  await attend(engine, job);
  return (await engine.ledger.readJob(job.id)) ?? job;
}
