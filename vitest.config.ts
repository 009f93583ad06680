import { defineConfig } from "vitest/config";

/** A linear-time test takes a second by itself, and several when the machine has other work. */
const patience = { testTimeout: 30_000, hookTimeout: 30_000 };

/**
 * unit: pure code and servers in the test process; page: components in happy-dom; local: the local Google and the start scripts;
 * emulator: the API, the rules and the worker against the real emulators. The stories have a runner of their own: e2e/playwright.config.ts.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: ["functions/src/**/*.test.ts", "extension/**/*.test.ts", "test/**/*.test.ts"],
          environment: "node",
          ...patience,
        },
      },
      {
        test: {
          name: "page",
          include: ["web/src/**/*.test.{ts,tsx}"],
          environment: "happy-dom",
          setupFiles: ["web/src/testing/setup.ts"],
          ...patience,
        },
      },
      { test: { name: "local", include: ["local/**/*.test.ts"], environment: "node", ...patience } },
      {
        test: {
          name: "emulator",
          include: ["functions/test/**/*.emulator.test.ts"],
          environment: "node",
          testTimeout: 60_000,
          hookTimeout: 60_000,
          globalSetup: ["local/testStack.ts"],
        },
      },
    ],
  },
});
