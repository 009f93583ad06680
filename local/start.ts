/**
 * `npm start`: the whole product on this machine. `--fresh` begins empty (otherwise the last start's data is there again),
 * `--dev` (`npm run dev`) follows every change of page and functions.
 */
import { project } from "./firebaseConfig.mjs";
import { ensureGitHooks } from "./gitHooks.mjs";
import { ensureInstalled } from "./install.mjs";
import { placesFor } from "./places.mjs";
import { portShift, portsFor } from "./ports.mjs";
import { PartFailed } from "./processes.mjs";
import { runUntilStopped } from "./runUntilStopped.mjs";
import { sweepEveryMinute } from "./scheduler.mjs";
import { startWholeStack } from "./wholeStack.mjs";

const known = ["--fresh", "--dev"];

/** @type {() => Promise<void>} */
let keepState = async () => {};

await runUntilStopped(
  async (stack) => {
    const options = process.argv.slice(2);
    const unknown = options.find((option) => !known.includes(option));
    if (unknown) throw new PartFailed(`npm start does not know ${unknown}: it takes ${known.join(" and ")}.`);
    const shift = portShift(process.env.SENDWRIGHT_PORT_SHIFT);
    await ensureInstalled(placesFor(shift).logs);
    ensureGitHooks();
    const running = await startWholeStack(stack, {
      shift,
      fresh: options.includes("--fresh"),
      dev: options.includes("--dev"),
    });
    keepState = running.keepState;
    sweepEveryMinute(portsFor(shift), project);
    console.log(`Sendwright is ready: ${running.app} (mailbox: ${running.google}/mail)`);
  },
  () => keepState(),
);
