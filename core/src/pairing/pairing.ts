import { lazily } from "../lazily.ts";
import { saysWho } from "../recipients/personName.ts";
import { dateAround } from "./dates.ts";
import { type CellWords, ListWords, NO_CELL } from "./listWords.ts";
import { byName, namedIn, withoutEnding } from "./names.ts";
import type { Pair, PairedList, Pairing, PersonFile, UnclearFile } from "./types.ts";
import { isSameWord, type NameWord, placeOf, spellingsOf, wordsOf } from "./words.ts";

/** A file with the words of its name; its ending isn't one of them. */
interface IndexedFile extends PersonFile {
  words: readonly NameWord[];
}

/** A word in the names of fewer rows' files than this says something about its file. */
const MIN_COMMON = 3;
/** At most so many columns say who a row is; two of them are tried together. */
const MAX_NAMES = 6;

/**
 * Pairs files with the rows they belong to (rule: row files). No pair is a guess: the value is in
 * one file's name only, no other row's value is in it, and nothing else in the name speaks against
 * it. Behind the pairing are the others that pair a row, the one with the most rows first: the ways
 * to choose from.
 *
 * @param by the headers of the columns to pair by; those that pair most rows if absent
 */
export function pairings(
  list: PairedList,
  files: readonly PersonFile[],
  by?: readonly string[],
): readonly [Pairing, ...Pairing[]] {
  const found = sortedPairings(list, files, by);
  const best = found.find((one) => by === undefined || isSame(one.by, by));
  const others = found.filter((one) => one !== best);
  return [best ? withoutContradicted(best, found) : nothing(files), ...others];
}

/** Also those that don't pair by the columns asked for: they may contradict the one that does. */
function sortedPairings(
  list: PairedList,
  files: readonly PersonFile[],
  by: readonly string[] = [],
): Pairing[] {
  const all = choices(list.columns);
  const tried = by.length === 0 || all.some((one) => isSame(one, by)) ? all : [...all, by];
  const named = files.map((file) => ({ ...file, words: wordsOf(withoutEnding(file.name)) }));
  const index = new FileIndex(named);
  const words = new ListWords(list);
  const known = byName(files);
  const byFileName = tried.flatMap((columns) =>
    columns.length === 1 ? (namedIn(list, files, columns[0] ?? "", known) ?? []) : [],
  );
  const byValue = tried.map((columns) => byValues(words, index, columns));
  return [...byFileName, ...byValue]
    .filter(({ pairs, unclear }) => pairs.length + unclear.length > 0)
    .toSorted(
      (a, b) => Number(b.isByFileName) - Number(a.isByFileName) || b.pairs.length - a.pairs.length,
    );
}

function isSame(columns: readonly string[], others: readonly string[]): boolean {
  return columns.length === others.length && columns.every((one, i) => one === others[i]);
}

function nothing(files: readonly PersonFile[]): Pairing {
  const leftOver = files.map(({ hash }) => hash);
  return { by: [], isByFileName: false, pairs: [], unclear: [], leftOver };
}

/** Each column alone, and two together where both say who the row is. */
function choices(columns: readonly string[]): readonly string[][] {
  const who = columns.filter(saysWho).slice(0, MAX_NAMES);
  const two = who.flatMap((one, i) => who.slice(i + 1).map((other) => [one, other]));
  return [...columns.map((column) => [column]), ...two];
}

const NO_FILES: ReadonlySet<IndexedFile> = new Set();

/** Files by the words in their names. */
class FileIndex {
  readonly files: readonly IndexedFile[];
  private readonly byWord = new Map<string, Set<IndexedFile>>();

  constructor(files: readonly IndexedFile[]) {
    this.files = files;
    for (const file of files) {
      for (const spelling of new Set(file.words.flatMap(spellingsOf))) {
        const those = this.byWord.get(spelling);
        if (those) those.add(file);
        else this.byWord.set(spelling, new Set([file]));
      }
    }
  }

  /** The files whose names have this word. */
  with({ short, long }: NameWord): ReadonlySet<IndexedFile> {
    const found = this.byWord.get(short) ?? NO_FILES;
    // Copying a set of many files for each row would take most of the time.
    const others = short === long ? undefined : this.byWord.get(long);
    return others ? new Set([...found, ...others]) : found;
  }

  /** Whether most names have this word. */
  isInMost(word: NameWord): boolean {
    return this.with(word).size * 2 > this.files.length;
  }
}

/** A value in the columns tried, as words, and the rows that have it. */
interface PairingValue {
  /** Ids, in the order of the list. */
  rows: number[];
  words: readonly NameWord[];
  /** The value's words as a name of a file may have them: a last name comes first or last. */
  orders: readonly (readonly NameWord[])[];
}

