import { lazily } from "../lazily.ts";
import { saysWho } from "../recipients/personName.ts";
import { cellText } from "../table/cells.ts";
import { dateAround, isNumber } from "./dates.ts";
import { namedIn, withoutEnding } from "./names.ts";
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
 * it.
 *
 * @param by the headers of the columns to pair by; those that pair most rows if absent
 */
export function pairFiles(
  list: PairedList,
  files: readonly PersonFile[],
  by?: readonly string[],
): Pairing {
  const found = sortedPairings(list, files, by);
  const best = found.find((one) => by === undefined || isSame(one.by, by));
  return best ? withoutContradicted(best, found) : nothing(files);
}

/** All pairings that pair a row, the one with the most rows first: the ways to choose from. */
export function pairings(list: PairedList, files: readonly PersonFile[]): Pairing[] {
  const found = sortedPairings(list, files);
  const [best, ...others] = found;
  return best === undefined ? [] : [withoutContradicted(best, found), ...others];
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
  const byName = tried.flatMap((columns) =>
    columns.length === 1 ? (namedIn(list, files, columns[0] ?? "") ?? []) : [],
  );
  const byValue = tried.map((columns) => byValues(words, index, columns));
  return [...byName, ...byValue]
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

/** The words of a list's cells. */
class ListWords {
  /** Headers of the columns. */
  readonly columns: readonly string[];
  readonly rows: readonly { id: number; cells: readonly (readonly NameWord[])[] }[];
  private readonly ofRow = new Map<number, ReadonlySet<string>>();
  /** Places of the columns that say who a row is. */
  private readonly who: readonly number[];

  constructor({ columns, rows }: PairedList) {
    this.columns = columns;
    this.rows = rows.map(({ id, cells }) => ({
      id,
      cells: columns.map((_, i) => wordsOf(cellText(cells[i]))),
    }));
    this.who = columns.flatMap((column, i) => (saysWho(column) ? [i] : []));
    for (const { id, cells } of this.rows)
      this.ofRow.set(id, new Set(cells.flatMap((words) => words.flatMap(spellingsOf))));
  }

  isIn(row: number, word: NameWord): boolean {
    return spellingsOf(word).some((spelling) => this.ofRow.get(row)?.has(spelling));
  }

  /**
   * The spellings of all words that tell rows apart: in these columns, in those that say who, and
   * numbers in any column with their letters: "INV" of INV-117, which isn't 117.
   */
  telling(by: readonly string[]): ReadonlySet<string> {
    const places = new Set([...this.who, ...by.map((column) => this.columns.indexOf(column))]);
    return new Set(
      this.rows.flatMap(({ cells }) =>
        cells.flatMap((words, i) => {
          const found = words.flatMap(spellingsOf);
          if (places.has(i)) return found;
          const letters = isNumberCell(words) ? lettersOf(words).flatMap(spellingsOf) : [];
          return [...found.filter(isNumber), ...letters];
        }),
      ),
    );
  }
}

/** Whether a value is a number with letters: an invoice's, not a sentence or a date. */
function isNumberCell(words: readonly NameWord[]): boolean {
  return words.length < 4 && words.some(({ short }) => /\d/.test(short));
}

function lettersOf(words: readonly NameWord[]): readonly NameWord[] {
  return words.filter(({ short }) => /^\p{L}+$/u.test(short));
}

/** A row's value in the columns tried, as words. */
interface RowValue {
  row: number;
  words: readonly NameWord[];
  /** The value's words as a name of a file may have them: a last name comes first or last. */
  orders: readonly (readonly NameWord[])[];
}

function valuesOf({ columns, rows }: ListWords, by: readonly string[]): RowValue[] {
  const places = by.map((column) => columns.indexOf(column));
  const isName = by.every(saysWho);
  return rows.flatMap(({ id, cells }) => {
    const parts = places.map((place) => cells[place] ?? []);
    if (parts.some(({ length }) => length === 0)) return [];
    const words = parts.flat();
    const turned = isName ? rotations(words) : [words];
    const swapped = parts.length > 1 ? [parts.toReversed().flat()] : [];
    return [{ row: id, words, orders: [...turned, ...swapped] }];
  });
}

/** "Anna Maria Müller" is "Müller, Anna Maria", too. */
function rotations(words: readonly NameWord[]): (readonly NameWord[])[] {
  return words.map((_, i) => [...words.slice(i), ...words.slice(0, i)]);
}

function byValues(words: ListWords, index: FileIndex, by: readonly string[]): Pairing {
  const rowsOfFile = new Map<IndexedFile, RowValue[]>();
  for (const value of valuesOf(words, by)) {
    for (const file of filesWith(value, index)) {
      const those = rowsOfFile.get(file);
      if (those) those.push(value);
      else rowsOfFile.set(file, [value]);
    }
  }
  const filesOfRow = new Map<number, IndexedFile[]>();
  for (const [file, values] of rowsOfFile) {
    const most = Math.max(...values.map(({ words: own }) => own.length));
    const longest = values.filter(
      (value) =>
        value.words.length === most ||
        !values.some(
          (other) => isInside(value.words, other.words) && !isBeside(value, other, file.words),
        ),
    );
    rowsOfFile.set(file, longest);
    for (const { row } of longest) {
      const those = filesOfRow.get(row);
      if (those) those.push(file);
      else filesOfRow.set(row, [file]);
    }
  }
  const otherWord = otherWords(rowsOfFile, index, words, by);
  const pairs: Pair[] = [];
  const unclear: UnclearFile[] = [];
  for (const file of index.files) {
    const values = rowsOfFile.get(file) ?? [];
    const [value] = values;
    if (value === undefined) continue;
    const rows = values.map(({ row }) => row);
    if (values.length > 1) {
      unclear.push({ hash: file.hash, rows, reason: { kind: "several_rows" } });
      continue;
    }
    const word = otherWord(file, value.row) ?? dateIn(value, file, words);
    if ((filesOfRow.get(value.row)?.length ?? 0) > 1) {
      unclear.push({ hash: file.hash, rows, reason: { kind: "several_files" } });
    } else if (word !== null) {
      unclear.push({ hash: file.hash, rows, reason: { kind: "other_word", word } });
    } else pairs.push({ row: value.row, hash: file.hash });
  }
  const isFound = pairs.length > 1 || mayBeOne(words, by, pairs[0]?.row);
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
    cells?.[columns.indexOf(column)]?.some(({ short }) => /\d/.test(short)),
  );
}

