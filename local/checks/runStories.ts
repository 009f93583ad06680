import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Places, root } from "../places.ts";
import { runStep, tail } from "../processes.ts";
import { type CheckOutcome, failedOnce, noneFound, placeOf } from "./outcome.ts";
import { readPlaywrightReport } from "./playwrightReport.ts";

/**
 * Runs the stories of these projects of `e2e/playwright.config.ts`, only those in files whose path contains one of `files`. Failed
 * stories leave trace, screenshot and mailbox in a folder of `places.failures` that is named after the projects.
 */
export async function runStories(
  places: Places,
  env: NodeJS.ProcessEnv,
  { projects, files }: { projects: string[]; files: string[] },
): Promise<CheckOutcome> {
  const name = projects.join("-").replaceAll(" ", "-");
  const log = join(places.logs, `test-stories-${name}.log`);
  const report = join(places.logs, `test-stories-${name}.json`);
  const failures = join(places.failures, name);
  rmSync(report, { force: true });
  rmSync(failures, { recursive: true, force: true });
  const cli = join(root, "node_modules", "@playwright", "test", "cli.js");
  const selected = projects.map((project) => `--project=${project}`);
  const args = [cli, "test", "-c", "e2e/playwright.config.ts", ...selected, "--no-deps", ...files];
  const own = { ...env, STORIES_REPORT: report, STORIES_OUTPUT: failures };
  const error = await runStep({ name: "Playwright", command: process.execPath, args, env: own, log }).catch(
    (failure: unknown) => failure,
  );
  const failed = (why: string) => failedOnce({ place: placeOf(log), name: "Playwright", why });
  const outcome = readReport(report);
  if (!outcome) return failed(tail(log));
  if (error && outcome.failed === 0) return { ...failed(tail(log)), passed: outcome.passed };
  return outcome.passed + outcome.failed > 0 ? outcome : failed(noneFound(projects.includes("extra")));
}

function readReport(path: string): CheckOutcome | null {
  try {
    return readPlaywrightReport(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return null; // Playwright did not come so far: its log says why
  }
}