/** The different values in the columns: rows with the same one have the same files. */
function valuesOf({ columns, rows }: ListWords, by: readonly string[]): readonly PairingValue[] {
  const places = by.map((column) => columns.indexOf(column));
  const isName = by.every(saysWho);
  const found = new Map<string, PairingValue>();
  for (const { id, cells } of rows) {
    const parts = places.map((place) => cells[place] ?? NO_CELL);
    if (parts.some(({ words }) => words.length === 0)) continue;
    const key = parts.map((part) => part.id).join();
    const known = found.get(key);
    if (known) known.rows.push(id);
    else found.set(key, { rows: [id], ...wordsIn(parts, isName) });
  }
  return [...found.values()];
}

function wordsIn(parts: readonly CellWords[], isName: boolean): Omit<PairingValue, "rows"> {
  const words = parts.flatMap((part) => part.words);
  const turned = isName ? rotations(words) : [words];
  const swapped = parts.length > 1 ? [parts.toReversed().flatMap((part) => part.words)] : [];
  return { words, orders: [...turned, ...swapped] };
}

/** "Anna Maria Müller" is "Müller, Anna Maria", too. */
function rotations(words: readonly NameWord[]): (readonly NameWord[])[] {
  return words.map((_, i) => [...words.slice(i), ...words.slice(0, i)]);
}

/** The values in each file's name, without those that are only a part of a longer one. */
function valuesInFiles(
  values: readonly PairingValue[],
  index: FileIndex,
): ReadonlyMap<IndexedFile, readonly PairingValue[]> {
  const found = new Map<IndexedFile, PairingValue[]>();
  for (const value of values) {
    for (const file of filesWith(value, index)) {
      const those = found.get(file);
      if (those) those.push(value);
      else found.set(file, [value]);
    }
  }
  for (const [file, those] of found) if (those.length > 1) found.set(file, longest(those, file));
  return found;
}

function longest(values: readonly PairingValue[], file: IndexedFile): PairingValue[] {
  const most = Math.max(...values.map(({ words }) => words.length));
  return values.filter(
    (value) =>
      value.words.length === most ||
      !values.some(
        (other) => isInside(value.words, other.words) && !isBeside(value, other, file.words),
      ),
  );
}

function byValues(list: ListWords, index: FileIndex, by: readonly string[]): Pairing {
  const valuesOfFile = valuesInFiles(valuesOf(list, by), index);
  const filesOfValue = new Map<PairingValue, number>();
  for (const value of [...valuesOfFile.values()].flat())
    filesOfValue.set(value, (filesOfValue.get(value) ?? 0) + 1);
  const otherWord = otherWords(valuesOfFile, index, list, by);
  const pairs: Pair[] = [];
  const unclear: UnclearFile[] = [];
  for (const file of index.files) {
    const values = valuesOfFile.get(file) ?? [];
    const [value] = values;
    const [row] = value?.rows ?? [];
    if (value === undefined || row === undefined) continue;
    const rows = values.length > 1 ? list.inOrder(values.flatMap((one) => one.rows)) : value.rows;
    if (rows.length > 1) {
      unclear.push({ hash: file.hash, rows, reason: { kind: "several_rows" } });
      continue;
    }
    if ((filesOfValue.get(value) ?? 0) > 1) {
      unclear.push({ hash: file.hash, rows, reason: { kind: "several_files" } });
      continue;
    }
    const word = otherWord(file, row) ?? dateIn(value, row, file, list);
    if (word === null) pairs.push({ row, hash: file.hash });
    else unclear.push({ hash: file.hash, rows, reason: { kind: "other_word", word } });
  }
  const isFound = pairs.length > 1 || mayBeOne(list, by, pairs[0]?.row);
  const found = isFound ? pairs : [];
  const kept = new Set([...found, ...unclear].map(({ hash }) => hash));
  const leftOver = index.files.map(({ hash }) => hash).filter((hash) => !kept.has(hash));
  return { by, isByFileName: false, pairs: found, unclear, leftOver };
}

/**
 * Whether a column may pair one row only. If it doesn't say who someone is, a word in a file's name,
 * such as a teacher's, may be in it by chance; a number rather not.
 */
function mayBeOne({ columns, rows }: ListWords, by: readonly string[], row?: number): boolean {
  if (rows.length === 1 || by.every(saysWho)) return true;
  const cells = rows.find(({ id }) => id === row)?.cells;
  return by.some((column) =>
    cells?.[columns.indexOf(column)]?.words.some(({ short }) => /\d/.test(short)),
  );
}

