import { PartFailed } from "./processes.ts";
import { Stack } from "./stack.ts";

/** A signal that comes this soon after the first is the same Ctrl-C, passed on by npm. */
const sameKeyPressMs = 1000;

/**
 * Starts parts, keeps them until Ctrl-C or until one dies, stops them all and ends this process.
 * A second Ctrl-C doesn't wait: the guard kills the rest. `afterStop` runs when all parts have ended on request.
 * Who is stopped before `start` has come to its end ends as a failure: a check that was broken off has found nothing to be fine.
 */
export async function runUntilStopped(
  start: (stack: Stack) => Promise<void>,
  afterStop?: () => Promise<void>,
): Promise<never> {
  const stack = new Stack();
  let started = false;
  const running = start(stack)
    .then(() => {
      started = true;
      return stack.untilOneDies();
    })
    .catch((error: unknown) => error);
  const failure = (await Promise.race([untilAskedToStop(), running])) ?? (await stopped(stack, started, afterStop));
  if (failure) {
    await stack.stop({ saving: false });
    explain(failure);
  }
  if (!failure && !started) console.error("Stopped before it was done.");
  process.exit(failure || !started ? 1 : 0);
}

/** Ends all parts in order; returns the errors. */
async function stopped(stack: Stack, saving: boolean, afterStop?: () => Promise<void>): Promise<unknown> {
  try {
    await stack.stop({ saving });
    if (saving) await afterStop?.();
    return undefined;
  } catch (error) {
    return error;
  }
}

/** Settles at the first Ctrl-C, `kill` or closed terminal. */
function untilAskedToStop(): Promise<undefined> {
  return new Promise((resolve) => {
    let first = 0;
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      process.on(signal, () => {
        if (first === 0) {
          first = Date.now();
          resolve(undefined);
        } else if (Date.now() - first > sameKeyPressMs) process.exit(1);
      });
    }
  });
}

/** One sentence for the person at the terminal; the end of the log where a part has one. What we did not foresee keeps its stack. */
function explain(failure: unknown): void {
  if (!(failure instanceof PartFailed)) {
    console.error(failure);
    return;
  }
  if (failure.log) console.error(`${failure.log}\n`);
  console.error(failure.message);
}
