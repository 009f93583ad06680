import { existsSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { type Places, root } from "./places.ts";
import { PartFailed, runStep } from "./processes.ts";
import type { Outcome } from "./steps.ts";

/** Runs a script of package.json. Throws its output if it fails. */
export async function runScript(script: string, logs: string): Promise<undefined> {
  const log = join(logs, `${script}.log`);
  const command = {
    name: `npm run ${script}`,
    command: "npm",
    args: ["run", "--silent", script],
    log,
  };
  await runStep(command).catch((error) => {
    throw new PartFailed(error.message, reportIn(log));
  });
}

export interface VitestRun {
  projects: string[];
  logs: string;
  env?: NodeJS.ProcessEnv;
  /** Only files whose path contains one of these. */
  files?: string[];
  options?: string[];
  /** Whether to run the `*.extra.*` files too. */
  extra?: boolean;
}

/** A file that doesn't load has failed without a failed test. */
interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { status: string; assertionResults: { status: string }[] }[];
}

/** Runs Vitest. A run without a test has failed, unless an option says otherwise. */
export async function runVitest(run: VitestRun): Promise<Outcome> {
  const { projects, logs, env = process.env, files = [], options = [], extra = false } = run;
  const output = outputOf(logs, projects);
  const args = [
    ...[
      join(root, "node_modules", "vitest", "vitest.mjs"),
      "run",
      ...projects.map((name) => `--project=${name}`),
    ],
    ...[
      "--reporter=dot",
      "--reporter=json",
      `--outputFile.json=${output.json}`,
      "--silent=passed-only",
    ],
    ...[...(extra ? [] : ["--exclude=**/*.extra.*"]), ...options, ...files],
  ];
  return counted(
    "Vitest",
    args,
    { ...env, NO_COLOR: "1" },
    output,
    extra,
    (report: Partial<VitestReport>) => {
      const { numPassedTests: passed = 0, numFailedTests: failed = 0, testResults = [] } = report;
      const unread = testResults.filter(
        ({ status, assertionResults: tests }) =>
          status === "failed" && !tests.some((test) => test.status === "failed"),
      );
      return [passed, failed + unread.length];
    },
  );
}

/**
 * Runs the stories of these projects of `e2e/playwright.config.ts`, only those in files whose path
 * contains one of `files`. The files of failed stories are in a folder of `places.failures` with
 * the projects' names.
 */
export async function runStories(
  places: Pick<Places, "logs" | "failures">,
  env: NodeJS.ProcessEnv,
  { projects, files }: { projects: string[]; files: string[] },
): Promise<Outcome> {
  const output = outputOf(places.logs, ["stories", ...projects]);
  const failures = join(places.failures, projects.join("-").replaceAll(" ", "-"));
  rmSync(failures, { recursive: true, force: true });
  const cli = join(root, "node_modules", "@playwright", "test", "cli.js");
  const selected = projects.map((project) => `--project=${project}`);
  const args = [cli, "test", "-c", "e2e/playwright.config.ts", ...selected, "--no-deps", ...files];
  const own = { ...env, STORIES_REPORT: output.json, STORIES_OUTPUT: failures };
  type Report = { stats?: { expected: number; unexpected: number; flaky: number } };
  return counted(
    "Playwright",
    args,
    own,
    output,
    projects.includes("extra"),
    ({ stats }: Report) => (stats ? [stats.expected, stats.unexpected + stats.flaky] : [0, 0]),
  );
}

/**
 * Runs a test runner and counts the tests in its JSON report. A run that fails counts at least one
 * failure.
 */
async function counted<T>(
  name: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  { log, json }: ReturnType<typeof outputOf>,
  extra: boolean,
  count: (report: T) => [passed: number, failed: number],
): Promise<Outcome> {
  const isRed = await runStep({ name, args, env, log }).then(
    () => false,
    () => true,
  );
  const [passed, failed] = count(existsSync(json) ? JSON.parse(readFileSync(json, "utf8")) : {});
  if (!isRed && failed === 0) return { passed, failed, report: "" };
  const hint =
    passed + failed > 0 || extra ? "" : "\nFiles named *.extra.* run with npm run test:all.";
  return { passed, failed: Math.max(1, failed), report: reportIn(log) + hint };
}

/** The log and the JSON report of a run. Deletes the report of an earlier one. */
function outputOf(logs: string, names: string[]): { log: string; json: string } {
  const path = join(logs, `test-${names.join("-").replaceAll(" ", "-")}`);
  rmSync(`${path}.json`, { force: true });
  return { log: `${path}.log`, json: `${path}.json` };
}

/** The output of a runner, without its lines for passed tests. */
function reportIn(log: string): string {
  const lines = stripVTControlCharacters(readFileSync(log, "utf8")).split("\n");
  const said = lines.filter((line) => !/^\s*(✓|-\s+\d+ |[·x*-]+$)/.test(line)).join("\n");
  return `${said.trim()}\nThe whole log: ${relative(root, log)}`;
}

const ADDRESS = /[\w.+%-]+(?:@|%40)[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}\b/i;
/** A signed token and the emulators' refresh tokens: JSON in Base64. */
const TOKEN = /\beyJ[\w-]{10,}/;
/** Google's access tokens, refresh tokens and codes. */
const GOOGLE_TOKEN = /(?<![\w.])(?:ya29\.|1(?:\/\/|%2F%2F)0|4(?:\/|%2F)0)[\w-]{20,}/i;
/** Accounts of machines are addresses, too. */
const OF_MACHINES = /[\w.-]+@[\w.-]+\.gserviceaccount\.com/g;

/**
 * The emulator's answer to a commit that it has carried out, if a listener leaves at that moment
 * (functions/test/answeredCommits.ts). The queue repeats the task.
 */
const LOST_ANSWER = '"Unhandled error Error: 2 UNKNOWN: \\n';

/** Texts that no line of a log may contain. Subjects and values can't be told from other words. */
const CHECKS: Record<string, (line: string) => string | false> = {
  "Nothing personal is logged": (line) => {
    const text = line.replaceAll(OF_MACHINES, "");
    if (ADDRESS.test(text)) return "It contains an address: ";
    if (TOKEN.test(text)) return "It contains a token: ";
    return GOOGLE_TOKEN.test(text) && "It contains a token of Google's: ";
  },
  "No function ends by an unhandled error": (line) =>
    line.includes('"Unhandled error ') && !line.includes(LOST_ANSWER) && "",
};

/**
 * Adds a test for each check of the emulators' log to the stories' outcome. The log has the lines
 * of our functions and of Hosting: the cloud logs every address that is called, too. Each story has
 * its own addresses.
 */
export function withFunctionsLog(stories: Outcome, path: string, log: string): Outcome {
  const lines = stripVTControlCharacters(log).split("\n");
  const at = (index: number) => `${relative(root, path)}:${index + 1}`;
  const found = Object.entries(CHECKS).map(([name, check]) =>
    lines.flatMap((line, index) => {
      const why = check(line);
      return why === false ? [] : `${at(index)}  ${name}\n   ${(why + line).slice(0, 300)}`;
    }),
  );
  // The emulator writes this line for every call.
  if (!log.includes("functions: Beginning execution"))
    found.push([`${at(0)}  No function began in this log: nothing was searched.`]);
  else found.push([]);
  const failed = found.filter((some) => some.length > 0).length;
  return {
    passed: stories.passed + found.length - failed,
    failed: stories.failed + failed,
    report: [stories.report, ...found.flat()].filter(Boolean).join("\n"),
  };
}
