import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/**
 * How long a test may take when the machine has other work; what never comes still fails. Projects
 * don't inherit these.
 */
const patience = {
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 45_000 } },
};

/**
 * The files of a worker share its libraries, whose loading would take longer than the tests;
 * `setupFiles` begins with `vi.resetModules()`, so that of our own modules each file still has its
 * own.
 */
const sharedLibraries = { pool: "threads" as const, isolate: false };

/**
 * The extension's tests that need a document. A worker ends where the next file needs another
 * environment, and all its libraries with it: so the files of a project share one.
 */
const extensionWithDocument = [
  "extension/src/{bridge,panel}/**/*.test.ts",
  "extension/src/inPage/{collect,nameOf}.test.ts",
];

/**
 * unit: pure code and servers in the test process; page: all that needs happy-dom; local: the local
 * Google and the start scripts; emulator: the API, the rules and the worker against the real
 * emulators. The stories have a runner of their own: e2e/playwright.config.ts.
 */
export default defineConfig({
  test: {
    // What the code under test logs is shown for a failing test only.
    silent: "passed-only",
    // Vitest leaves one core free, which on a machine with two is half of it; and tests wait: for a
    // rest, for the emulators.
    maxWorkers: availableParallelism() + 2,
    projects: [
      {
        test: {
          name: "unit",
          include: [
            "{core,functions,extension}/src/**/*.test.ts",
            "{functions,extension}/*.test.ts",
            "{test,hosting,bench,functions/operator}/**/*.test.ts",
            // Vitest forgets the command's `--exclude` in a project that has its own.
            ...extensionWithDocument.map((files) => `!${files}`),
          ],
          environment: "node",
          setupFiles: ["test/setup.ts", "test/seed.ts", "test/patterns.ts"],
          ...sharedLibraries,
          ...patience,
        },
      },
      {
        test: {
          name: "page",
          include: ["web/src/**/*.test.{ts,tsx}", ...extensionWithDocument],
          environment: "happy-dom",
          // A wide window: the email is beside the form.
          environmentOptions: { happyDOM: { width: 1280 } },
          setupFiles: [
            "test/lateEffects.ts",
            "web/src/testing/pageSetup.ts",
            "test/seed.ts",
            "test/patterns.ts",
          ],
          ...sharedLibraries,
          ...patience,
        },
      },
      {
        test: {
          name: "local",
          include: ["local/**/*.test.ts"],
          environment: "node",
          setupFiles: ["test/setup.ts", "test/seed.ts", "test/patterns.ts"],
          ...sharedLibraries,
          ...patience,
        },
      },
      {
        test: {
          name: "emulator",
          include: ["functions/test/**/*.emulator.test.ts"],
          environment: "node",
          setupFiles: ["functions/test/emulatorSetup.ts", "test/patterns.ts"],
          ...sharedLibraries,
          ...patience,
          globalSetup: ["local/testStack.ts"],
        },
      },
    ],
  },
});
