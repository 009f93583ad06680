import type { NameWord } from "./words.ts";

const YEAR = /^(?:19|20)\d\d$/;
const DAY_OR_MONTH = /^\d{1,2}$/;

/** Whether a word has digits and is no part of a date. */
export function isNumber(word: string): boolean {
  return /\d/.test(word) && !DAY_OR_MONTH.test(word) && !YEAR.test(word);
}

/**
 * The year, or else another part, of the dates that a number of one or two digits is in, wherever a
 * name has it: beside a year, or one of three such numbers ("2026-05-17", "17.05.26"). Null if it is
 * somewhere else, too.
 */
export function dateAround(number: string, name: readonly NameWord[]): string | null {
  if (!DAY_OR_MONTH.test(number)) return null;
  const words = name.map(({ short }) => short);
  const parts = words.flatMap((word, at) => (word === number ? [partBeside(words, at)] : []));
  return parts.includes(null) ? null : (parts[0] ?? null);
}

function partBeside(words: readonly string[], at: number): string | null {
  const isDate = (three: readonly string[]) =>
    three.length === 3 && three.every((word) => DAY_OR_MONTH.test(word) || YEAR.test(word));
  const date = [at - 2, at - 1, at]
    .map((from) => words.slice(Math.max(0, from), from + 3))
    .find(isDate);
  const beside = date ?? words.slice(Math.max(0, at - 1), at + 2);
  const year = beside.find((word) => YEAR.test(word));
  return year ?? date?.find((word) => word !== words[at]) ?? null;
}
