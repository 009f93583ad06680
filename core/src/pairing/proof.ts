import { splitRecipients } from "../recipients/list.ts";
import { saysWho } from "../recipients/personName.ts";
import { cellText } from "../table/cells.ts";
import type { Pair, PairedList } from "./types.ts";
import { isSameWord, type NameWord, plainText, spellingsOf, WORD, wordsOf } from "./words.ts";

/** The text of a file, as far as it was read. */
export interface FileText {
  /** Null if it couldn't be read: a scan, a password, another format, out of time. */
  text: string | null;
  /** Pages of the whole file; null if it has none or they weren't counted. */
  pages: number | null;
}

/** Whether a file names the person it is paired with (rule: row files). Rows are ids. */
export type FileProof =
  | { kind: "names_person" }
  /** The person's name and those of others: everyone's pay slips in one file. */
  | { kind: "names_others_too"; others: readonly number[] }
  | { kind: "names_others"; others: readonly number[] }
  | { kind: "names_no_one" }
  | { kind: "not_checked" }
  /** Three times as long as most files: maybe everyone's in one. */
  | { kind: "long"; pages: number };

/** What identifies rows in a text. */
export interface Identity {
  list: PairedList;
  /** The header of the column with the addresses; null for none. */
  address: string | null;
  /** The headers of the columns that paired the files. */
  by: readonly string[];
}

/** A file this many times as long as the middle one is more than one person's. */
const LONG = 3;
/**
 * More people than this, or than one of so many in the list, don't sign a file: if most files name
 * them, each has everyone's pages.
 */
const MAX_SIGNED = 3;
const SIGNED_IN = 3;
/**
 * With fewer files than this, no one signs them: whoever is named in all of them may be a mistake,
 * and one answer says that it isn't.
 */
const MIN_SIGNED = 7;
/** A signature is in at least nine of ten files. */
const SIGNED_PART = 9 / 10;
/** With fewer files than this, no length is the usual one. */
const MIN_COMPARED = 3;
/** A number with fewer characters is a date's or an amount's as easily as a person's. */
const MIN_NUMBER = 4;

/**
 * Whether each paired file names its person, by hash and row: `proofKey`. An address, the number
 * that paired the file, or a first and a last name next to each other name a row; one word never
 * does. Nor does a signature, which nearly all of many files have: it proves no file, and is
 * someone else's name only in a file that doesn't name its own person.
 */
export function proofs(
  identity: Identity,
  pairs: readonly Pair[],
  texts: ReadonlyMap<string, FileText>,
): ReadonlyMap<string, FileProof> {
  const marks = marksOf(identity);
  const found = new Map(
    [...texts].map(([hash, { text }]) => [hash, text === null ? null : marksIn(text, marks)]),
  );
  const signatures = signaturesIn(
    [...found.values()].filter((one) => one !== null),
    identity.list.rows.length,
  );
  const long = lengthOfLong([...texts.values()]);
  return new Map(
    pairs.map(({ row, hash }) => {
      const pages = texts.get(hash)?.pages ?? 0;
      const marks = found.get(hash) ?? null;
      return [proofKey({ row, hash }), proofOf(row, { marks, signatures, pages, long })];
    }),
  );
}

/** A decision about a proof belongs to this file and this row. */
export function proofKey({ row, hash }: Pair): string {
  return `${row} ${hash}`;
}

/** Whether someone must decide about a file before it is sent. */
export function needsDecision({ kind }: FileProof): boolean {
  return kind === "names_others" || kind === "names_others_too" || kind === "long";
}

/** Something in a text that names rows: usually one. */
interface PersonMark {
  rows: ReadonlySet<number>;
}

interface PersonMarks {
  /** By the address in lowercase. */
  addresses: ReadonlyMap<string, PersonMark>;
  /** By the spellings of its first word. */
  words: ReadonlyMap<string, readonly { words: readonly NameWord[]; mark: PersonMark }[]>;
}

function marksOf({ list, address, by }: Identity): PersonMarks {
  const { columns, rows } = list;
  const place = address === null ? -1 : columns.indexOf(address);
  const who = columns.flatMap((column, i) => (saysWho(column) ? [i] : []));
  const numbers = by.flatMap((column) => (saysWho(column) ? [] : [columns.indexOf(column)]));
  const addresses = new Map<string, { rows: Set<number> }>();
  const byText = new Map<string, { words: readonly NameWord[]; mark: { rows: Set<number> } }>();
  const add = (words: readonly NameWord[], row: number) => {
    const text = words.map(({ long }) => long).join(" ");
    const known = byText.get(text);
    if (known) known.mark.rows.add(row);
    else byText.set(text, { words, mark: { rows: new Set([row]) } });
  };
  for (const { id, cells } of rows) {
    for (const { address: own } of splitRecipients(plainText(cellText(cells[place])))) {
      if (own === null) continue;
      const known = addresses.get(own);
      if (known) known.rows.add(id);
      else addresses.set(own, { rows: new Set([id]) });
    }
    const names = who.map((i) => wordsOf(cellText(cells[i])));
    for (const words of namesOf(names)) add(words, id);
    for (const i of numbers) {
      const text = cellText(cells[i]);
      if (/\d/.test(text) && text.trim().length >= MIN_NUMBER) add(wordsOf(text), id);
    }
  }
  const words = new Map<string, { words: readonly NameWord[]; mark: PersonMark }[]>();
  for (const one of byText.values()) {
    const [first] = one.words;
    for (const spelling of first ? spellingsOf(first) : []) {
      words.set(spelling, [...(words.get(spelling) ?? []), one]);
    }
  }
  return { addresses, words };
}

