import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "./places.mjs";
import { PartFailed, runStep } from "./processes.mjs";

/** How many tests have passed and failed so far. */
export class Tally {
  passed = 0;
  failed = 0;
}

/**
 * Runs Vitest on some projects and adds what its report says. A run that fails without a failed test (a file that does not load) counts as one.
 * @param {Tally} tally
 * @param {{ projects: string[], logs: string, env?: Record<string, string> }} options
 * @throws {PartFailed} when something fails, with Vitest's own output
 */
export async function runVitest(tally, { projects, logs, env = {} }) {
  const name = projects.join("-");
  const report = join(logs, `test-${name}.json`);
  rmSync(report, { force: true });
  const selected = projects.flatMap((project) => ["--project", project]);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const args = [join(root, "node_modules", "vitest", "vitest.mjs"), "run", ...selected, ...reporters];
  const step = {
    name: `Vitest (${projects.join(", ")})`,
    command: process.execPath,
    args,
    log: join(logs, `test-${name}.log`),
  };
  /** @type {unknown} */
  let failure;
  await runStep({ ...step, env: { ...process.env, ...env } }, 400).catch((error) => {
    failure = error;
  });
  const { passed, failed } = readReport(report);
  tally.passed += passed;
  tally.failed += failure && failed === 0 ? 1 : failed;
  if (failure) throw failure;
  if (passed === 0) throw new PartFailed(`${step.name} found no test.`);
}

/**
 * Runs the stories and adds what their report says. A run that fails without a failed story (a file that does not load) counts as one.
 * @param {Tally} tally
 * @param {{ logs: string, failures: string, env: Record<string, string> }} options `failures`: where a failed story leaves its trace
 * @throws {PartFailed} when something fails, with the runner's own output
 */
export async function runStories(tally, { logs, failures, env }) {
  const report = join(logs, "stories.json");
  rmSync(report, { force: true });
  const cli = join(root, "node_modules", "@playwright", "test", "cli.js");
  const args = [cli, "test", "-c", join(root, "e2e", "playwright.config.ts")];
  const step = { name: "The stories", command: process.execPath, args, log: join(logs, "stories.log") };
  /** @type {unknown} */
  let failure;
  const own = { STORIES_REPORT: report, STORIES_OUTPUT: failures };
  await runStep({ ...step, env: { ...process.env, ...env, ...own } }, 400).catch((error) => {
    failure = error;
  });
  const { expected, unexpected, skipped } = readStats(report);
  tally.passed += expected;
  tally.failed += failure && unexpected === 0 ? 1 : unexpected;
  if (failure) throw failure;
  if (expected === 0 || skipped > 0) throw new PartFailed(`${step.name}: ${expected} ran, ${skipped} did not.`);
}

/**
 * The numbers of the stories' JSON report; none when their runner did not come so far.
 * @param {string} path
 */
function readStats(path) {
  try {
    const { expected, unexpected, skipped } = JSON.parse(readFileSync(path, "utf8")).stats;
    return { expected: Number(expected), unexpected: Number(unexpected), skipped: Number(skipped) };
  } catch {
    return { expected: 0, unexpected: 0, skipped: 0 }; // its own failure is reported by the caller
  }
}

/**
 * The numbers of a JSON report; none when Vitest did not come so far.
 * @param {string} path
 */
function readReport(path) {
  try {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(path, "utf8"));
    return { passed: Number(numPassedTests), failed: Number(numFailedTests) };
  } catch {
    return { passed: 0, failed: 0 }; // its own failure is reported by the caller
  }
}
