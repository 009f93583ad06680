import { posix } from "node:path";
import { expect, test } from "vitest";
import { files, read } from "./repository.ts";

/** The size of this repository. Raising a number needs a decision record (decision 22). */
const BUDGETS = { files: 1_140, linesOfCode: 120_500, modulesWithOneImporter: 71, linesOfTooling: 6_235 };

const isCode = (path: string) => /\.(tsx?|mjs|js|css)$/.test(path);
const isTest = (path: string) => /\.(test|e2e)\.tsx?$/.test(path);
const lines = (paths: readonly string[]) => paths.reduce((sum, path) => sum + read(path).split("\n").length - 1, 0);

test("the repository has no more files and lines than its budget", () => {
  expect(files.length).toBeLessThanOrEqual(BUDGETS.files);
  expect(lines(files.filter(isCode))).toBeLessThanOrEqual(BUDGETS.linesOfCode);
});

test("the local stack, its checks and the bench stay small", () => {
  const tooling = files.filter((path) => /^(local|bench|[^/]+\/bench)\//.test(path) && isCode(path) && !isTest(path));
  expect(tooling.length).toBeGreaterThan(50);
  expect(lines(tooling)).toBeLessThanOrEqual(BUDGETS.linesOfTooling);
});

test("few modules of the page have a single importer", () => {
  const modules = files.filter(
    (path) => /^web\/src\/.*\.tsx?$/.test(path) && !isTest(path) && !/testing|factories|\.d\.ts$/i.test(path),
  );
  const importers = new Map<string, Set<string>>();
  for (const path of modules) {
    for (const [, specifier = ""] of read(path).matchAll(/(?:from|import\(|new URL\()\s*"(\.{1,2}\/[^"]+)"/g)) {
      const target = posix.join(posix.dirname(path), specifier);
      importers.set(target, (importers.get(target) ?? new Set()).add(path));
    }
  }
  expect(modules.length).toBeGreaterThan(200);
  const single = modules.filter((path) => importers.get(path)?.size === 1);
  expect(single.length).toBeLessThanOrEqual(BUDGETS.modulesWithOneImporter);
});

test("no module formats or makes a formatter as it loads: that takes longer than all the rest (see `lazily`)", () => {
  const modules = files.filter((path) => /^(core|functions|web|extension)\/src\/.*\.tsx?$/.test(path) && !isTest(path));
  expect(modules.length).toBeGreaterThan(400);
  const eager = /^(?:export )?(?:const|let)[^=]+=(?!(?:[^;]|;(?!\n))*=>)[^;]*(?:new Intl\.|\.toLocale|withCommas\()/m;
  expect(modules.filter((path) => eager.test(read(path)))).toEqual([]);
});
