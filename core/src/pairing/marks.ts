import { groupBy } from "../groupBy.ts";
import { splitRecipients } from "../recipients/list.ts";
import { saysWho } from "../recipients/personName.ts";
import { cellText } from "../table/cells.ts";
import type { PairedList } from "./types.ts";
import { type NameWord, plainText, spellingsOf, wordsOf } from "./words.ts";

/** The parts of a list that identify its rows in a text. */
export interface Identity {
  list: PairedList;
  /** The header of the column with the addresses; null for none. */
  address: string | null;
  /** The headers of the columns that paired the files. */
  by: readonly string[];
}

/** A number with fewer characters is a date's or an amount's as easily as a person's. */
const MIN_NUMBER = 4;

/** Something in a text that names rows: usually one. */
export interface PersonMark {
  /** Its look: an address, or words in their spellings. */
  key: string;
  rows: ReadonlySet<number>;
  /** None for an address. */
  words: readonly NameWord[];
}

/** By what they look like. */
export type PersonMarks = ReadonlyMap<string, PersonMark>;

/** The address, the names and the numbers that name each row. */
export function marksOf({ list, address, by }: Identity): PersonMarks {
  const { columns, rows } = list;
  const place = address === null ? -1 : columns.indexOf(address);
  const who = columns.flatMap((column, i) => (saysWho(column) ? [i] : []));
  const numbers = by.flatMap((column) => (saysWho(column) ? [] : [columns.indexOf(column)]));
  const named = rows.flatMap(({ id, cells }) => {
    const addresses = splitRecipients(plainText(cellText(cells[place]))).flatMap((piece) =>
      piece.address === null ? [] : { text: piece.address, words: [], id },
    );
    const names = namesOf(who.map((i) => wordsOf(cellText(cells[i]))));
    const ofRow = numbers
      .map((i) => cellText(cells[i]))
      .filter((text) => /\d/.test(text) && text.trim().length >= MIN_NUMBER)
      .map(wordsOf);
    const inWords = [...names, ...ofRow].filter(({ length }) => length > 0);
    return [...addresses, ...inWords.map((words) => ({ text: textOf(words), words, id }))];
  });
  const marks = [...groupBy(named, ({ text }) => text)].map(([text, same]): PersonMark => {
    const words = same[0]?.words ?? [];
    const key = words.length > 0 ? keyOf(words) : text;
    return { key, rows: new Set(same.map(({ id }) => id)), words };
  });
  return new Map(marks.map((mark) => [mark.key, mark]));
}

function textOf(words: readonly NameWord[]): string {
  return words.map(({ long }) => long).join(" ");
}

/** Marks with the same key are found in the same places. */
function keyOf(words: readonly NameWord[]): string {
  return words.map((word) => spellingsOf(word).join("/")).join(" ");
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
