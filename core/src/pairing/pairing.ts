import { groupBy, groupEntries } from "../groupBy.ts";
import { largest } from "../largest.ts";
import { lazily } from "../lazily.ts";
import { occurrences } from "../occurrences.ts";
import { saysWho } from "../recipients/personName.ts";
import { dateAround } from "./dates.ts";
import { type CellWords, ListWords, NO_CELL } from "./listWords.ts";
import { indexByName, namedIn, withoutEnding } from "./names.ts";
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
 * @param chosen files that are paired by hand: they only show which words most names have
 */
export function pairings(
  list: PairedList,
  files: readonly PersonFile[],
  by?: readonly string[],
  chosen: readonly PersonFile[] = [],
): readonly [Pairing, ...Pairing[]] {
  const found = sortedPairings(list, files, by, chosen);
  const best = found.find((one) => by === undefined || isSame(one.by, by));
  const others = found.filter((one) => one !== best);
  return [best ? withoutContradicted(best, found) : withoutPairs(files), ...others];
}

/** Also those that don't pair by the columns asked for: they may contradict the one that does. */
function sortedPairings(
  list: PairedList,
  files: readonly PersonFile[],
  by: readonly string[] = [],
  chosen: readonly PersonFile[],
): Pairing[] {
  const all = columnChoices(list.columns);
  const tried = by.length === 0 || all.some((one) => isSame(one, by)) ? all : [...all, by];
  const index = new FileIndex(files);
  const everyName = chosen.length === 0 ? index : new FileIndex([...files, ...chosen]);
  const words = new ListWords(list);
  const known = indexByName(files);
  const byFileName = tried.flatMap((columns) =>
    columns.length === 1 ? (namedIn(list, files, columns[0] ?? "", known) ?? []) : [],
  );
  const byValue = tried.map((columns) => byValues(words, index, everyName, columns));
  return [...byFileName, ...byValue]
    .filter(({ pairs, unclear }) => pairs.length + unclear.length > 0)
    .toSorted(
      (a, b) => Number(b.isByFileName) - Number(a.isByFileName) || b.pairs.length - a.pairs.length,
    );
}

function isSame(columns: readonly string[], others: readonly string[]): boolean {
  return columns.length === others.length && columns.every((one, i) => one === others[i]);
}

function withoutPairs(files: readonly PersonFile[]): Pairing {
  const leftOver = files.map(({ hash }) => hash);
  return { by: [], isByFileName: false, pairs: [], unclear: [], leftOver };
}

/** Each column alone, and two together where both say who the row is. */
function columnChoices(columns: readonly string[]): readonly string[][] {
  const who = columns.filter(saysWho).slice(0, MAX_NAMES);
  const two = who.flatMap((one, i) => who.slice(i + 1).map((other) => [one, other]));
  return [...columns.map((column) => [column]), ...two];
}

/** Files by the words in their names. */
class FileIndex {
  readonly files: readonly IndexedFile[];
  readonly #byWord: ReadonlyMap<string, readonly IndexedFile[]>;

  constructor(files: readonly PersonFile[]) {
    this.files = files.map((file) => ({ ...file, words: wordsOf(withoutEnding(file.name)) }));
    this.#byWord = groupEntries(
      this.files.flatMap((file) =>
        [...new Set(file.words.flatMap(spellingsOf))].map((spelling) => [spelling, file] as const),
      ),
    );
  }

  /** The files whose names have this word. */
  with({ short, long }: NameWord): readonly IndexedFile[] {
    const found = this.#byWord.get(short) ?? [];
    // Copying many files for each row would take most of the time.
    const others = short === long ? undefined : this.#byWord.get(long);
    return others ? [...new Set([...found, ...others])] : found;
  }

  /** Whether most names have this word. */
  isInMost(word: NameWord): boolean {
    return this.with(word).length * 2 > this.files.length;
  }
}

/** A value in the columns tried, as words, and the rows that have it. */
interface PairingValue {
  /** Ids, in the order of the list. */
  rows: readonly number[];
  words: readonly NameWord[];
  /** The value's words as a name of a file may have them: a last name comes first or last. */
  orders: readonly (readonly NameWord[])[];
}

/** The different values in the columns: rows with the same one have the same files. */
function valuesOf({ columns, rows }: ListWords, by: readonly string[]): readonly PairingValue[] {
  const places = by.map((column) => columns.indexOf(column));
  const isName = by.every(saysWho);
  const filled = rows
    .map(({ id, cells }) => ({ id, parts: places.map((place) => cells[place] ?? NO_CELL) }))
    .filter(({ parts }) => parts.every(({ words }) => words.length > 0));
  const groups = groupBy(filled, ({ parts }) => parts.map((part) => part.id).join());
  return [...groups.values()].map((same) => ({
    rows: same.map(({ id }) => id),
    ...wordsIn(same[0]?.parts ?? [], isName),
  }));
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
  const found = groupEntries(
    values.flatMap((value) => filesWith(value, index).map((file) => [file, value] as const)),
  );
  for (const [file, those] of found) if (those.length > 1) found.set(file, longest(those, file));
  return found;
}

function longest(values: readonly PairingValue[], file: IndexedFile): PairingValue[] {
  const most = largest(values.map(({ words }) => words.length));
  return values.filter(
    (value) =>
      value.words.length === most ||
      !values.some(
        (other) => isInside(value.words, other.words) && !isBeside(value, other, file.words),
      ),
  );
}

function byValues(
  list: ListWords,
  index: FileIndex,
  everyName: FileIndex,
  by: readonly string[],
): Pairing {
  const values = valuesOf(list, by);
  const valuesOfFile = valuesInFiles(values, index);
  const filesOfValue = occurrences([...valuesOfFile.values()].flat());
  const valuesOfName = everyName === index ? valuesOfFile : valuesInFiles(values, everyName);
  const otherWord = otherWords(valuesOfName, everyName, list, by);
  const pairs: Pair[] = [];
  const unclear: UnclearFile[] = [];
  for (const file of index.files) {
    const own = valuesOfFile.get(file) ?? [];
    const [value] = own;
    const [row] = value?.rows ?? [];
    if (value === undefined || row === undefined) continue;
    const rows = own.length > 1 ? list.inOrder(own.flatMap((one) => one.rows)) : value.rows;
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
  const files = words.map((word) => index.with(word));
  const fewest = files.reduce((least, next) => (next.length < least.length ? next : least));
  return fewest.filter((file) => orders.some((order) => placeOf(order, file.words) !== -1));
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
    if (!index.isInMost(word) || index.with(word).length < MIN_COMMON) return false;
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
  const contradict = (hash: string, others: readonly number[], columns: readonly string[]) => {
    const own = rowOf.get(hash);
    if (own === undefined || others.includes(own)) return;
    const reason = { kind: "other_column" as const, columns };
    contradicted.set(hash, { hash, rows: [own, ...others], reason });
  };
  for (const [hash, named] of groupBy(filesNamingPeople(all), (file) => file.hash))
    contradict(
      hash,
      named.flatMap(({ rows }) => rows),
      named[0]?.columns ?? [],
    );
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

/** The rows that columns which say who someone is find in a file's name, clear or not. */
function filesNamingPeople(pairings: readonly Pairing[]) {
  return pairings
    .filter(({ by }) => by.every(saysWho))
    .flatMap(({ by, pairs, unclear }) =>
      [...pairs.map(({ hash, row }) => ({ hash, rows: [row] })), ...unclear].map(
        ({ hash, rows }) => ({ hash, rows, columns: by }),
      ),
    );
}
