import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const json = (...path: string[]) =>
  JSON.parse(readFileSync(join(import.meta.dirname, "..", ...path), "utf8"));
const { workspaces } = json("package.json");

test("every package of the lock has the integrity that it must have, and none another address than npm's", () => {
  const locked: [string, { link?: boolean; resolved?: string; integrity?: string }][] =
    Object.entries(json("package-lock.json").packages);
  const packages = locked.filter(([path, { link }]) => path.includes("node_modules/") && !link);
  expect(packages.length).toBeGreaterThan(500);
  // An absent address is the registry's own.
  for (const [path, { resolved = "https://registry.npmjs.org/", integrity }] of packages) {
    expect(resolved, path).toMatch(/^https:\/\/registry\.npmjs\.org\//);
    expect(integrity, path).toMatch(/^sha512-/);
  }
});

test("no install script of a package runs with any version of npm", () => {
  expect(readFileSync(join(import.meta.dirname, "..", ".npmrc"), "utf8")).toContain(
    "\nignore-scripts=true\n",
  );
});

test.each(["", ...workspaces])("/%s names exact versions only", (folder) => {
  const { dependencies, devDependencies } = json(folder, "package.json");
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
    expect(version, name).toMatch(/^(\d+\.\d+\.\d+(-[a-z]+\.\d+)?|\*)$/);
});
