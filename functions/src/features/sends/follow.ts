import { logError } from "../../platform/log.ts";
import type { Job } from "../../store/sendsJobs.ts";
import { isActive } from "../../store/sendsPause.ts";
import type { Engine } from "./engine.ts";
import { runSlice, type SliceEnd } from "./slice.ts";
import type { Budget } from "./turnstile.ts";

/** A request begins calls for so long, and waits so much longer for the last answers. */
const CLAIM_MS = 20_000;
const CALL_MS = 28_000;
const FIRST_LOOK_MS = 200;
const LONGEST_LOOK_MS = 1_000;

/**
 * Takes a send and the time its request began; works on it, or waits while somebody else does, until it has ended, the
 * pace asks for a rest, or 20 s are over. Gives the send as it then is, null when it is gone.
 */
export async function followSend(engine: Engine, id: string, started: number): Promise<Job | null> {
  const budget = { claimUntil: started + CLAIM_MS, callUntil: started + CALL_MS };
  let look = FIRST_LOOK_MS;
  let job = await engine.ledger.readJob(id);
  while (job && goesOn(job) && engine.now() < budget.claimUntil) {
    const end: SliceEnd = job.state === "preparing" ? { kind: "busy" } : await slice(engine, job, budget);
    job = await engine.ledger.readJob(id);
    if (end.kind === "more") break;
    if (job && goesOn(job)) await engine.sleep(look);
    look = Math.min(look * 2, LONGEST_LOOK_MS);
  }
  return job;
}

function goesOn(job: Job): boolean {
  return job.state === "preparing" || isActive(job);
}

/** The send has begun: what goes wrong from now on is the ledger's to tell, not this request's. */
async function slice(engine: Engine, job: Job, budget: Budget): Promise<SliceEnd> {
  try {
    return await runSlice(engine, job.owner, budget, { only: job.id });
  } catch (error) {
    logError("slice failed in a request", { send_id: job.id, error });
    return { kind: "more", at: engine.now() };
  }
}
