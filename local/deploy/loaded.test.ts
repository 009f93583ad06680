import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { loadAll } from "./framework.ts";

const three = `
  export const api = Object.assign(() => {}, { __endpoint: {} });
  export const sweep = Object.assign(() => {}, { __endpoint: {} });
  export const sendWorker = Object.assign(() => import("./late.js"), { __endpoint: { taskQueueTrigger: { rateLimits: {} } } });
  export const localSweep = undefined;`;

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sendwright-load-"));
  mkdirSync(join(folder, "lib"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(join(folder, "lib", "late.js"), "export {};");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function load(index: string) {
  writeFileSync(join(folder, "lib", "index.js"), index);
  return loadAll({ node: process.execPath, folder, env: { PATH: process.env.PATH }, logs: folder });
}

it("gives what each function says of itself", async () => {
  expect(await load(three)).toEqual({ api: {}, sweep: {}, sendWorker: { taskQueueTrigger: { rateLimits: {} } } });
});

it("finds a package that was not bundled, in a file too that is imported late", async () => {
  writeFileSync(join(folder, "lib", "late.js"), 'import "a-package-that-nobody-bundled";');
  const failure = load(three);
  await expect(failure).rejects.toThrow("Loading the functions failed.");
  await expect(failure).rejects.toMatchObject({ log: expect.stringContaining("a-package-that-nobody-bundled") });
});

it("refuses a bundle with other functions", async () => {
  await expect(load(`${three} export const another = sweep;`)).rejects.toThrow("another, api, sendWorker, sweep");
  await expect(load("export const api = Object.assign(() => {}, { __endpoint: {} });")).rejects.toThrow(
    "functions: api.",
  );
});
