import { existsSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { type Places, root } from "../places.ts";
import { type Command, runStep } from "../processes.ts";
import { fine, type Outcome } from "./steps.ts";

/**
 * What no line of a log may hold: a person's address, or a token: a signed one and the emulators' refresh tokens (JSON in
 * Base64), Google's access and refresh tokens and codes. Subjects and values cannot be told from other words.
 */
const PERSONAL: readonly [what: string, pattern: RegExp][] = [
  ["an address", /[\w.+%-]+(?:@|%40)[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}\b/i],
  ["a token", /\beyJ[\w-]{10,}/],
  ["a token of Google's", /(?<![\w.])(?:ya29\.|1(?:\/\/|%2F%2F)0|4(?:\/|%2F)0)[\w-]{20,}/i],
];
/** Accounts of machines are addresses too. */
const OF_MACHINES = /[\w.-]+@[\w.-]+\.gserviceaccount\.com/g;

type Check = (line: string) => string | undefined;

const CHECKS: Record<string, Check> = {
  "Nothing personal is logged": (line) => {
    const what = PERSONAL.find(([, pattern]) => pattern.test(line.replaceAll(OF_MACHINES, "")))?.[0];
    return what && `It holds ${what}: ${line}`;
  },
  "No function ends by an unhandled error": (line) => (line.includes('"Unhandled error ') ? line : undefined),
};

/**
 * Adds a test for each check of the functions' log to how the stories ended. The log is the emulators': the lines of our functions, and
 * those of Hosting, since the cloud too logs every address that is called. Each story has addresses of its own.
 */
export function withFunctionsLog(stories: Outcome, path: string, log: string): Outcome {
  const lines = stripVTControlCharacters(log).split("\n");
  const place = (index: number) => `${relative(root, path)}:${index + 1}`;
  const found = Object.entries(CHECKS).map(([name, check]) =>
    lines.flatMap((line, index) => {
      const why = check(line);
      return why ? [`${place(index)}  ${name}\n   ${why.slice(0, 300)}`] : [];
    }),
  );
  // The emulator writes it for every call.
  const isOurs = log.includes("functions: Beginning execution");
  found.push(isOurs ? [] : [`${place(0)}  No function began in this log: nothing was searched.`]);
  const failed = found.filter((some) => some.length > 0).length;
  return {
    passed: stories.passed + found.length - failed,
    failed: stories.failed + failed,
    report: [stories.report, ...found.flat()].filter(Boolean).join("\n"),
  };
}

export async function runScript(script: string, logs: string): Promise<Outcome> {
  const log = join(logs, `${script}.log`);
  const failed = await ran({ name: script, command: "npm", args: ["run", "--silent", script], log });
  return failed ? { passed: 0, failed: 1, report: reportIn(log) } : fine;
}

export interface VitestRun {
  projects: string[];
  logs: string;
  env?: NodeJS.ProcessEnv;
  /** Only files whose path contains one of these. */
  files?: string[];
  options?: string[];
  /** Whether to run the `*.extra.*` files too, which only `npm run test:all` does. */
  extra?: boolean;
}

/** Runs Vitest with its own reporters. A run without a test has failed, unless an option says otherwise. */
export async function runVitest(run: VitestRun): Promise<Outcome> {
  const { projects, logs, env = process.env, files = [], options = [], extra = false } = run;
  const [log, json] = filesOf(logs, projects);
  const args = [
    ...[join(root, "node_modules", "vitest", "vitest.mjs"), "run", ...projects.map((name) => `--project=${name}`)],
    ...["--reporter=dot", "--reporter=json", `--outputFile.json=${json}`, "--silent=passed-only"],
    ...[...(extra ? [] : ["--exclude=**/*.extra.*"]), ...options, ...files],
  ];
  const red = await ran({ name: "Vitest", args, env: { ...env, NO_COLOR: "1" }, log });
  const { numPassedTests: passed = 0, numFailedTests: failed = 0, testResults = [] } = read<VitestReport>(json);
  const unread = testResults.filter(({ status, assertionResults }) => {
    return status === "failed" && !assertionResults.some((test) => test.status === "failed");
  });
  return outcome({ red, passed, failed: failed + unread.length, log, extra });
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  /** A file that doesn't load has no failed test. */
  testResults: { status: string; assertionResults: { status: string }[] }[];
}

/**
 * Runs the stories of these projects of `e2e/playwright.config.ts`, only those in files whose path contains one of `files`. Failed
 * stories leave trace, screenshot and mailbox in a folder of `places.failures` that is named after the projects.
 */
export async function runStories(
  places: Pick<Places, "logs" | "failures">,
  env: NodeJS.ProcessEnv,
  { projects, files }: { projects: string[]; files: string[] },
): Promise<Outcome> {
  const [log, json] = filesOf(places.logs, ["stories", ...projects]);
  const failures = join(places.failures, projects.join("-").replaceAll(" ", "-"));
  rmSync(failures, { recursive: true, force: true });
  const cli = join(root, "node_modules", "@playwright", "test", "cli.js");
  const selected = projects.map((project) => `--project=${project}`);
  const args = [cli, "test", "-c", "e2e/playwright.config.ts", ...selected, "--no-deps", ...files];
  const own = { ...env, STORIES_REPORT: json, STORIES_OUTPUT: failures };
  const red = await ran({ name: "Playwright", args, env: own, log });
  const { stats } = read<{ stats: { expected: number; unexpected: number; flaky: number } }>(json);
  const { expected: passed = 0, unexpected = 0, flaky = 0 } = stats ?? {};
  return outcome({ red, passed, failed: unexpected + flaky, log, extra: projects.includes("extra") });
}

type Ran = Omit<Outcome, "report"> & { red: boolean; log: string; extra: boolean };

/** A failed run counts at least one failure, even against its report. */
function outcome({ red, passed, failed, log, extra }: Ran): Outcome {
  if (!red && failed === 0) return { passed, failed: 0, report: "" };
  const hint = passed + failed > 0 || extra ? "" : "\nFiles named *.extra.* run with npm run test:all.";
  return { passed, failed: Math.max(1, failed), report: reportIn(log) + hint };
}

/** The log and the JSON report of a run; the report of an earlier one is taken away. */
function filesOf(logs: string, names: string[]): [log: string, json: string] {
  const path = join(logs, `test-${names.join("-").replaceAll(" ", "-")}`);
  rmSync(`${path}.json`, { force: true });
  return [`${path}.log`, `${path}.json`];
}

function read<T>(json: string): Partial<T> {
  return existsSync(json) ? JSON.parse(readFileSync(json, "utf8")) : {};
}

/** Runs a command to its end; answers whether it failed. */
async function ran(command: Command): Promise<boolean> {
  return runStep(command).then(
    () => false,
    () => true,
  );
}

/** What a runner wrote, without its lines for what passed. */
function reportIn(log: string): string {
  const lines = stripVTControlCharacters(readFileSync(log, "utf8")).split("\n");
  const said = lines.filter((line) => !/^\s*(✓|-\s+\d+ |[·x*-]+$)/.test(line)).join("\n");
  return `${said.trim()}\nThe whole log: ${relative(root, log)}`;
}
