import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "../places.ts";
import { runStep, tail } from "../processes.ts";
import { type CheckOutcome, failedOnce, noneFound, placeOf } from "./outcome.ts";
import { outcomeVariable } from "./vitestReporter.ts";

/** What Vitest is to run. */
export interface VitestRun {
  projects: string[];
  logs: string;
  env?: NodeJS.ProcessEnv;
  /** Only files whose path contains one of these. */
  files?: string[];
  options?: string[];
  /** Whether to run the `*.extra.*` files too, which only `npm run test:all` does. */
  extra?: boolean;
  /** Whether a run that finds no test is fine. */
  mayBeEmpty?: boolean;
}

/** Runs Vitest; what passing tests log is in no output. A run that ends before its report counts as one failure, and so does an empty one. */
export async function runVitest(run: VitestRun): Promise<CheckOutcome> {
  const { projects, logs, env = process.env, files = [], options = [], extra = false, mayBeEmpty = false } = run;
  const name = projects.join("-");
  const log = join(logs, `test-${name}.log`);
  const report = join(logs, `test-${name}.json`);
  rmSync(report, { force: true });
  const reporters = ["--reporter=default", `--reporter=${join(import.meta.dirname, "vitestReporter.ts")}`];
  const selected = projects.map((project) => `--project=${project}`);
  const quiet = ["--silent=passed-only", "--includeTaskLocation", "--passWithNoTests"];
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  const args = [
    vitest,
    "run",
    ...selected,
    ...reporters,
    ...quiet,
    ...(extra ? [] : ["--exclude=**/*.extra.*"]),
    ...options,
    ...files,
  ];
  const own = { ...env, NO_COLOR: "1", [outcomeVariable]: report };
  const error = await runStep({ name: "Vitest", command: process.execPath, args, env: own, log }).catch(
    (failure: unknown) => failure,
  );
  const failed = (why: string) => failedOnce({ place: placeOf(log), name: `Vitest (${projects.join(", ")})`, why });
  const outcome = readOutcome(report);
  if (!outcome) return failed(tail(log));
  if (error && outcome.failed === 0) return { ...failed(tail(log)), passed: outcome.passed };
  return outcome.passed + outcome.failed > 0 || mayBeEmpty ? outcome : failed(noneFound(extra));
}

function readOutcome(path: string): CheckOutcome | null {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as CheckOutcome;
  } catch {
    return null; // Vitest did not come so far: its log says why
  }
}
