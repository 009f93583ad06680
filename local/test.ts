/**
 * `npm test`: everything, from the linter to the stories in a real browser. All steps run, whatever fails; the end lists every failure,
 * and the last line is the sum over all tests. It runs beside a running `npm start`: its ports are others.
 * `npm test -- unit stories placeholder` runs these steps (and what they need) on the test files whose path contains the other words.
 */
import { fine, type Outcome } from "./checks/outcome.ts";
import { runScript } from "./checks/runScript.ts";
import { runVitest } from "./checks/runVitest.ts";
import { type StepName, selectSteps } from "./checks/selectSteps.ts";
import { runRounds, type Step } from "./checks/steps.ts";
import { exitCodeOf, summaryOf } from "./checks/summary.ts";
import { ensureGitHooks } from "./gitHooks.ts";
import { bringBrowser, bringEmulators } from "./machine/bring.ts";
import { placesFor } from "./places.ts";
import { portShift, portsFor } from "./ports.ts";
import { requireFreePorts, Stack } from "./stack.ts";
import { startWholeStack } from "./wholeStack.ts";

const begin = Date.now();
const shift = portShift(process.env.SENDWRIGHT_PORT_SHIFT ?? "3000");
const places = placesFor(shift);
const { logs } = places;
const stack = new Stack();
/** The environment of the tests; the start of the stack adds its addresses. */
const env: NodeJS.ProcessEnv = { ...process.env, SENDWRIGHT_PORT_SHIFT: String(shift) };

const { names, files } = selectSteps(process.argv.slice(2));
const vitest = (...projects: string[]) => runVitest({ projects, logs, env, files });

async function machine(): Promise<Outcome> {
  await requireFreePorts(Object.values(portsFor(shift)));
  await bringEmulators(logs);
  return fine;
}

async function browser(): Promise<Outcome> {
  env.CHROMIUM_PATH = await bringBrowser(logs);
  return fine;
}

async function start(): Promise<Outcome> {
  process.env.SEND_RATE_PER_MINUTE = "150"; // the highest: the story of a killed worker sends 200 mails
  const { app, google } = await startWholeStack(stack, { shift, dev: false, fresh: true });
  Object.assign(env, { SENDWRIGHT_URL: app, SENDWRIGHT_GOOGLE: google });
  return fine;
}

/** The runner of the stories: `runStories(places, env, files)` as soon as they are Playwright's. */
const stories = () => vitest("e2e");

/** The steps of a round that were asked for. */
const round = (steps: Partial<Record<StepName, Omit<Step, "name">>>): Step[] =>
  Object.entries(steps).flatMap(([name, step]) => (names.has(name as StepName) ? [{ name, ...step }] : []));
const inProcess = (["unit", "page", "local"] as const).filter((name) => names.has(name));
const needsMachine = (["local", "emulator", "start"] as const).some((name) => names.has(name));

const rounds: Step[][] = [
  needsMachine ? [{ name: "machine", run: machine }] : [],
  names.has("stories") ? [{ name: "browser", run: browser }] : [],
  round({
    lint: { run: () => runScript("lint", logs, ["--reporter=github", "--max-diagnostics=100"]) },
    typecheck: { run: () => runScript("typecheck", logs) },
  }),
  inProcess.length > 0 ? [{ name: inProcess.join(", "), run: () => vitest(...inProcess) }] : [],
  round({
    emulator: { needs: ["machine"], run: () => vitest("emulator") },
    build: { run: () => runScript("build", logs) },
  }),
  round({ start: { needs: ["machine", "build"], run: start } }),
  round({ stories: { needs: ["start", "browser"], run: stories } }),
];

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(signal, () => process.exit(1)); // the guard ends what still runs
}
ensureGitHooks();
const ended = await runRounds(rounds, (line) => console.log(line));
await stack.stop({ saving: false });
console.log(summaryOf(ended, (Date.now() - begin) / 1000));
process.exit(exitCodeOf(ended));
