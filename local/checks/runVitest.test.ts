import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runVitest, type VitestRun } from "./runVitest.ts";

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

test("whatever is red is counted, with its place, its difference and what it logged; what passes logs nothing", async () => {
  const outcome = await run({
    "a.test.js": [
      'test("passes", () => { console.log("quiet"); });',
      'test("compares", () => { console.error("provoked"); expect({ a: 1 }).toEqual({ a: 2 }); });',
      'describe("group", () => { beforeAll(() => { throw new Error("in the hook"); }); test("x", () => {}); });',
    ].join("\n"),
    "b.test.js": 'import "./nowhere.js";',
    "c.test.js":
      'test("leaves something", async () => { void Promise.reject(new Error("nobody caught")); await null; });',
  });
  expect(outcome).toMatchObject({ passed: 2, failed: 4 });
  const failures = outcome.failures.map(({ place, ...rest }) => ({ place: place.replace(/^.*\//, ""), ...rest }));
  expect(failures).toEqual(
    expect.arrayContaining([
      {
        place: "a.test.js:2:70",
        name: "compares",
        why: expect.stringMatching(
          /^AssertionError: expected { a: 1 } to deeply equal { a: 2 }\n[\s\S]*- +"a": 2,\n\+ +"a": 1,/,
        ),
        logged: "provoked",
      },
      { place: "a.test.js:3:51", name: "group", why: "Error: in the hook" },
      expect.objectContaining({ name: "the file", why: expect.stringContaining("./nowhere.js") }),
      { place: "c.test.js:1:60", name: "an error that no test caught", why: "Error: nobody caught" },
    ]),
  );
  expect(JSON.stringify(failures)).not.toContain("quiet");
});

test("a run without a test has failed; an extra file is run only when the run asks for it", async () => {
  const files = { "long.extra.test.js": 'test("long", () => {});' };
  expect(await run(files)).toMatchObject({
    ...{ passed: 0, failed: 1 },
    failures: [{ why: "No test was found. Files named *.extra.* run with npm run test:all." }],
  });
  expect(await run(files, { extra: true })).toMatchObject({ passed: 1, failed: 0 });
});