/** The part of a date that a value may be in a file's name, if the row hasn't got that part. */
function dateIn(
  { words }: PairingValue,
  row: number,
  file: IndexedFile,
  list: ListWords,
): string | null {
  const [number, ...more] = words;
  const part = number && more.length === 0 ? dateAround(number.short, file.words) : null;
  return part === null || list.isIn(row, { short: part, long: part }) ? null : part;
}

function filesWith({ words, orders }: PairingValue, index: FileIndex): readonly IndexedFile[] {
  // Any of its words would do: the one in the fewest files is the quickest.
  const sets = words.map((word) => index.with(word));
  const fewest = sets.reduce((least, next) => (next.size < least.size ? next : least));
  return [...fewest].filter((file) => orders.some((order) => placeOf(order, file.words) !== -1));
}

/** Whether all words of one value are in a longer one: "Anna" in "Anna-Lena". */
function isInside(words: readonly NameWord[], longer: readonly NameWord[]): boolean {
  return (
    words.length < longer.length &&
    words.every((word) => longer.some((other) => isSameWord(word, other)))
  );
}

/** Whether a value is in a name besides a longer one that has its words: "Anna, Anna-Lena". */
function isBeside(value: PairingValue, longer: PairingValue, name: readonly NameWord[]): boolean {
  return longer.orders.some((order) => {
    const at = placeOf(order, name);
    const rest = at === -1 ? [] : [name.slice(0, at), name.slice(at + order.length)];
    return rest.some((part) => value.orders.some((own) => placeOf(own, part) !== -1));
  });
}

/**
 * A function that finds the first word in a file's name that speaks against its row: not the row's,
 * and not one that most files have, those of several rows among them. A word that tells other rows
 * apart always speaks against it.
 */
function otherWords(
  values: ReadonlyMap<IndexedFile, readonly PairingValue[]>,
  index: FileIndex,
  list: ListWords,
  by: readonly string[],
): (file: IndexedFile, row: number) => string | null {
  const telling = lazily(() => list.telling(by));
  const saysNothing = memoized((word: NameWord) => {
    if (spellingsOf(word).some((spelling) => telling().has(spelling))) return false;
    if (!index.isInMost(word) || index.with(word).size < MIN_COMMON) return false;
    const rows = new Set<number>();
    for (const file of index.with(word)) {
      for (const row of (values.get(file) ?? []).flatMap((value) => value.rows)) rows.add(row);
      if (rows.size >= MIN_COMMON) return true;
    }
    return false;
  });
  return (file, row) =>
    file.words.find((word) => !list.isIn(row, word) && !saysNothing(word))?.short ?? null;
}

/** Words with the same spellings give the same result. */
function memoized(judge: (word: NameWord) => boolean): (word: NameWord) => boolean {
  const known = new Map<string, boolean>();
  return (word) => {
    const key = `${word.short} ${word.long}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const judged = judge(word);
    known.set(key, judged);
    return judged;
  };
}

/**
 * A pairing without the pairs that other columns contradict: one pairs the file with another row, or
 * those that say who someone is find others in its name, but not its row.
 */
function withoutContradicted(best: Pairing, all: readonly Pairing[]): Pairing {
  if (best.isByFileName) return best;
  const rowOf = new Map(best.pairs.map(({ hash, row }) => [hash, row]));
  const contradicted = new Map<string, UnclearFile>();
  type Rows = readonly (readonly number[])[];
  const contradict = (hash: string, others: Rows, columns: readonly string[]) => {
    const own = rowOf.get(hash);
    if (own === undefined || others.some((rows) => rows.includes(own))) return;
    const reason = { kind: "other_column" as const, columns };
    contradicted.set(hash, { hash, rows: [own, ...others.flat()], reason });
  };
  for (const [hash, { rows, columns }] of peopleNamed(all)) contradict(hash, rows, columns);
  for (const { by, pairs } of all) {
    for (const { hash, row } of pairs) contradict(hash, [[row]], by);
  }
  if (contradicted.size === 0) return best;
  return {
    ...best,
    pairs: best.pairs.filter(({ hash }) => !contradicted.has(hash)),
    unclear: [...best.unclear, ...contradicted.values()],
  };
}

/** By hash: the rows that columns which say who someone is find in a file's name, clear or not. */
function peopleNamed(pairings: readonly Pairing[]) {
  const found = new Map<string, { rows: (readonly number[])[]; columns: readonly string[] }>();
  for (const { by, pairs, unclear } of pairings) {
    if (!by.every(saysWho)) continue;
    const named = pairs.map(({ hash, row }) => ({ hash, rows: [row] }));
    for (const { hash, rows } of [...named, ...unclear]) {
      const known = found.get(hash);
      if (known) known.rows.push(rows);
      else found.set(hash, { rows: [rows], columns: by });
    }
  }
  return found;
}
