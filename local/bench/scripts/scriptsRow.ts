import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { BenchRow } from "../../../bench/row.ts";
import { vite } from "../../builds.ts";
import { root } from "../../places.ts";
import { runStep } from "../../processes.ts";

const web = join(root, "web");
const dist = join(root, ".local", "bench", "scripts");
const log = join(root, ".local", "bench", "scripts.log");
const args = [vite, "build", web, "--outDir", dist, "--emptyOutDir", "--manifest"];
await runStep({ name: "The page's build", command: process.execPath, args, log });

/** A script of a built page, as Vite's manifest describes it. */
type Chunk = { file: string; imports?: string[] };
const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(dist, ".vite", "manifest.json"), "utf8"));

/** The kilobytes, gzipped, of these modules' scripts and of all that they import. */
function sizeOf(modules: readonly string[]): number {
  const names = new Set<string>();
  const take = (name: string) => {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`The build has no script of its own for ${name}.`);
    if (names.has(name)) return;
    names.add(name);
    chunk.imports?.forEach(take);
  };
  modules.forEach(take);
  const files = [...names].map((name) => join(dist, manifest[name]?.file ?? ""));
  return files.reduce((sum, file) => sum + gzipSync(readFileSync(file)).length, 0) / 1_000;
}

const landing = ["index.html"];
const tab = [...landing, "src/lib/firebase.ts", "src/app/AppPage.tsx", "src/features/templates/TemplatesTab.tsx"];
const editor = [...tab, "src/features/templates/TemplateEditor.tsx", "src/components/RichTextEditor/BodyField.tsx"];
const row = (name: string, what: string, modules: readonly string[], atMost: number): BenchRow => {
  const size = sizeOf(modules);
  const decision =
    "find the library or feature that came in (`vite build --manifest --sourcemap`) and load it with its screen.";
  return { name: `scripts-${name}`, what, unit: "kB, gzip", atMost, rounds: 1, decision, measure: () => size };
};

export const rows: BenchRow[] = [
  row("landing", "the landing page, before anything is clicked", landing, 100),
  row("tab", "the application to its first usable tab", tab, 300),
  row("editor", "and to the open editor", editor, 400),
];
rmSync(dist, { recursive: true, force: true });
