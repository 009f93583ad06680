import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { deployedLock, type Locked } from "./deployedLock.mjs";

type Packages = Record<string, Locked>;

const json = (...path: string[]) =>
  JSON.parse(readFileSync(join(import.meta.dirname, "..", ...path), "utf8"));
const manifest = (...names: string[]) => ({
  name: "deployed",
  version: "1.0.0",
  dependencies: Object.fromEntries(names.map((name) => [name, "1.0.0"])),
});
const some = (more: Locked = {}): Locked => ({ version: "1.0.0", integrity: "sha512-x", ...more });
const lockOf = (packages: Packages, ...names: string[]): Packages =>
  deployedLock({ lockfileVersion: 3, packages }, manifest(...names)).packages as Packages;

describe("the lock of the deployed functions", () => {
  const ours: Packages = json("package-lock.json").packages;
  const { dependencies } = json("functions", "package.json");
  const { "": own, ...packages } = deployedLock(json("package-lock.json"), {
    ...manifest(),
    dependencies,
  }).packages;

  it("has the versions of the repository's lock for every package", () => {
    expect(own?.dependencies).toEqual(dependencies);
    expect(Object.keys(packages).length).toBeGreaterThan(100);
    for (const [path, { optional: _, ...entry }] of Object.entries(packages as Packages)) {
      expect(ours[path], path).toMatchObject(entry);
      expect(entry.integrity, path).toMatch(/^sha512-/);
    }
  });

  it("has the packages that are not bundled, the framework that runs them, and nothing for development", () => {
    for (const name of [
      "firebase-admin",
      "firebase-functions",
      "@google-cloud/functions-framework",
    ])
      expect(packages).toHaveProperty(`node_modules/${name}`);
    for (const name of ["vitest", "esbuild", "firebase-tools", "googleapis"])
      expect(packages).not.toHaveProperty(`node_modules/${name}`);
    expect(
      Object.values(packages as Packages).filter(({ dev, devOptional }) => dev || devOptional),
    ).toEqual([]);
  });
});

describe("a package", () => {
  it("comes from the nearest node_modules, as Node finds it", () => {
    const packages = {
      "node_modules/a": some({ dependencies: { b: "^1.0.0", c: "^1.0.0" } }),
      "node_modules/a/node_modules/b": some({ dependencies: { c: "^1.0.0" } }),
      "node_modules/b": some(),
      "node_modules/c": some(),
    };
    const found = ["", "node_modules/a", "node_modules/a/node_modules/b", "node_modules/c"];
    expect(Object.keys(lockOf(packages, "a"))).toEqual(found);
  });

  it("is optional only when nothing needs it firmly", () => {
    const packages = {
      "node_modules/a": some({
        dependencies: { c: "1" },
        optionalDependencies: { b: "1", gone: "1" },
      }),
      "node_modules/b": some({ dependencies: { c: "1", d: "1" } }),
      "node_modules/c": some({ devOptional: true }),
      "node_modules/d": some({ dev: true }),
    };
    const optional = { b: true, c: undefined, d: true };
    for (const [name, is] of Object.entries(optional))
      expect(lockOf(packages, "a")[`node_modules/${name}`]?.optional).toBe(is);
  });

  it("brings the peers that it must have", () => {
    const peerDependencies = { b: "1", c: "1" };
    const packages = {
      "node_modules/a": some({ peerDependencies, peerDependenciesMeta: { c: { optional: true } } }),
      "node_modules/b": some({ peer: true }),
      "node_modules/c": some(),
    };
    expect(Object.keys(lockOf(packages, "a"))).toEqual(["", "node_modules/a", "node_modules/b"]);
  });

  it("is refused when a workspace alone has it, and without an integrity", () => {
    expect(() => lockOf({ "functions/node_modules/a": some() }, "a")).toThrow("no a");
    expect(() => lockOf({ "node_modules/a": { version: "1.0.0" } }, "a")).toThrow(
      "no integrity for node_modules/a",
    );
  });
});
