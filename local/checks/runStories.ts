import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Places, root } from "../places.ts";
import { runStep, tail } from "../processes.ts";
import { failedOnce, type Outcome, placeOf } from "./outcome.ts";
import { personalData } from "./personalData.ts";
import { readPlaywrightReport } from "./playwrightReport.ts";

/** Runs the stories through Playwright. What failed ones leave (trace, screenshot, mailbox) lies in `places.failures`. At the end, what the functions have logged is searched for personal data. */
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
  return outcome.passed + outcome.failed > 0 ? withLeaks(outcome, places) : failed("No story was found.");
}

/** What the functions have logged while the stories ran holds nothing personal; each story has addresses of its own. */
function withLeaks(outcome: Outcome, { logs }: Places): Outcome {
  const log = join(logs, "firebase.log");
  const leaks = existsSync(log) ? personalData(readFileSync(log, "utf8")) : [];
  const failures = leaks.map(({ line, what, text }) => ({
    ...{
      place: placeOf(log, line),
      name: "Nothing personal is logged",
      why: `It holds ${what}: ${text.slice(0, 300)}`,
    },
  }));
  return leaks.length === 0
    ? { ...outcome, passed: outcome.passed + 1 }
    : { ...outcome, failed: outcome.failed + 1, failures: [...outcome.failures, ...failures] };
}

function readReport(path: string): Outcome | null {
  try {
    return readPlaywrightReport(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return null; // Playwright did not come so far: its log says why
  }
}
