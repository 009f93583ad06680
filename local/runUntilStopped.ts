import { PartFailed } from "./processes.mjs";
import { Stack } from "./stack.mjs";

/** A signal that comes this soon after the first is the same Ctrl-C, passed on by npm. */
const sameKeyPressMs = 1000;

/**
 * Starts parts, keeps them until Ctrl-C or until one dies, stops them all and ends this process.
 * A second Ctrl-C does not wait: the guard kills what is left.
 * @param {(stack: Stack) => Promise<void>} start
 * @param {() => Promise<void>} [afterStop] runs when all parts have ended because they were asked to
 */
export async function runUntilStopped(start, afterStop) {
  const stack = new Stack();
  let started = false;
  const running = start(stack)
    .then(() => {
      started = true;
      return stack.untilOneDies();
    })
    .catch((/** @type {unknown} */ error) => error);
  const failure = (await Promise.race([untilAskedToStop(), running])) ?? (await stopped(stack, started, afterStop));
  if (failure) {
    await stack.stop({ saving: false });
    explain(failure);
  }
  process.exit(failure ? 1 : 0);
}

/**
 * The orderly end; answers with what went wrong in it.
 * @param {Stack} stack
 * @param {boolean} saving
 * @param {(() => Promise<void>) | undefined} afterStop
 * @returns {Promise<unknown>}
 */
async function stopped(stack, saving, afterStop) {
  try {
    await stack.stop({ saving });
    if (saving) await afterStop?.();
    return undefined;
  } catch (error) {
    return error;
  }
}

/** Settles at the first Ctrl-C, `kill` or closed terminal. @returns {Promise<undefined>} */
function untilAskedToStop() {
  return new Promise((resolve) => {
    let first = 0;
    for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
      process.on(signal, () => {
        if (first === 0) {
          first = Date.now();
          resolve(undefined);
        } else if (Date.now() - first > sameKeyPressMs) process.exit(1);
      });
    }
  });
}

/**
 * One sentence for the person at the terminal; the end of the log where a part has one. What we did not foresee keeps its stack.
 * @param {unknown} failure
 */
export function explain(failure) {
  if (!(failure instanceof PartFailed)) return console.error(failure);
  if (failure.log) console.error(`${failure.log}\n`);
  console.error(failure.message);
}