/**
 * The names of a row, each at least two words next to each other: a whole name, its first and last
 * word, or two columns together, in either order.
 */
function namesOf(columns: readonly (readonly NameWord[])[]): (readonly NameWord[])[] {
  const whole = columns.filter(({ length }) => length > 1);
  const ends = whole.filter(({ length }) => length > 2).map((words) => [words.at(0), words.at(-1)]);
  const two = columns.flatMap((one, i) =>
    columns.slice(i + 1).flatMap((other) => [
      [...one, ...other],
      [...other, ...one],
    ]),
  );
  const names = [...whole, ...ends, ...two] as NameWord[][];
  return names.flatMap((words) => [words, [...words.slice(-1), ...words.slice(0, -1)]]);
}

/** A text that may be an address: in any text, and in one with nothing around its addresses. */
const ADDRESSES = [
  /[^\s<>(),;:"'[\]@]{1,64}@[^\s<>(),;:"'[\]@]{1,255}/g,
  /[\p{L}\p{N}][\p{L}\p{N}.+_-]{0,63}@[\p{L}\p{N}][\p{L}\p{N}.-]{0,254}/gu,
];
/** A word that a line break parts: "Mey-" and "er". */
const PARTED = /(\p{L})[-\u2010]\n\s*(?=\p{Ll})/gu;
/** A digit beside a number, as in an amount, a date or a longer number. */
const [MORE_BEFORE, MORE_AFTER] = [/\p{N}[.,:/-]$/u, /^[.,:/-]\p{N}/u];

/**
 * The marks in a text, and for each whether it proves anything: a number that may be a part of
 * another one doesn't.
 */
function marksIn(
  text: string,
  { addresses, words }: PersonMarks,
): ReadonlyMap<PersonMark, boolean> {
  const found = new Map<PersonMark, boolean>();
  const plain = plainText(text.replace(PARTED, "$1"));
  for (const [address] of ADDRESSES.flatMap((pattern) => [...plain.matchAll(pattern)])) {
    const mark = addresses.get(address.replace(/[.!?-]+$/, ""));
    if (mark) found.set(mark, true);
  }
  const places = [...plain.matchAll(WORD)].map(({ index, 0: { length } }) => [
    index,
    index + length,
  ]);
  const inText = wordsOf(plain);
  for (const [at, word] of inText.entries()) {
    for (const spelling of spellingsOf(word)) {
      for (const { words: wanted, mark } of words.get(spelling) ?? []) {
        if (found.get(mark) || !isAt(wanted, inText, at)) continue;
        const [start = 0, end = 0] = [places[at]?.[0], places[at + wanted.length - 1]?.[1]];
        const isPart =
          MORE_BEFORE.test(plain.slice(Math.max(0, start - 2), start)) ||
          MORE_AFTER.test(plain.slice(end, end + 2));
        found.set(mark, !isPart);
      }
    }
  }
  return found;
}

function isAt(words: readonly NameWord[], text: readonly NameWord[], at: number): boolean {
  return words.every((word, i) => {
    const there = text[at + i];
    return there !== undefined && isSameWord(word, there);
  });
}

/** What is in a signature or a letterhead. */
function signaturesIn(
  files: readonly ReadonlyMap<PersonMark, boolean>[],
  inList: number,
): ReadonlySet<PersonMark> {
  if (files.length < MIN_SIGNED) return new Set();
  const counts = new Map<PersonMark, number>();
  for (const marks of files)
    for (const mark of marks.keys()) counts.set(mark, (counts.get(mark) ?? 0) + 1);
  const least = files.length * SIGNED_PART;
  const common = [...counts].filter(([, count]) => count >= least).map(([mark]) => mark);
  const people = new Set(common.flatMap(({ rows }) => [...rows]));
  const most = Math.min(MAX_SIGNED, inList / SIGNED_IN);
  return new Set(people.size > most ? [] : common);
}

/** In pages; Infinity if there are too few files to compare. */
function lengthOfLong(texts: readonly FileText[]): number {
  const pages = texts.flatMap((text) => text.pages ?? []).toSorted((a, b) => a - b);
  const middle = pages[Math.floor((pages.length - 1) / 2)];
  return middle === undefined || pages.length < MIN_COMPARED
    ? Number.POSITIVE_INFINITY
    : LONG * middle;
}

interface ReadFile {
  /** Null if it couldn't be read. */
  marks: ReadonlyMap<PersonMark, boolean> | null;
  signatures: ReadonlySet<PersonMark>;
  pages: number;
  /** In pages. */
  long: number;
}

function proofOf(row: number, { marks, signatures, pages, long }: ReadFile): FileProof {
  const all = [...(marks ?? [])];
  const isOwn = all.some(
    ([mark, isProof]) => isProof && mark.rows.has(row) && !signatures.has(mark),
  );
  const others = new Set(
    all
      .filter(([mark]) => !mark.rows.has(row) && !(isOwn && signatures.has(mark)))
      .flatMap(([{ rows }]) => [...rows]),
  );
  if (others.size > 0) {
    const kind = isOwn ? "names_others_too" : "names_others";
    return { kind, others: [...others] };
  }
  if (pages >= long) return { kind: "long", pages };
  if (marks === null) return { kind: "not_checked" };
  return { kind: isOwn ? "names_person" : "names_no_one" };
}
