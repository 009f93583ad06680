/**
 * `npm test`: from the linter to the stories in a real browser. All steps run even if one fails; the end shows the runners' report of each failure,
 * and the last line is the sum over all tests. It can run beside `npm start`, because it uses other ports.
 * `npm run test:all` passes `--all`: the same steps, with the test files named `*.extra.*` too.
 * `npm test -- unit stories placeholder` runs these steps (and the steps they need) on the test files whose path contains the other words.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runScript, runStories, runVitest, withFunctionsLog } from "./checks/runners.ts";
import { type CheckStep, exitCodeOf, fine, type Outcome, runSteps, selectSteps, summaryOf } from "./checks/steps.ts";
import { browser, shell } from "./machine/browser.ts";
import { ensureEmulators } from "./machine/emulators.ts";
import { bring, ensure } from "./machine/ensure.ts";
import { placesFor } from "./places.ts";
import { chooseShift, type Part, portsFor } from "./ports.ts";
import { Stack } from "./stack.ts";
import { startWholeStack } from "./stacks.ts";

const { names, files, extra } = selectSteps(process.argv.slice(2));
const needsStack = names.has("local") || names.has("emulator") || names.has("start");
const shift = await chooseShift(3000, needsStack ? (Object.keys(portsFor(0)) as Part[]) : []);
const places = placesFor(shift);
const { logs } = places;
const stack = new Stack();
/** The environment of the tests; the start of the stack adds its addresses. */
const env: NodeJS.ProcessEnv = { ...process.env, SENDWRIGHT_PORT_SHIFT: String(shift) };

const vitest = (...projects: string[]) => runVitest({ projects, logs, env, files, extra });

async function machine(): Promise<Outcome> {
  await ensureEmulators(logs);
  return fine;
}

async function findBrowser(): Promise<Outcome> {
  const CHROMIUM_PATH = await ensure(browser, logs);
  Object.assign(env, { CHROMIUM_PATH, HEADLESS_SHELL_PATH: (await bring(shell, logs)) ?? CHROMIUM_PATH });
  return fine;
}

async function start(): Promise<Outcome> {
  process.env.SEND_RATE_PER_MINUTE = "150"; // the highest: the story of a killed worker sends 200 mails
  const { app, google } = await startWholeStack(stack, { shift, dev: false, fresh: true });
  Object.assign(env, { SENDWRIGHT_URL: app, SENDWRIGHT_GOOGLE: google });
  return fine;
}

/** The story of a killed worker, which stops the functions for all stories and mostly waits: for a lease, then for the pace. */
const KILLED = "kill";
const killed = () => runStories(places, env, { projects: ["alone"], files: [] });

async function stories(): Promise<Outcome> {
  const others = files.filter((part) => part !== KILLED);
  const projects = ["side by side", ...(extra ? ["extra"] : [])];
  const outcome = await runStories(places, env, { projects, files: others });
  const log = join(logs, "firebase.log");
  return withFunctionsLog(outcome, log, readFileSync(log, "utf8"));
}

const inProcess = (["unit", "page", "local"] as const).filter((name) => names.has(name));
const unit = inProcess.join(", ");
const some = files.length > 0;
const steps: (CheckStep & { wanted: boolean })[] = [
  { name: "machine", wanted: needsStack, run: machine },
  { name: "browser", wanted: names.has("stories"), run: findBrowser },
  { name: "lint", wanted: names.has("lint"), run: () => runScript("lint", logs) },
  { name: "unused", wanted: names.has("lint"), run: () => runScript("unused", logs) },
  { name: "typecheck", wanted: names.has("typecheck"), run: () => runScript("typecheck", logs) },
  { name: "emulator", wanted: names.has("emulator"), needs: ["machine"], run: () => vitest("emulator") },
  // It builds all three programs; local/builds.test.ts builds the page as it is deployed.
  { name: "start", wanted: names.has("start"), needs: ["machine"], run: start },
  {
    name: "a killed worker",
    wanted: names.has("stories") && (!some || files.includes(KILLED)),
    needs: ["start", "browser"],
    beside: unit,
    run: killed,
  },
  { name: unit, wanted: inProcess.length > 0, run: () => vitest(...inProcess) },
  {
    name: "stories",
    wanted: names.has("stories") && !(some && files.every((part) => part === KILLED)),
    needs: ["start", "browser"],
    run: stories,
  },
];

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(signal, () => process.exit(1)); // the guard ends what still runs
}
const ended = await runSteps(
  steps.filter(({ wanted }) => wanted),
  (line) => console.log(line),
);
await stack.stop({ saving: false });
console.log(summaryOf(ended));
process.exit(exitCodeOf(ended));
