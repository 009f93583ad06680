import { cellText } from "../table/cells.ts";
import type { Pair, PairedList, Pairing, PersonFile } from "./types.ts";

/** The separators of file names in a cell. A name may have a semicolon or a bar: see `namesIn`. */
const BETWEEN = /[;|\n]/;

/** A name as files are compared: composed letters, no case, one kind of slash. */
function comparablePath(name: string): string {
  return name
    .normalize("NFC")
    .toLowerCase()
    .replace(/\\/g, "/")
    .replace(/^\.?\//, "")
    .trim();
}

/** A file's own name, as its email has it. */
export function withoutFolders(name: string): string {
  return name.slice(name.lastIndexOf("/") + 1);
}

/**
 * Endings that say what kind of file it is. Any other is a part of the name: in "anna.meyer", whom it
 * is about.
 */
const ENDING =
  /(?<=[^/\\])\.(?:pdf|docx?|xlsx?|pptx?|od[tspg]|rtf|txt|csv|md|html?|xml|json|pages|numbers|key|png|jpe?g|gif|webp|heic|tiff?|bmp|svg|eps|psd|zip|7z|eml|msg|ics|vcf|p7[ms]|mp[34]|m4a|mov|wav)$/i;

/** A file's name or path without the ending that says its kind. */
export function withoutEnding(name: string): string {
  return name.replace(ENDING, "");
}

export type FilesByName = ReadonlyMap<string, PersonFile | null>;

/**
 * Indexes files by every name that can mean only one of them: folders and endings count as soon as two files
 * differ only in them.
 */
export function indexByName(files: readonly PersonFile[]): FilesByName {
  const found = new Map<string, PersonFile | null>();
  for (const file of files) {
    const path = comparablePath(file.name);
    const name = withoutFolders(path);
    for (const one of new Set([path, withoutEnding(path), name, withoutEnding(name)]))
      found.set(one, found.has(one) ? null : file);
  }
  return found;
}

/**
 * The files that a cell names: first the whole cell, then its parts. A name that could mean two
 * files means none, and a cell with such a part, or one that is no file's, names none: no one gets
 * only some of their files.
 */
function namesIn(cell: string, known: FilesByName): readonly PersonFile[] {
  const whole = known.get(comparablePath(cell));
  if (whole) return [whole];
  if (!BETWEEN.test(cell)) return [];
  const parts = cell
    .split(BETWEEN)
    .map(comparablePath)
    .filter((part) => part !== "");
  const found = new Set(parts.flatMap((part) => known.get(part) ?? []));
  return parts.every((part) => known.get(part)) ? [...found] : [];
}

/**
 * Pairs files with the rows whose cells in a column name them. Null if the column doesn't name
 * files: at least half of its cells that have text must name one, and one of them with its ending.
 *
 * @param known the files `indexByName`
 */
export function namedIn(
  { columns, rows }: PairedList,
  files: readonly PersonFile[],
  column: string,
  known: FilesByName,
): Pairing | null {
  const place = columns.indexOf(column);
  const pairs: Pair[] = [];
  let filled = 0;
  let naming = 0;
  let hasEnding = false;
  for (const { id, cells } of rows) {
    const value = cellText(cells[place]).trim();
    if (value === "") continue;
    filled++;
    const named = namesIn(value, known);
    if (named.length > 0) naming++;
    hasEnding ||= named.some(({ name }) =>
      comparablePath(value).includes(withoutFolders(comparablePath(name))),
    );
    pairs.push(...named.map(({ hash }) => ({ row: id, hash })));
  }
  if (!hasEnding || naming * 2 < filled) return null;
  const paired = new Set(pairs.map(({ hash }) => hash));
  const leftOver = files.filter(({ hash }) => !paired.has(hash)).map(({ hash }) => hash);
  return { by: [column], isByFileName: true, pairs, unclear: [], leftOver };
}
