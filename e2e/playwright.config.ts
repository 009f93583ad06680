import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "@playwright/test";
import { APP } from "./stack.ts";
import type { StoryOptions } from "./story.ts";

/**
 * The machine's own browser: the library downloads none. `npm test` names it, and installs one if
 * needed. The headless shell draws the same page with two thirds of the work.
 */
const { HEADLESS_SHELL_PATH, CHROMIUM_PATH } = process.env;
const CHROMIUM = [
  ...[HEADLESS_SHELL_PATH, CHROMIUM_PATH],
  ...["/usr/bin/chromium-headless-shell", "/usr/bin/chromium", "/usr/bin/chromium-browser"],
].find((path) => path !== undefined && existsSync(path));
if (CHROMIUM === undefined)
  throw new Error("No Chromium found: install it, or name it in CHROMIUM_PATH.");

const report = process.env.STORIES_REPORT;

/** The stories that only `npm run test:all` runs. */
const EXTRA = "*.extra.e2e.ts";

/**
 * Whole stories in a real Chromium, against a stack that runs already (SENDWRIGHT_URL,
 * SENDWRIGHT_GOOGLE): see README.md.
 */
export default defineConfig<StoryOptions>({
  testDir: ".",
  testMatch: "*.e2e.ts",
  /**
   * The files of a failed story: trace, picture and mailbox, a folder for each. Emptied at the
   * start.
   */
  outputDir: process.env.STORIES_OUTPUT ?? join(import.meta.dirname, "..", ".local", "failures"),
  reporter: [["list"], ...(report ? [["json", { outputFile: report }] as const] : [])],
  // A story takes seconds, and many times that when the machine has other work.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  forbidOnly: "CI" in process.env,
  fullyParallel: true,
  // Stories wait, for a send or a rest: one more than there are cores.
  workers: availableParallelism() + 1,
  projects: [
    { name: "worker", testMatch: "worker.setup.ts", teardown: "alone" },
    { name: "side by side", testIgnore: ["kill.e2e.ts", EXTRA], dependencies: ["worker"] },
    { name: "extra", testMatch: EXTRA, dependencies: ["worker"] },
    // It stops the functions for all stories. A teardown runs when all others have ended, even if
    // some failed.
    { name: "alone", testMatch: "kill.e2e.ts", workers: 1 },
  ],
  use: {
    baseURL: APP,
    launchOptions: {
      executablePath: CHROMIUM,
      // What happens between two acts of a story happens on any machine: `STORIES_SLOW_MS` gives it
      // the time.
      slowMo: Number(process.env.STORIES_SLOW_MS ?? 0),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
      ],
    },
    viewport: { width: 1280, height: 900 },
    contextOptions: { reducedMotion: "reduce" },
    permissions: ["clipboard-read", "clipboard-write"],
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    screenshot: "only-on-failure",
    // Each step and its wait, without the page and its calls: pictures of the page took half of the
    // stories' time.
    trace: { mode: "retain-on-failure", screenshots: false, snapshots: false },
  },
});
