import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const folders = [
  "core/src",
  "functions/src",
  "functions/test",
  "web/src",
  "extension/src",
  "local",
  "e2e",
  "hosting",
  "test",
];

function testsIn(folder: string): string[] {
  const found = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" });
  return found
    .filter((path) => /\.(test|e2e)\.tsx?$/.test(path) && !path.includes("node_modules"))
    .map((path) => join(folder, path));
}

// The result of a query is always truthy, even for a wrong text: assert the expected value
// (`toBeInTheDocument`, `toBe(true)`).
test("no test expects something merely truthy or falsy", () => {
  const tests = folders.flatMap(testsIn);
  expect(tests.length).toBeGreaterThan(100);
  const vague = /\.(?:toBeTruthy|toBeFalsy)\(/;
  expect(tests.filter((path) => vague.test(readFileSync(join(root, path), "utf8")))).toEqual([]);
});

// Spies on its classes reach their prototypes: streams of every later file of the thread break.
test("no test spies on a whole module of Node", () => {
  const spied = /vi\.mock\([^)]*"node:[^"]+"\)?, \{ spy/;
  expect(spied.test(`vi.mock(import(${'"node:net"'}), { spy: true });`)).toBe(true);
  const tests = folders.flatMap(testsIn);
  expect(tests.filter((path) => spied.test(readFileSync(join(root, path), "utf8")))).toEqual([]);
});
