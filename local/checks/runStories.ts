import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Places, root } from "../places.ts";
import { runStep, tail } from "../processes.ts";
import { failedOnce, type Outcome, placeOf } from "./outcome.ts";
import { readPlaywrightReport } from "./playwrightReport.ts";

/** Runs the stories through Playwright. What failed ones leave (trace, screenshot, mailbox) lies in `places.failures`. */
export async function runStories(places: Places, env: NodeJS.ProcessEnv, files: string[]): Promise<Outcome> {
  const log = join(places.logs, "test-stories.log");
  const report = join(places.logs, "test-stories.json");
  rmSync(report, { force: true });
  rmSync(places.failures, { recursive: true, force: true });
  const cli = join(root, "node_modules", "@playwright", "test", "cli.js");
  const args = [cli, "test", "-c", "e2e/playwright.config.ts", ...files];
  const own = { ...env, STORIES_REPORT: report, STORIES_OUTPUT: places.failures };
  const error = await runStep({ name: "Playwright", command: process.execPath, args, env: own, log }).catch(
    (failure: unknown) => failure,
  );
  const failed = (why: string) => failedOnce({ place: placeOf(log), name: "Playwright", why });
  const outcome = readReport(report);
  if (!outcome) return failed(tail(log));
  if (error && outcome.failed === 0) return { ...failed(tail(log)), passed: outcome.passed };
  return outcome.passed + outcome.failed > 0 ? outcome : failed("No story was found.");
}

function readReport(path: string): Outcome | null {
  try {
    return readPlaywrightReport(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return null; // Playwright did not come so far: its log says why
  }
}
