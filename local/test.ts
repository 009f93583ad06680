/**
 * `npm test`: from the linter to the stories in a real browser. Every step runs even if one fails; at the end are the reports of the
 * failures, and as the last line the sum of all tests. It can run while `npm start` is running,
 * because it uses other ports. `npm test -- unit stories placeholder` runs these steps, and those
 * they need, on the test files with the other words in their path. `npm run test:all` passes
 * `--all`: the `*.extra.*` files, too. `npm run validate` passes `--changed`: linter, unused code,
 * compiler, and the tests that the changes since the last commit affect (on a clean tree, the last
 * commit's).
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { browser, shell } from "./machine/browser.ts";
import { ensureEmulators } from "./machine/emulators.ts";
import { ensure, install } from "./machine/ensure.ts";
import { placesFor, root } from "./places.ts";
import { chooseShift, type PortName, portsFor } from "./ports.ts";
import { runScript, runStories, runVitest, withFunctionsLog } from "./runners.ts";
import { Stack } from "./stack.ts";
import { startWholeStack } from "./stacks.ts";
import { type CheckStep, runSteps, selectSteps, summaryOf } from "./steps.ts";

const { names, files, extra, changed } = selectSteps(process.argv.slice(2));
const needsStack = !changed && ["local", "emulator", "start"].some((name) => names.has(name));
const shift = changed
  ? 0
  : await chooseShift(3000, needsStack ? (Object.keys(portsFor(0)) as PortName[]) : []);
const places = placesFor(shift);
const { logs } = places;
const stack = new Stack();
/** The environment of the tests. The start of the stack adds its addresses. */
const env: NodeJS.ProcessEnv = {
  ...process.env,
  ...(!changed && { SENDWRIGHT_PORT_SHIFT: String(shift) }),
};

function changeOptions(): string[] {
  const { stdout } = spawnSync("git", ["status", "--porcelain"], { cwd: root, encoding: "utf8" });
  return [`--changed=${stdout === "" ? "HEAD~1" : "HEAD"}`, "--passWithNoTests"];
}
const options = changed ? changeOptions() : [];
const vitest = (...projects: string[]) => runVitest({ projects, logs, env, files, extra, options });
const script = (name: string) => () => runScript(name, logs);

async function machine(): Promise<undefined> {
  await ensureEmulators(logs);
}

async function findBrowser(): Promise<undefined> {
  const CHROMIUM_PATH = await ensure(browser, logs);
  Object.assign(env, {
    CHROMIUM_PATH,
    HEADLESS_SHELL_PATH: (await install(shell, logs)) ?? CHROMIUM_PATH,
  });
}

async function start(): Promise<undefined> {
  process.env.SEND_RATE_PER_MINUTE = "150"; // the highest: the story of a killed worker sends 200 emails
  const { app, google } = await startWholeStack(stack, { shift, dev: false, fresh: true });
  Object.assign(env, { SENDWRIGHT_URL: app, SENDWRIGHT_GOOGLE: google });
}

/**
 * This story stops the functions for all stories, and mostly waits: for a lease, then for the send
 * rate.
 */
const KILL = "kill";
const killedWorker = () => runStories(places, env, { projects: ["alone"], files: [] });

async function stories() {
  const projects = ["side by side", ...(extra ? ["extra"] : [])];
  const outcome = await runStories(places, env, {
    projects,
    files: files.filter((part) => part !== KILL),
  });
  const log = join(logs, "firebase.log");
  return withFunctionsLog(outcome, log, readFileSync(log, "utf8"));
}

const inProcess = ["unit", "page", "local"].filter((name) => names.has(name));
const unit = inProcess.join(", ");
const needsStart = ["start", "browser"];
const hasStories = names.has("stories");
const onlyKill = files.length > 0 && files.every((part) => part === KILL);
const hasKill = hasStories && (files.length === 0 || files.includes(KILL));
const steps: [wanted: boolean, step: CheckStep][] = [
  [needsStack, { name: "machine", run: machine }],
  [hasStories, { name: "browser", run: findBrowser }],
  [names.has("lint"), { name: "lint", run: script("lint") }],
  [names.has("lint"), { name: "unused", run: script("unused") }],
  [names.has("typecheck"), { name: "typecheck", run: script("typecheck") }],
  [names.has("emulator"), { name: "emulator", needs: ["machine"], run: () => vitest("emulator") }],
  // It builds all three programs; local/builds.test.ts builds the page as it is deployed.
  [names.has("start"), { name: "start", needs: ["machine"], run: start }],
  [hasKill, { name: "a killed worker", needs: needsStart, beside: unit, run: killedWorker }],
  [inProcess.length > 0, { name: unit, run: () => vitest(...inProcess) }],
  [hasStories && !onlyKill, { name: "stories", needs: needsStart, run: stories }],
];

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(signal, () => process.exit(1)); // the guard ends the processes that still run
}
const ended = await runSteps(
  steps.flatMap(([wanted, step]) => (wanted ? step : [])),
  (line) => console.log(line),
);
await stack.stop({ saving: false });
const { text, code } = summaryOf(ended);
console.log(text);
process.exit(code);
