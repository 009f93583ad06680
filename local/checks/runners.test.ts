import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runStories, runVitest, type VitestRun } from "./runners.ts";

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
  return runVitest({ projects: ["own"], logs: join(root, "logs"), options: ["--root", root], ...more });
}

test("whatever is red is counted and reported with its place, its reason and what it logged; what passes logs nothing", async () => {
  const { passed, failed, report } = await run({
    "a.test.js": 'test("compares", () => { console.error("provoked"); expect({ a: 1 }).toEqual({ a: 2 }); });',
    "b.test.js": 'import "./nowhere.js";',
    "c.test.js": 'test("passes", () => { console.log("quiet"); });',
  });
  expect({ passed, failed }).toEqual({ passed: 1, failed: 2 });
  for (const said of ["a.test.js:1:70", "compares", '-   "a": 2,', "provoked", "b.test.js", "./nowhere.js"])
    expect(report).toContain(said);
  expect(report).not.toContain("quiet");
  expect(report).toMatch(/The whole log: .*test-own\.log$/);
});

test("an error that no test caught and a hook that throws are failures", async () => {
  const uncaught = await run({
    "a.test.js": 'test("leaves", async () => { void Promise.reject(new Error("uncaught")); await null; });',
  });
  expect(uncaught).toMatchObject({ passed: 1, failed: 1, report: expect.stringContaining("uncaught") });
  const hook = await run({
    "a.test.js": 'describe("g", () => { beforeAll(() => { throw new Error("hooked"); }); test("x", () => {}); });',
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
