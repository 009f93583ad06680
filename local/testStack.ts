import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { serverEnvironment } from "./environment.ts";
import { placesFor } from "./places.ts";
import { chooseShift, portsFor, shiftProblem } from "./ports.ts";
import { PartFailed } from "./processes.ts";
import { Stack } from "./stack.ts";
import { emulatorParts, startEmulators } from "./stacks.ts";

/** The usual shift of the tests' own emulators. */
const ownShift = 4000;

/**
 * Vitest's global setup of the emulator tests: sets the addresses of the emulators at the port
 * shift that SENDWRIGHT_TEST_STACK names (`npm run emulators` prints it). Without it, starts
 * emulators and stops them at the end.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const running = process.env.SENDWRIGHT_TEST_STACK;
  const shift =
    running === undefined ? await chooseShift(ownShift, emulatorParts) : Number(running);
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

/** The next start replaces Firestore's log, which may explain a failed test. */
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
