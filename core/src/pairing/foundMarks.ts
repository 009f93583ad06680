import { groupEntries } from "../groupBy.ts";
import type { PersonMark, PersonMarks } from "./marks.ts";
import type { FileText } from "./types.ts";
import { isSameWord, type NameWord, plainText, spellingsOf, WORD, wordsOf } from "./words.ts";

/** A mark in a text, and whether it proves anything there. */
export type FoundMark = readonly [mark: PersonMark, isProof: boolean];

/** A text that may be an address: in any text, and in one with nothing around its addresses. */
const ADDRESSES = [
  /[^\s<>(),;:"'[\]@]{1,64}@[^\s<>(),;:"'[\]@]{1,255}/g,
  /[\p{L}\p{N}][\p{L}\p{N}.+_-]{0,63}@[\p{L}\p{N}][\p{L}\p{N}.-]{0,254}/gu,
];
/** A word that a line break parts: "Mey-" and "er". */
const PARTED = /(\p{L})[-\u2010]\n\s*(?=\p{Ll})/gu;
/** A digit beside a number, as in an amount, a date or a longer number. */
const [MORE_BEFORE, MORE_AFTER] = [/\p{N}[.,:/-]$/u, /^[.,:/-]\p{N}/u];

/** A text with the marks in it. */
interface ReadText {
  /** All marks that were looked for. */
  marks: PersonMarks;
  /** For each mark in it, by its key, whether it proves anything. */
  found: ReadonlyMap<string, boolean>;
  addresses: ReadonlySet<string>;
  /** The spellings of all its words, each between spaces. */
  words: string;
}

/**
 * Texts that were read, as long as someone has them. The page asks again after every change of a
 * list, and reading a thousand texts takes longer than a key may.
 */
const readTexts = new WeakMap<FileText, ReadText>();
/** If so many marks are new, each text is read again without a look for them. */
const MANY = 50;

/** Looks for marks in texts. */
interface TextSearch {
  /** Whether a text needn't be read: it was, and has no mark that wasn't looked for before. */
  isRead: (file: FileText) => boolean;
  /**
   * The marks in a text, in the order in which they are in it; null for a file that has no text.
   * Reads it if needed.
   */
  find: (file: FileText) => readonly FoundMark[] | null;
}

export function newTextSearch(marks: PersonMarks): TextSearch {
  const byWord = byFirstWord(marks);
  const newSince = new Map<PersonMarks, readonly PersonMark[]>();
  const mayHaveNew = (read: ReadText): boolean => {
    const added =
      newSince.get(read.marks) ?? [...marks.values()].filter(({ key }) => !read.marks.has(key));
    newSince.set(read.marks, added);
    return added.length > MANY || added.some((mark) => mayHave(read, mark));
  };
  const known = (file: FileText): ReadText | null => {
    const before = readTexts.get(file);
    return before && !mayHaveNew(before) ? { ...before, marks } : null;
  };
  const find = (file: FileText): readonly FoundMark[] | null => {
    const read = known(file) ?? readText(file, marks, byWord);
    if (read === null) return null;
    readTexts.set(file, read);
    return [...read.found].flatMap(([key, isProof]): FoundMark[] => {
      const mark = marks.get(key);
      return mark ? [[mark, isProof]] : [];
    });
  };
  return { isRead: (file) => file.text === null || known(file) !== null, find };
}

function mayHave({ addresses, words }: ReadText, mark: PersonMark): boolean {
  if (mark.words.length === 0) return addresses.has(mark.key);
  return mark.words.every((word) => spellingsOf(word).some((one) => words.includes(` ${one} `)));
}

type ByWord = ReadonlyMap<string, readonly PersonMark[]>;

/** Marks of words by the spellings of their first word. */
function byFirstWord(marks: PersonMarks): ByWord {
  return groupEntries(
    [...marks.values()].flatMap((mark) =>
      mark.words
        .slice(0, 1)
        .flatMap(spellingsOf)
        .map((spelling) => [spelling, mark] as const),
    ),
  );
}

/** A number that may be a part of another one proves nothing. */
function readText({ text }: FileText, marks: PersonMarks, byWord: ByWord): ReadText | null {
  if (text === null) return null;
  const plain = plainText(text.replace(PARTED, "$1"));
  const addresses = new Set(
    ADDRESSES.flatMap((pattern) => plain.match(pattern) ?? []).map((one) =>
      one.replace(/[.!?-]+$/, ""),
    ),
  );
  const found = new Map<string, boolean>();
  for (const address of addresses) if (marks.has(address)) found.set(address, true);
  const places = [...plain.matchAll(WORD)].map(({ index, 0: { length } }) => [
    index,
    index + length,
  ]);
  const inText = wordsOf(plain);
  for (const [at, word] of inText.entries()) {
    for (const spelling of spellingsOf(word)) {
      for (const { key, words } of byWord.get(spelling) ?? []) {
        if (found.get(key) || !isAt(words, inText, at)) continue;
        const [start = 0, end = 0] = [places[at]?.[0], places[at + words.length - 1]?.[1]];
        const isPart =
          MORE_BEFORE.test(plain.slice(Math.max(0, start - 2), start)) ||
          MORE_AFTER.test(plain.slice(end, end + 2));
        found.set(key, !isPart);
      }
    }
  }
  const spellings = new Set(inText.flatMap(spellingsOf));
  return { marks, found, addresses, words: ` ${[...spellings].join(" ")} ` };
}

function isAt(words: readonly NameWord[], text: readonly NameWord[], at: number): boolean {
  return words.every((word, i) => {
    const there = text[at + i];
    return there !== undefined && isSameWord(word, there);
  });
}
