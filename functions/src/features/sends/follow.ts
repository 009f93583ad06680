import { AppError } from "../../contract/appError.ts";
import { logError } from "../../platform/log.ts";
import { isActive, type Job, readJob, watchJob } from "../../store/sendsJobs.ts";
import { nextSliceOf } from "../../store/sendTimes.ts";
import type { Engine } from "./engine.ts";

/**
 * Takes a send and for how long (milliseconds) to wait; waits while somebody prepares it or a worker is at it, until it
 * has ended, is paused, or rests for longer than anybody would wait. Gives the send as it then is, null when there is
 * none. Throws `not_found` when one that had begun is gone: it was deleted with its account.
 */
export function followSend(engine: Engine, id: string, patience: number): Promise<Job | null> {
  return new Promise((resolve, reject) => {
    let stop = () => {};
    let hasBegun = false;
    const finish = (found: Job | null | Promise<Job | null>) => {
      clearTimeout(timer);
      stop();
      Promise.resolve(found).then(resolve, reject);
    };
    const timer = setTimeout(() => finish(readJob(id)), Math.max(0, patience));
    stop = watchJob(
      id,
      (job) => {
        if (!job && hasBegun) finish(Promise.reject(new AppError("not_found", "This send no longer exists.")));
        else if (!job || !goesOn(engine, job)) finish(job);
        hasBegun ||= job !== null && job.state !== "preparing";
      },
      // The send has begun: what goes wrong from now on is the ledger's to tell, not this request's.
      (error) => {
        logError("a send could not be watched", { send_id: id, error });
        finish(readJob(id));
      },
    );
  });
}

function goesOn(engine: Engine, job: Job): boolean {
  if (job.state === "preparing") return !job.voided;
  return isActive(job) && nextSliceOf(job) <= engine.now() + engine.patience;
}
