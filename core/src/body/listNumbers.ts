import { LIST_TYPES, orderedMark } from "./tags.ts";

/** The numbers that a list can begin with, as an attribute has them. */
export const LIST_START = /^\d{1,4}$/;

/**
 * The attributes of an item of a stored body: the number that its list begins with, and how it
 * writes its numbers.
 */
export const ITEM_START = "data-start";
export const ITEM_TYPE = "data-type";

/**
 * How an item of a numbered list is numbered: both null in a list that begins with 1 and has the
 * level's own marks.
 */
export interface Numbered {
  /**
   * The number that its list begins with. Every item has it, so that it stays if the first one
   * goes.
   */
  start: number | null;
  /** A key of `LIST_TYPES`. */
  type: string | null;
}

/** Reads the attributes of an item (`data-start`, `data-type`) or of a list (`start`, `type`). */
export function numberedAs(start?: string | null, type?: string | null): Numbered {
  return {
    start: LIST_START.test(start ?? "") ? Number(start) : null,
    type: Object.hasOwn(LIST_TYPES, type ?? "") ? (type ?? null) : null,
  };
}

/** Counts the items of one list, which Quill keeps flat: a level each, and no list around them. */
export class ListNumbers {
  #levels: ((Numbered & { number: number }) | undefined)[] = [];

  /**
   * The number of the next item, `numbered` being null if it has none, and whether other numbers
   * begin with it: a deeper item starts again at 1 after an item of a level above it, and any item
   * whose start or type isn't that of the one before.
   */
  next(level: number, numbered: Numbered | null): { number: number; begins: boolean } {
    this.#levels = this.#levels.slice(0, level + 1);
    if (numbered === null) return { number: 0, begins: false };
    const before = this.#levels[level];
    const { number, begins } = this.peek(level, numbered);
    const start = begins ? numbered.start : (before?.start ?? null);
    this.#levels[level] = { start, type: numbered.type, number };
    return { number, begins };
  }

  /** As `next` for an item with a number, but counts nothing. */
  peek(level: number, { start, type }: Numbered): { number: number; begins: boolean } {
    const before = this.#levels[level];
    if (before && before.type === type && (start === null || start === before.start))
      return { number: before.number + 1, begins: false };
    return { number: start ?? 1, begins: true };
  }
}

const LETTERS = 26;
const FIRST_LETTER = 97;
const ROMAN_DIGITS = "m1000 cm900 d500 cd400 c100 xc90 l50 xl40 x10 ix9 v5 iv4 i1"
  .split(" ")
  .map((digit) => [digit.replace(/\d+/, ""), Number(digit.replace(/\D+/, ""))] as const);
const MAX_ROMAN = 3_999;

function inLetters(number: number): string {
  let letters = "";
  for (let rest = number; rest > 0; rest = Math.floor((rest - 1) / LETTERS))
    letters = String.fromCharCode(FIRST_LETTER + ((rest - 1) % LETTERS)) + letters;
  return letters;
}

function inRoman(number: number): string {
  let rest = number;
  return ROMAN_DIGITS.map(([digit, value]) => {
    const times = Math.floor(rest / value);
    rest %= value;
    return digit.repeat(times);
  }).join("");
}

/** The type that a list has on a level if it names none. */
export function typeOn(level: number): string {
  const style = orderedMark(level);
  return Object.keys(LIST_TYPES).find((type) => LIST_TYPES[type] === style) ?? "1";
}

/** An item's mark, as browsers write it: "3.", "c.", "IV.". Without a type, the level decides. */
export function listMark(number: number, type: string | null, level: number): string {
  const style = LIST_TYPES[type ?? ""] ?? orderedMark(level);
  const hasRoman = style.endsWith("roman") && number > 0 && number <= MAX_ROMAN;
  const hasLetters = style.endsWith("alpha") && number > 0;
  const mark = hasRoman ? inRoman(number) : hasLetters ? inLetters(number) : String(number);
  return `${style.startsWith("upper") ? mark.toUpperCase() : mark}.`;
}

/** The number that a mark in letters or Roman digits writes, or null: 4 for "iv", 2 for "b". */
export function numberOf(mark: string, type: string): number | null {
  const text = mark.toLowerCase();
  if (type === "1") return LIST_START.test(text) ? Number(text) : null;
  if (type === "a" || type === "A") return numberOfLetters(text);
  let number = 0;
  let rest = text;
  for (const [digit, value] of ROMAN_DIGITS) {
    while (rest.startsWith(digit)) {
      number += value;
      rest = rest.slice(digit.length);
    }
  }
  return text !== "" && rest === "" && inRoman(number) === text ? number : null;
}

/** "c" is 3 and "ab" is 28; Word writes "bb" for 28, too, and "aaa" for 53. */
function numberOfLetters(text: string): number | null {
  if (!/^[a-z]{1,4}$/.test(text)) return null;
  const last = text.charCodeAt(text.length - 1) - FIRST_LETTER + 1;
  if (/^(.)\1+$/.test(text)) return (text.length - 1) * LETTERS + last;
  return [...text].reduce(
    (sum, letter) => sum * LETTERS + letter.charCodeAt(0) - FIRST_LETTER + 1,
    0,
  );
}
