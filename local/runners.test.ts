import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, test } from "vitest";
import { runStories, runVitest, type VitestRun, withFunctionsLog } from "./runners.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "sendwright-vitest-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs Vitest on files of this test's own. */
function run(files: Record<string, string>, more: Partial<VitestRun> = {}) {
  const root = mkdtempSync(join(folder, "run-"));
  const config =
    'export default { test: { projects: [{ test: { name: "own", include: ["*.test.js"], globals: true } }] } };';
  for (const [name, text] of Object.entries({ "vitest.config.js": config, ...files }))
    writeFileSync(join(root, name), text);
  return runVitest({
    projects: ["own"],
    logs: join(root, "logs"),
    options: ["--root", root],
    ...more,
  });
}

test("each failure is counted and reported with its place, reason and log; passed tests log nothing", async () => {
  const { passed, failed, report } = await run({
    "a.test.js":
      'test("compares", () => { console.error("provoked"); expect({ a: 1 }).toEqual({ a: 2 }); });',
    "b.test.js": 'import "./nowhere.js";',
    "c.test.js": 'test("passes", () => { console.log("quiet"); });',
  });
  expect({ passed, failed }).toEqual({ passed: 1, failed: 2 });
  for (const said of [
    "a.test.js:1:70",
    "compares",
    '-   "a": 2,',
    "provoked",
    "b.test.js",
    "./nowhere.js",
  ])
    expect(report).toContain(said);
  expect(report).not.toContain("quiet");
  expect(report).toMatch(/The whole log: .*test-own\.log$/);
});

test("an error that no test caught and a hook that throws are failures", async () => {
  const uncaught = await run({
    "a.test.js":
      'test("leaves", async () => { void Promise.reject(new Error("uncaught")); await null; });',
  });
  expect(uncaught).toMatchObject({
    passed: 1,
    failed: 1,
    report: expect.stringContaining("uncaught"),
  });
  const hook = await run({
    "a.test.js":
      'describe("g", () => { beforeAll(() => { throw new Error("hooked"); }); test("x", () => {}); });',
  });
  expect(hook).toMatchObject({ passed: 0, failed: 1, report: expect.stringContaining("hooked") });
});

test("a run without a test has failed; an extra file is run only when the run asks for it", async () => {
  const files = { "long.extra.test.js": 'test("long", () => {});' };
  const hint = expect.stringContaining("Files named *.extra.* run with npm run test:all.");
  expect(await run(files)).toMatchObject({ passed: 0, failed: 1, report: hint });
  expect(await run(files, { extra: true })).toEqual({ passed: 1, failed: 0, report: "" });
});

test("stories that Playwright does not find are a failure, with its own words", async () => {
  const places = { logs: join(folder, "logs"), failures: join(folder, "failures") };
  mkdirSync(places.logs);
  const asked = { projects: ["side by side"], files: ["no-such-story"] };
  const { passed, failed, report } = await runStories(places, process.env, asked);
  expect({ passed, failed }).toEqual({ passed: 0, failed: 1 });
  expect(report).toMatch(/No tests found|No Chromium found/);
});

const stories = { passed: 3, failed: 0, report: "" };
const BEGINNING = "i  functions: Beginning execution";
const LINE =
  '>  {"severity":"WARNING","message":"request refused","request_id":"476aff36","reason":"invalid_input"}';
const checked = (...lines: string[]) =>
  withFunctionsLog(stories, "firebase.log", [BEGINNING, ...lines].join("\n"));

test.each([
  ['>  {"message":"no grant for ada@example.com"}', "an address"],
  [">  GET /api/x?to=ada%40example.co.uk", "an address"],
  [">  ADA@EXAMPLE.COM", "an address"],
  ["i  hosting: 127.0.0.1 GET /app?details=ada@example.com", "an address"],
  [">  local@demo-sendwright.iam.gserviceaccount.com for ada@example.com", "an address"],
  [">  Bearer eyJhbGciOiJub25lIn0.eyJuYW1lIjoiQWRhIn0.", "a token"],
  [">  refresh eyJfQXV0aEVtdWxhdG9yUmVmcmVzaFRva2VuIjoiRE8g", "a token"],
  ['>  {"access_token":"ya29.a0AfB_byDq3hJ2x0QvR8T7kLmN"}', "a token of Google's"],
  [">  refresh_token=1%2F%2F0gq3hJ2x0QvR8T7kLmNa0AfB", "a token of Google's"],
  [">  with 1//0gq3hJ2x0QvR8T7kLmNa0AfB", "a token of Google's"],
  [">  ?code=4/0AfB_byDq3hJ2x0QvR8T7kLmN", "a token of Google's"],
  ["\u001b[90m>\u001b[39m  Ada.Lovelace+x@example.org", "an address"],
])("%s contains %s", (line, what) => {
  const { passed, failed, report } = checked(LINE, line);
  expect([passed, failed]).toEqual([5, 1]);
  expect(report).toContain(`firebase.log:3  Nothing personal is logged\n   It contains ${what}: `);
});

test.each([
  LINE,
  ">  at /work/node_modules/@google-cloud/storage/build/file.js:12",
  ">  GET /api/sends/4/0 took 1//0 of 14/0123456789012345678901",
  ">  yazl@3.3.1 local@demo-sendwright.iam.gserviceaccount.com",
  'i  hosting: 127.0.0.1 - - [22/Nov/2026:12:00:00 +0000] "GET /api/sends/4-0a HTTP/1.1" 200 312 "-" "Chrome/142.0"',
])("%s contains nothing of that kind", (line) => {
  expect(checked(line)).toEqual({ passed: 6, failed: 0, report: "" });
});

it("names the function that an unhandled error ended, beside the stories' output", () => {
  const line =
    '>  {"severity":"ERROR","message":"Unhandled error Error [ERR_MODULE_NOT_FOUND]: Cannot find module"}';
  const red = { passed: 2, failed: 1, report: "1) a story" };
  const { passed, failed, report } = withFunctionsLog(red, "firebase.log", `${BEGINNING}\n${line}`);
  expect([passed, failed]).toEqual([4, 2]);
  expect(report).toMatch(
    /^1\) a story\nfirebase\.log:2 {2}No function ends by .*\n.*ERR_MODULE_NOT_FOUND/,
  );
});

it("knows the emulator's answer without a word to a commit that it has carried out", () => {
  const ended = (error: string) =>
    checked(`>  {"severity":"ERROR","message":"Unhandled error Error: ${error}"}`).failed;
  expect(ended(String.raw`2 UNKNOWN: \n    at callErrorFromStatus`)).toBe(0);
  expect(ended(String.raw`2 UNKNOWN: Stream removed\n    at callErrorFromStatus`)).toBe(1);
  expect(ended(String.raw`10 ABORTED: \n    at callErrorFromStatus`)).toBe(1);
});

it("is not content with a log in which no function began: it is another, or empty", () => {
  expect(withFunctionsLog(stories, "firebase.log", "")).toMatchObject({ passed: 5, failed: 1 });
});
