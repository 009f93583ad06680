import { readdirSync } from "node:fs";
import { join, sep } from "node:path";
import { build } from "esbuild";
import { expect, it } from "vitest";
import { pageEnvironment, settingsOf, sources } from "./builds.ts";
import { root } from "./places.ts";
import { portsFor } from "./ports.ts";

const parts = ["functions", "web", "extension"];

/** Every file of ours that a build may begin with or come to; packages, ours among them, are not followed. */
function modulesOf(part: string): string[] {
  const within = readdirSync(join(root, part, "src"), { recursive: true, encoding: "utf8" });
  const beside = readdirSync(join(root, part)).map((name) => join("..", name));
  const isCode = (name: string) => /\.(tsx?|mjs)$/.test(name) && !/\.test\.tsx?$/.test(name);
  return [...within, ...beside].filter(isCode).map((name) => join(root, part, "src", name));
}

it("looks for changes in every folder that a build reads", async () => {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: parts.flatMap(modulesOf),
    bundle: true,
    packages: "external",
    external: ["*.woff2", "*.svg", "*.png"],
    outdir: "not-written",
    format: "esm",
    write: false,
    metafile: true,
  });
  const read = Object.keys(metafile.inputs).map((path) => join(root, path));
  expect(read.length).toBeGreaterThan(500);
  expect(read.filter((path) => !sources.some((source) => path.startsWith(source + sep)))).toEqual([]);
});

it("looks for changes in every setting of a build, and in nothing else of the environment", () => {
  const settings = (shift: number, more: NodeJS.ProcessEnv = {}) =>
    settingsOf(["vite", "build"], { ...pageEnvironment(portsFor(shift)), ...more });
  const own = settings(0);
  expect(settings(0, { SHLVL: "7", npm_lifecycle_event: "start" })).toEqual(own);
  expect(settings(1000)).not.toEqual(own);
  expect(settings(0, { VITE_CONTACT_EMAIL: "who@example.org" })).not.toEqual(own);
  expect(settings(0, { NODE_ENV: "development" })).not.toEqual(own);
  expect(settings(0, { SENDWRIGHT_API: "https://api.example.org" })).not.toEqual(own);
  expect(settingsOf(["vite", "build", "--minify=false"], pageEnvironment(portsFor(0)))).not.toEqual(own);
});
