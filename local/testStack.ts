import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { serverEnvironment } from "./environment.ts";
import { placesFor } from "./places.ts";
import { chooseShift, portsFor, shiftProblem } from "./ports.ts";
import { PartFailed } from "./processes.ts";
import { Stack } from "./stack.ts";
import { emulatorParts, startEmulators } from "./stacks.ts";

/** Where the tests' own emulators run, away from a running `npm start` and `npm run emulators`. */
const ownShift = 4000;

/**
 * Vitest's global set-up of the emulator tests: gives their processes the addresses of the emulators that SENDWRIGHT_TEST_STACK
 * (a port shift, as `npm run emulators` prints it) names; without it, starts emulators and stops them at the end.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const running = process.env.SENDWRIGHT_TEST_STACK;
  const shift = running === undefined ? await chooseShift(ownShift, emulatorParts) : Number(running);
  const problem = shiftProblem(shift);
  if (problem) throw new PartFailed(`SENDWRIGHT_TEST_STACK=${running} can't work: ${problem}.`);
  const stack = new Stack();
  if (running === undefined) await startOrStop(stack, shift);
  Object.assign(process.env, serverEnvironment(portsFor(shift)));
  return async () => {
    await stack.stop({ saving: false });
    if (running === undefined) keepLog(placesFor(shift).logs);
  };
}

/** The start of the whole stack begins Firestore's log anew, and a red test may have its cause in this one. */
function keepLog(logs: string): void {
  copyFileSync(join(logs, "firestore.log"), join(logs, "test-emulator-firestore.log"));
}

async function startOrStop(stack: Stack, shift: number): Promise<void> {
  try {
    await startEmulators(stack, shift);
  } catch (error) {
    await stack.stop({ saving: false });
    throw error;
  }
}
