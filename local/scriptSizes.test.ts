import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { vite } from "./builds.ts";
import { root } from "./places.ts";
import { runStep } from "./processes.ts";

const dist = mkdtempSync(join(tmpdir(), "sendwright-page-"));
/** A script of the built page, as Vite's manifest describes it. */
type Chunk = { file: string; imports?: string[] };
let manifest: Record<string, Chunk>;

beforeAll(async () => {
  const args = [
    vite,
    "build",
    join(root, "web"),
    "--outDir",
    dist,
    "--emptyOutDir",
    "--manifest",
    "--logLevel",
    "warn",
  ];
  await runStep({
    name: "The page's build",
    command: process.execPath,
    args,
    log: join(dist, "build.log"),
    env: { ...process.env, NODE_ENV: "production" },
  });
  manifest = JSON.parse(readFileSync(join(dist, ".vite", "manifest.json"), "utf8"));
});
afterAll(() => rmSync(dist, { recursive: true, force: true }));

/** The scripts of these modules and of all that they import. */
function scriptsOf(modules: readonly string[], names = new Set<string>()): Set<string> {
  for (const name of modules.filter((one) => !names.has(one))) {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`The build has no script for ${name}.`);
    names.add(name);
    scriptsOf(chunk.imports ?? [], names);
  }
  return names;
}

const LANDING = ["index.html"];
const TAB = [...LANDING, "src/lib/firebase.ts", "src/app/AppPage.tsx", "src/features/templates/TemplatesTab.tsx"];
const EDITOR = [...TAB, "src/features/templates/TemplateEditor.tsx", "src/components/RichTextEditor/BodyField.tsx"];

/** In kilobytes, gzipped. Over budget, find what came in with `vite build --manifest --sourcemap`, and load it later. */
test.each([
  ["the landing page", LANDING, 99],
  ["the application to its first usable tab", TAB, 290],
  ["the application to the open editor", EDITOR, 398],
])("%s loads no more script than its budget", (_, modules, budget) => {
  const files = [...scriptsOf(modules)].map((name) => readFileSync(join(dist, manifest[name]?.file ?? "")));
  expect(files.reduce((sum, file) => sum + gzipSync(file).length, 0) / 1_000).toBeLessThanOrEqual(budget);
});
