import { expect, test, vi } from "vitest";
import { logged } from "../../test/logged.ts";
import { logError, logWarning, runId, runWithId } from "./log.ts";

vi.mock("firebase-functions/logger", () => import("../../test/logged.ts"));

test.each([
  ["ERROR", logError],
  ["WARNING", logWarning],
])("an %s is logged by name, code and place, never by its words", (severity, log) => {
  const cause = Object.assign(new TypeError("ada@example.com"), {
    code: "ada@example.com has no inbox",
  });
  const error = Object.assign(
    new Error("Hello Ada,\n    at home (/home:1:2)\nyour token is 1//secret", { cause }),
    {
      code: 14,
    },
  );
  log("request failed", { request_id: "r1", error });
  const [line = ""] = logged();
  const entry = JSON.parse(line);
  expect(entry).toMatchObject({ severity, message: "request failed", request_id: "r1" });
  expect(entry.error).toMatchObject({ name: "Error", code: 14, cause: { name: "TypeError" } });
  expect(entry.error.at[0]).toContain("log.test.ts");
  expect(line).not.toMatch(/ada|secret|home/i);
});

test("all lines of a run have its id, also after it has waited, and no other run has it", async () => {
  const run = () =>
    runWithId(async () => {
      logWarning("begun");
      await new Promise(setImmediate);
      logError("ended");
      return runId();
    });
  const ids = await Promise.all([run(), run()]);
  logWarning("outside");
  const lines = logged().map((line) => JSON.parse(line));
  expect(lines.map(({ message, run_id }) => [message, run_id])).toEqual([
    ["begun", ids[0]],
    ["begun", ids[1]],
    ["ended", ids[0]],
    ["ended", ids[1]],
    ["outside", undefined],
  ]);
  expect(ids[0]).not.toBe(ids[1]);
});
