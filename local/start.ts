/**
 * `npm start`: the whole product on this machine, with the data of the last start; builds changed parts. `--fresh` begins
 * without data and builds everything. `--dev` (`npm run dev`) follows every change of page and
 * functions.
 */
import { project } from "./environment.ts";
import { readOptions } from "./options.ts";
import { claimKeptData, placesFor } from "./places.ts";
import { chooseShift, type Ports, portsFor } from "./ports.ts";
import { runUntilStopped } from "./stack.ts";
import { startWholeStack, wholeStackParts } from "./stacks.ts";

let keepState = async () => {};

await runUntilStopped(
  async (stack) => {
    const { fresh, dev } = readOptions("npm start", process.argv.slice(2), {
      fresh: "boolean",
      dev: "boolean",
    });
    // Without a shift, the data is always the same, wherever the ports had to move.
    const standard = Number(process.env.SENDWRIGHT_PORT_SHIFT || 0) === 0;
    const ours = standard && claimKeptData();
    const obstacle = standard && !ours ? "another `npm start` is using the kept data" : undefined;
    const shift = await chooseShift(
      0,
      [...wholeStackParts, ...(dev ? (["hosting"] as const) : [])],
      obstacle,
    );
    const { state } = placesFor(ours ? 0 : shift);
    const running = await startWholeStack(stack, {
      shift,
      state,
      fresh: fresh === true,
      dev: dev === true,
    });
    keepState = running.keepState;
    sweepEveryMinute(portsFor(shift));
    return () =>
      console.log(`Sendwright is ready: ${running.app} (mailbox: ${running.google}/mail)`);
  },
  () => keepState(),
);

/**
 * Replaces Cloud Scheduler, which the emulators lack: calls `localSweep` once a minute. If a sweep
 * fails, the Firebase CLI's log says why, and the next one follows anyway.
 */
function sweepEveryMinute({ functions }: Ports): void {
  const url = `http://127.0.0.1:${functions}/${project}/us-central1/localSweep`;
  const sweep = () =>
    fetch(url, { method: "POST", signal: AbortSignal.timeout(60_000) }).catch(() => {});
  setInterval(sweep, 60_000).unref();
}
