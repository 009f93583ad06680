import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The sources and results of a build. */
export interface Making {
  /** Everything else that the result depends on: commands, addresses, versions. */
  settings: readonly string[];
  /** The files that it is made of, and folders with all that is in them. */
  reads: readonly string[];
  /** The files and folders that are made. */
  writes: readonly string[];
  /** The file that remembers it. */
  mark: string;
}

/** Built files, as in .gitignore, and installed ones, which the lock describes. */
const NOT_SOURCE = /^(node_modules|dist)$|\.zip$/;

/**
 * Builds unless the existing result came from the same bytes and settings. The mark is one hash over everything
 * read and written: a change on either side, a missing file, half a file or half a mark
 * gives another hash, and everything is built again.
 */
export async function makeUnlessUnchanged(making: Making, make: () => Promise<void>): Promise<void> {
  const { mark } = making;
  const before = hashOfSources(making);
  if (existsSync(mark) && readFileSync(mark, "utf8") === hashOfBoth(before, making)) return;
  await make();
  // If a source changed in the meantime, we can't know which version was read.
  if (hashOfSources(making) !== before) return;
  mkdirSync(dirname(mark), { recursive: true });
  writeFileSync(mark, hashOfBoth(before, making));
}

function hashOfSources({ settings, reads }: Making): string {
  return hashOf(
    [JSON.stringify(settings)],
    reads.flatMap((path) => filesOf(path, (name) => !NOT_SOURCE.test(name))),
  );
}

function hashOfBoth(sources: string, { writes }: Making): string {
  return hashOf(
    [sources],
    writes.flatMap((path) => filesOf(path, () => true)),
  );
}

/** Every file at or below a path, in the same order each time; none where nothing is. */
function filesOf(path: string, isWanted: (name: string) => boolean): string[] {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  const names = readdirSync(path).filter(isWanted).sort();
  return names.flatMap((name) => filesOf(join(path, name), isWanted));
}

/** Of texts, and of files with their paths; each with its length before it, so that no two lists are one text. */
function hashOf(texts: readonly string[], paths: readonly string[]): string {
  const hash = createHash("sha256");
  for (const part of [...texts, ...paths.flatMap((path) => [path, readFileSync(path)])])
    hash.update(`${Buffer.byteLength(part)}:`).update(part);
  return hash.digest("hex");
}
