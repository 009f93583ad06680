import { AppError } from "@sendwright/core/contract/appError";
import { logError } from "../../../platform/log.ts";
import { isActive, readSend, type StoredSend, watchSend } from "../../../store/sends/read.ts";
import { nextSliceOf } from "../../../store/sends/sendTimes.ts";
import type { Engine } from "../engine.ts";

/**
 * Waits, at most `patience` milliseconds, while someone prepares a send or a worker serves it, until it has ended, is
 * paused, or rests for longer than we would wait. Returns the send as it is then, or null if it doesn't exist. Throws
 * `not_found` if one that had begun is gone: it was deleted with its account.
 */
export function followSend(engine: Engine, id: string, patience: number): Promise<StoredSend | null> {
  return new Promise((resolve, reject) => {
    let stop = () => {};
    let hasBegun = false;
    const finish = (found: StoredSend | null | Promise<StoredSend | null>) => {
      clearTimeout(timer);
      stop();
      Promise.resolve(found).then(resolve, reject);
    };
    const timer = setTimeout(() => finish(readSend(id)), Math.max(0, patience));
    stop = watchSend(
      id,
      (send) => {
        if (!send && hasBegun) finish(Promise.reject(new AppError("not_found", "This send no longer exists.")));
        else if (!send || !goesOn(engine, send)) finish(send);
        hasBegun ||= send !== null && send.state !== "preparing";
      },
      // The send has begun: from now on the ledger reports errors, not this request.
      (error) => {
        logError("a send could not be watched", { send_id: id, error });
        finish(readSend(id));
      },
    );
  });
}

function goesOn(engine: Engine, send: StoredSend): boolean {
  if (send.state === "preparing") return !send.voided;
  return isActive(send) && nextSliceOf(send) <= engine.now() + engine.patience;
}
