/**
 * `npm run emulators`: runs Firestore, Auth, Storage and the local Google for the server's tests,
 * until Ctrl-C.
 */

import { googleBase } from "./environment.ts";
import { chooseShift, portsFor } from "./ports.ts";
import { runUntilStopped } from "./stack.ts";
import { emulatorParts, startEmulators } from "./stacks.ts";

await runUntilStopped(async (stack) => {
  const shift = await chooseShift(7000, emulatorParts);
  await startEmulators(stack, shift);
  return () => {
    console.log(
      `The emulators are ready (local Google: ${googleBase(portsFor(shift))}). In another terminal:`,
    );
    console.log(`  export SENDWRIGHT_TEST_STACK=${shift}`);
    console.log("  npx vitest run --project emulator");
  };
});
