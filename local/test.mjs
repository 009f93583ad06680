/**
 * `npm test`: everything, from the linter to the stories in a real browser, each step with its seconds; a failing step ends it with its output.
 * It runs beside a running `npm start`: its ports are others. The last line is the sum over all tests.
 */
import { join } from "node:path";
import { ensureSystemPackages, findChromium } from "./aptPackages.mjs";
import { ensureGitHooks } from "./gitHooks.mjs";
import { ensureInstalled } from "./install.mjs";
import { placesFor } from "./places.mjs";
import { portShift, portsFor } from "./ports.mjs";
import { runStep } from "./processes.mjs";
import { explain } from "./runUntilStopped.mjs";
import { requireFreePorts, Stack } from "./stack.mjs";
import { runStories, runVitest, Tally } from "./testRuns.mjs";
import { startWholeStack } from "./wholeStack.mjs";

const tally = new Tally();
const stack = new Stack();

/**
 * Runs one step and prints how long it took.
 * @param {string} name
 * @param {() => Promise<void>} run
 */
async function step(name, run) {
  const begin = Date.now();
  process.stdout.write(`${name.padEnd(24)} `);
  try {
    await run();
  } catch (error) {
    console.log("failed\n");
    throw error;
  }
  console.log(`${((Date.now() - begin) / 1000).toFixed(0)} s`);
}

async function everyStep() {
  const shift = portShift(process.env.SENDWRIGHT_PORT_SHIFT ?? "3000");
  const { base, logs } = placesFor(shift);
  const script = (/** @type {string} */ name) => () =>
    runStep(
      { name: `npm run ${name}`, command: "npm", args: ["run", "--silent", name], log: join(logs, `${name}.log`) },
      400,
    );

  await requireFreePorts(Object.values(portsFor(shift)));
  await ensureInstalled(logs);
  ensureGitHooks();
  await ensureSystemPackages(logs);
  await step("lint", script("lint"));
  await step("typecheck", script("typecheck"));
  const env = { SENDWRIGHT_PORT_SHIFT: String(shift) };
  await step("unit, page, local", () => runVitest(tally, { projects: ["unit", "page", "local"], logs, env }));
  await step("emulator", () => runVitest(tally, { projects: ["emulator"], logs, env }));
  await step("build", script("build"));
  await step("start", async () => {
    process.env.SEND_RATE_PER_MINUTE = "150"; // the highest: the story of a killed worker sends 200 mails
    const { app, google } = await startWholeStack(stack, { shift, dev: false, fresh: true });
    Object.assign(env, { SENDWRIGHT_URL: app, SENDWRIGHT_GOOGLE: google, CHROMIUM_PATH: String(findChromium()) });
  });
  await step("stories in a browser", () => runStories(tally, { logs, failures: join(base, "failures"), env }));
}

for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
  process.once(signal, () => process.exit(1)); // the guard ends what still runs
}

const begin = Date.now();
/** @type {unknown} */
let failure;
try {
  await everyStep();
} catch (error) {
  failure = error;
  explain(error);
}
await stack.stop({ saving: false });
if (failure && tally.failed === 0) tally.failed = 1; // a step that is no test has failed
console.log(`\n${((Date.now() - begin) / 1000).toFixed(0)} s in all`);
console.log(`${tally.passed} passed, ${tally.failed} failed`);
process.exit(failure ? 1 : 0);
