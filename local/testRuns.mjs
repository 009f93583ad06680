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
