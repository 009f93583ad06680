import { PartFailed } from "./processes.mjs";
import { Stack } from "./stack.mjs";

/** A signal that comes this soon after the first is the same Ctrl-C, passed on by npm. */
const sameKeyPressMs = 1000;

/**
 * Starts parts, keeps them until Ctrl-C or until one dies, stops them all and ends this process.
 * A second Ctrl-C does not wait: the guard kills what is left.
 * @param {(stack: Stack) => Promise<void>} start
 */
export async function runUntilStopped(start) {
  const stack = new Stack();
  const running = start(stack)
    .then(() => stack.untilOneDies())
    .catch((/** @type {unknown} */ error) => error);
  const failure = await Promise.race([untilAskedToStop(), running]);
  await stack.stop();
  if (failure) explain(failure);
  process.exit(failure ? 1 : 0);
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
