import { execFileSync } from "node:child_process";
import { posix } from "node:path";
import { expect, test } from "vitest";
import { files, read, root } from "./repository.ts";

/**
 * The size of this repository, in tracked files, in modules of the page with one importer, and in
 * characters of code without comments and white space, so that neither a wider line nor a shorter
 * comment changes it. A budget is the size when we last set it. Up to 2 % more is free.
 */
const BUDGETS = {
  files: 2_030,
  product: 2_548_000,
  tests: 3_616_000,
  tooling: 226_500,
  modulesWithOneImporter: 129,
};
const MARGIN = 1.02;

const isCode = (path: string) => /\.(tsx?|mjs|js|css)$/.test(path);
const isTest = (path: string) =>
  /\.(test|e2e|headed)\.tsx?$/.test(path) ||
  /^(e2e|test|[^/]+\/test)\/|\/testing\/|[tT]esting\.tsx?$/.test(path);
const isTooling = (path: string) => /^(local|bench|[^/]+\/bench)\//.test(path);
const tracked = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" })
  .split("\n")
  .filter(Boolean);

/**
 * A string, a template or a regular expression, which stays; or a comment or white space, which
 * doesn't count.
 */
const PIECE =
  /("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|(?<=[(,=:[!&|?{};]\s*)\/(?![*/])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/)|\/\*[\s\S]*?\*\/|\/\/[^\n]*|\s+/g;
const characters = (paths: readonly string[]) =>
  paths.reduce((sum, path) => sum + read(path).replace(PIECE, "$1").length, 0);

const code = tracked.filter(isCode);
const sizes = {
  files: () => tracked.length,
  product: () => characters(code.filter((path) => !isTest(path) && !isTooling(path))),
  tests: () => characters(code.filter((path) => isTest(path) && !isTooling(path))),
  tooling: () => characters(code.filter((path) => isTooling(path) && !isTest(path))),
};

test.each(Object.entries(sizes))("the repository's %s stay within their budget", (name, size) => {
  const budget = BUDGETS[name as keyof typeof sizes];
  expect(
    size(),
    `Look for what your change makes unnecessary, and remove it. If nothing is, set \`${name}\` in test/budgets.test.ts to this size and say what it is for in decision 22.`,
  ).toBeLessThanOrEqual(budget * MARGIN);
});

test("few modules of the page have a single importer", () => {
  const modules = files.filter(
    (path) =>
      /^web\/src\/.*\.tsx?$/.test(path) &&
      !isTest(path) &&
      !/testing|factories|\.d\.ts$/i.test(path),
  );
  const importers = new Map<string, Set<string>>();
  for (const path of modules) {
    for (const [, specifier = ""] of read(path).matchAll(
      /(?:from|import\(|new URL\()\s*"(\.{1,2}\/[^"]+)"/g,
    )) {
      const target = posix.join(posix.dirname(path), specifier);
      importers.set(target, (importers.get(target) ?? new Set()).add(path));
    }
  }
  expect(modules.length).toBeGreaterThan(200);
  const single = modules.filter((path) => importers.get(path)?.size === 1);
  expect(
    single.length,
    "Fold a module into its only importer, unless it is a subject of its own.",
  ).toBeLessThanOrEqual(BUDGETS.modulesWithOneImporter * MARGIN);
});

test("no module formats or makes a formatter as it loads: that takes longer than all the rest (see `lazily`)", () => {
  const modules = files.filter(
    (path) => /^(core|functions|web|extension)\/src\/.*\.tsx?$/.test(path) && !isTest(path),
  );
  expect(modules.length).toBeGreaterThan(400);
  const eager =
    /^(?:export )?(?:const|let)[^=]+=(?!(?:[^;]|;(?!\n))*=>)[^;]*(?:new Intl\.|\.toLocale|withCommas\()/m;
  expect(modules.filter((path) => eager.test(read(path)))).toEqual([]);
});
