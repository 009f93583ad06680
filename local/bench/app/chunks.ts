import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

/** A script of a built page, as Vite's manifest describes it. */
interface Chunk {
  file: string;
  imports?: string[];
}

/** Scripts that are loaded together: their size, and the modules that they are made of. */
export interface Loaded {
  /** Kilobytes, gzipped. */
  size: number;
  modules: string[];
}

/**
 * What comes with all modules that are imported when needed (`entries`), in a folder built with manifest and source
 * maps.
 */
export function loadedWith(dist: string, entries: readonly string[]): Loaded {
  const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(dist, ".vite", "manifest.json"), "utf8"));
  const names = new Set<string>();
  const take = (name: string) => {
    if (names.has(name)) return;
    const chunk = manifest[name];
    if (!chunk) throw new Error(`The build has no script of its own for ${name}.`);
    names.add(name);
    chunk.imports?.forEach(take);
  };
  entries.forEach(take);
  const files = [...names].map((name) => join(dist, manifest[name]?.file ?? ""));
  const bytes = files.reduce((sum, file) => sum + gzipSync(readFileSync(file)).length, 0);
  return { size: bytes / 1_000, modules: files.flatMap(modulesOf) };
}

/** The modules of a script, by its source map; the bundler's own code has none. */
function modulesOf(file: string): string[] {
  if (!existsSync(`${file}.map`)) return [];
  const { sources }: { sources: string[] } = JSON.parse(readFileSync(`${file}.map`, "utf8"));
  return sources.map((source) => join(file, "..", source));
}

/** The packages that one page's modules have in two versions, and the modules that are in two scripts. */
export function loadedTwice(modules: readonly string[]): string[] {
  const places = new Map<string, Set<string>>();
  for (const module of modules) {
    const [, place, name] = /^(.*node_modules\/((?:@[^/]+\/)?[^/]+))\//.exec(module) ?? [];
    if (place && name) places.set(name, (places.get(name) ?? new Set()).add(place));
  }
  const packages = [...places].filter(([, all]) => all.size > 1).map(([name]) => name);
  const seen = new Set<string>();
  const repeated = modules.filter((module) => {
    const isAgain = module.includes("node_modules") && seen.has(module);
    seen.add(module);
    return isAgain;
  });
  return [...packages, ...repeated];
}