/** The part of a date that a value may be in a file's name, if the row hasn't got that part. */
function dateIn({ row, words }: RowValue, file: IndexedFile, list: ListWords): string | null {
  const [number, ...more] = words;
  const part = number && more.length === 0 ? dateAround(number.short, file.words) : null;
  return part === null || list.isIn(row, { short: part, long: part }) ? null : part;
}

function filesWith({ words, orders }: RowValue, index: FileIndex): readonly IndexedFile[] {
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
function isBeside(value: RowValue, longer: RowValue, name: readonly NameWord[]): boolean {
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
  candidates: ReadonlyMap<IndexedFile, readonly RowValue[]>,
  index: FileIndex,
  words: ListWords,
  by: readonly string[],
): (file: IndexedFile, row: number) => string | null {
  const telling = lazily(() => words.telling(by));
  const saysNothing = memoized((word: NameWord) => {
    if (spellingsOf(word).some((spelling) => telling().has(spelling))) return false;
    if (!index.isInMost(word) || index.with(word).size < MIN_COMMON) return false;
    const rows = [...index.with(word)].flatMap((file) => candidates.get(file) ?? []);
    return new Set(rows.map(({ row }) => row)).size >= MIN_COMMON;
  });
  return (file, row) =>
    file.words.find((word) => !words.isIn(row, word) && !saysNothing(word))?.short ?? null;
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
  const contradict = (hash: string, others: readonly number[], columns: readonly string[]) => {
    const own = rowOf.get(hash);
    if (own === undefined || others.includes(own)) return;
    const reason = { kind: "other_column" as const, columns };
    contradicted.set(hash, { hash, rows: [own, ...others], reason });
  };
  for (const [hash, { rows, columns }] of peopleNamed(all)) contradict(hash, rows, columns);
  for (const { by, pairs } of all) {
    for (const { hash, row } of pairs) contradict(hash, [row], by);
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
  const found = new Map<string, { rows: number[]; columns: readonly string[] }>();
  for (const { by, pairs, unclear } of pairings) {
    if (!by.every(saysWho)) continue;
    const named = pairs.map(({ hash, row }) => ({ hash, rows: [row] }));
    for (const { hash, rows } of [...named, ...unclear]) {
      const known = found.get(hash);
      if (known) known.rows.push(...rows);
      else found.set(hash, { rows: [...rows], columns: by });
    }
  }
  return found;
}
