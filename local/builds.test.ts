import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { pageEnvironment, settingsOf, sources } from "./builds.ts";
import { root } from "./places.ts";
import { portsFor } from "./ports.ts";

/** Every file that is code of a part, but its tests. */
function modulesOf(part: string): string[] {
  const beside = readdirSync(join(root, part)).filter((name) => /\.(mjs|ts)$/.test(name));
  const within = readdirSync(join(root, part, "src"), { recursive: true, encoding: "utf8" });
  const code = within.filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name));
  return [...beside, ...code.map((name) => join("src", name))].map((name) => join(root, part, name));
}

/** The files that a module imports by their place. */
function namedIn(path: string): string[] {
  const named = readFileSync(path, "utf8").matchAll(/(?:from|import|import\() ?"(\.{1,2}\/[^"]+)"/g);
  return [...named].map(([, place = ""]) => join(path, "..", place));
}

it("looks for changes in every folder that a build reads", () => {
  const named = ["functions", "web", "extension"].flatMap(modulesOf).flatMap(namedIn);
  expect(named.length).toBeGreaterThan(1_000);
  expect(named.filter((path) => !sources.some((source) => path.startsWith(join(source, "/"))))).toEqual([]);
});

it("looks for changes in every setting of a build, and in nothing else of the environment", () => {
  const settings = (shift: number, more: NodeJS.ProcessEnv = {}) =>
    settingsOf(["vite", "build"], { ...pageEnvironment(portsFor(shift), "extension"), ...more });
  const own = settings(0);
  expect(settings(0, { SHLVL: "7", npm_lifecycle_event: "start" })).toEqual(own);
  expect(settings(1000)).not.toEqual(own);
  expect(settings(0, { VITE_CONTACT_EMAIL: "who@example.org" })).not.toEqual(own);
  expect(settings(0, { NODE_ENV: "development" })).not.toEqual(own);
  expect(settings(0, { SENDWRIGHT_API: "https://api.example.org" })).not.toEqual(own);
  expect(settingsOf(["vite", "build", "--minify=false"], pageEnvironment(portsFor(0), "extension"))).not.toEqual(own);
});
