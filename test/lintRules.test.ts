import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";

/** A file each, and the rule that must be an error in it. */
const faults = {
  "floating.ts": {
    rule: "lint/nursery/noFloatingPromises",
    source:
      "async function save(): Promise<void> {}\nexport function run(): void {\n  save();\n}\n",
  },
  "misused.ts": {
    rule: "lint/nursery/noMisusedPromises",
    source:
      "async function isOpen(): Promise<boolean> {\n  return true;\n}\nexport function run(): number {\n  if (isOpen()) return 1;\n  return 2;\n}\n",
  },
  "one.ts": {
    rule: "lint/suspicious/noImportCycles",
    source: 'import { two } from "./two.ts";\nexport const one = two;\n',
  },
  "two.ts": {
    rule: "lint/suspicious/noImportCycles",
    source: 'import { one } from "./one.ts";\nexport const two = one;\n',
  },
  "packed.ts": {
    rule: "plugin",
    source: "const one = 1;\nexport const packed = { two: 2, ...{ one } };\n",
  },
  "packed.tsx": { rule: "plugin", source: 'export const packed = <p {...{ id: "one" }} />;\n' },
  "long.ts": {
    rule: "lint/style/noExcessiveLinesPerFile",
    source: "export const line = 1;\n".repeat(401),
  },
  "long.test.ts": {
    rule: "lint/style/noExcessiveLinesPerFile",
    source: "export const line = 1;\n".repeat(601),
  },
};

const root = fileURLToPath(new URL("..", import.meta.url));
let folder = "";
let report = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "sendwright-lint-"));
  const config = JSON.parse(readFileSync(join(root, "biome.json"), "utf8"));
  writeFileSync(join(folder, "biome.json"), JSON.stringify({ ...config, vcs: { enabled: false } }));
  for (const plugin of config.plugins) {
    mkdirSync(dirname(join(folder, plugin)), { recursive: true });
    copyFileSync(join(root, plugin), join(folder, plugin));
  }
  for (const [name, { source }] of Object.entries(faults))
    writeFileSync(join(folder, name), source);
  writeFileSync(join(folder, "short.ts"), "export const line = 1;\n".repeat(400));
  writeFileSync(join(folder, "short.test.ts"), "export const line = 1;\n".repeat(600));
  const biome = join(root, "node_modules/@biomejs/biome/bin/biome");
  const options = ["lint", "--reporter=github", "--max-diagnostics=none"];
  report = spawnSync(process.execPath, [biome, ...options], {
    cwd: folder,
    encoding: "utf8",
  }).stdout;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each(Object.entries(faults))("the fault in %s is an error", (name, { rule }) => {
  expect(report).toContain(`::error title=${rule},file=${join(folder, name)},`);
});

it.each(["short.ts", "short.test.ts"])("%s, just within the limit, is fine", (name) => {
  expect(report).not.toContain(`noExcessiveLinesPerFile,file=${join(folder, name)}`);
});
