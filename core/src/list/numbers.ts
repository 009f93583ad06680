import type { NumberForm } from "../contract/templates.ts";
import { readNumber } from "../numbers/amount.ts";
import { comparableUnit } from "../numbers/units.ts";
import type { List } from "./list.ts";
import { textsRead } from "./moments.ts";

/** Returns how a column of a list writes its numbers: as the person said, or probably. */
export function numberFormIn(list: List, header: string): NumberForm {
  return list.mapping.numbers.get(header) ?? likelyForm(textsRead(list, header, "text"));
}

/** Whether a text is a postal code, a phone number, an id: digits that begin with 0. */
export function isCode(text: string): boolean {
  const number = readNumber(text, "point");
  return number?.decimals === 0 && /^0\d/.test(number.digits);
}

/** A number in a cell. Numbers of two units don't compare. */
export interface CellNumber {
  size: number;
  /** The same for all spellings; "" for none. */
  unit: string;
}

const NO_CENTS = /(?<=\d)[.,](?:--?|–|—)(?!\d)/;

/**
 * Returns a text as a number of a column with this notation. Returns null if it isn't one, such as
 * `1.2.3` or a phone number.
 */
export function numberIn(text: string, form: NumberForm): CellNumber | null {
  // "No cents" is the same in both notations: `30.–`, `30,-`.
  const number = readNumber(text.replace(NO_CENTS, ""), form);
  if (number === null) return null;
  const size = Number(`${number.digits}e-${number.decimals}`);
  const { minus, unit } = number.around;
  return { size: minus === null ? size : -size, unit: comparableUnit(unit) };
}

/** The unit of numbers, "" for none; null if they have several. */
export function sharedUnit(numbers: readonly (CellNumber | null)[]): string | null {
  const [unit = "", another] = new Set(numbers.flatMap((number) => number?.unit || []));
  return another === undefined ? unit : null;
}

/**
 * Guesses the notation of a column. One number that only one notation has, such as `1.234,50` or
 * `0,5`, decides. Otherwise, it's `point`, unless the column writes 1.234 beside 900: then the point
 * separates thousands. A larger number without a point, such as 1234, speaks against that.
 */
export function likelyForm(texts: readonly string[]): NumberForm {
  let hasPoint = false;
  let hasComma = false;
  let hasHundreds = false;
  let hasThousands = false;
  for (const text of texts) {
    const [point, comma] = [readNumber(text, "point"), readNumber(text, "comma")];
    if (point === null && comma === null) continue;
    if (point === null) return "comma";
    if (comma === null) return "point";
    if (point.decimals > 0) hasPoint = true;
    else if (comma.decimals > 0) hasComma = true;
    else if (/^[1-9]\d{2}$/.test(point.digits)) hasHundreds = true;
    else if (point.mark === "" && point.digits.length > 3) hasThousands = true;
  }
  return hasPoint && !hasComma && hasHundreds && !hasThousands ? "comma" : "point";
}
