import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readPlaywrightReport } from "./playwrightReport.ts";

const report = () => JSON.parse(readFileSync(new URL("fixtures/playwright.json", import.meta.url), "utf8"));

test("a report is read: passed, failed, passed only the second time, not run, and a file that does not load", () => {
  expect(readPlaywrightReport(report())).toEqual({
    passed: 1,
    failed: 3,
    failures: [
      { place: "/repo/e2e/kill.e2e.ts:1:0", name: "the stories", why: "Error: Cannot find module './nowhere.ts'" },
      {
        place: "/repo/e2e/bulkSend.e2e.ts:40:12",
        name: "a file with faults > names each row",
        why: 'Error: expect(locator).toHaveText(expected) failed\n\nExpected: "3 rows"\nReceived: "2 rows"',
        logged: "asked again",
        folder: "/repo/.local/shift-3000/failures/bulkSend-names-each-row",
      },
      {
        place: "/repo/e2e/bulkSend.e2e.ts:50:3",
        name: "a file with faults > passes the second time",
        why: "Test timeout of 30000ms exceeded.",
      },
    ],
  });
});

test("a report without a story has none", () => {
  expect(readPlaywrightReport({ ...report(), suites: [], errors: [] })).toEqual({ passed: 0, failed: 0, failures: [] });
});
