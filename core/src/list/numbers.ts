import type { NumberForm } from "../contract/templates.ts";
import { isWhole, SIGNS } from "../numbers/amount.ts";
import type { List } from "./list.ts";
import { textsRead } from "./moments.ts";

const FORMS: readonly NumberForm[] = ["point", "comma"];

// Sorting and "before" read what a total refuses (`readAmount`): codes, and any short word as money.

/** `€`, `R$`, `S/`, `zł`, `CHF`, `Fr.`, but no single letter: A1 is a room. */
const MONEY = "(?:\\p{L}{0,3}\\p{Sc}|\\p{L}/|\\p{L}{2,3}\\.?)";
/** A number. Captures its digits with the marks between them. */
const NUMBER = new RegExp(
  `^\\(?[-+−–]?\\s*${MONEY}?\\s*[-+−–]?([.,]?\\d[\\d.,'’ ]*)(?:,?[-–])?\\s*(?:%|${MONEY})?\\s*-?\\)?$`,
  "iu",
);

/** Returns how a column of a list writes its numbers: as the person said, or probably. */
export function numberFormIn(list: List, header: string): NumberForm {
  return list.mapping.numbers.get(header) ?? likelyForm(textsRead(list, header, "text"));
}

/** Whether a text is a postal code, a phone number, an id: digits that begin with 0. */
export function isCode(text: string): boolean {
  return /^0\d+$/.test(digitsIn(text.normalize("NFKC").trim()) ?? "");
}

/**
 * A text as a number of a column with this notation; null if it isn't one, as `1.2.3` or a phone
 * number.
 */
export function numberIn(text: string, form: NumberForm): number | null {
  // Full-width digits become plain ones.
  const given = text.normalize("NFKC").trim();
  const digits = digitsIn(given);
  const bare = digits === null ? null : plainDigits(digits, form);
  if (bare === null) return null;
  return /[-−–]\s*\D{0,4}\d/.test(given) || /\d\s*-$/.test(given) || given.startsWith("(")
    ? -Number(bare)
    : Number(bare);
}

/** The digits of a number with the marks between them: `1.234,50`; null if a text isn't one. */
function digitsIn(text: string): string | null {
  const digits = NUMBER.exec(text)?.[1]?.trim();
  // "12.- Fr." and "5,-" have no decimals.
  return digits?.replace(/[.,]$/, "") ?? null;
}

/** Digits as `Number` reads them; null if a mark isn't where this notation allows it. */
function plainDigits(digits: string, form: NumberForm): string | null {
  const [whole = "", decimals = "", ...more] = digits.split(SIGNS[form]);
  if (more.length > 0 || !/^\d*$/.test(decimals) || !isWhole(whole, form)) return null;
  return `${whole.replace(/\D/g, "")}.${decimals}`;
}

/**
 * The notation of a column: a comma is for decimals if some number shows it: "1.234,50", "0,5". A
 * point before three digits separates thousands if the column has hundreds, and no larger number
 * without one.
 */
export function likelyForm(texts: readonly string[]): NumberForm {
  const marks = new Set<string>();
  let [hasHundreds, hasThousands] = [false, false];
  for (const text of texts) {
    const digits = digitsIn(text.normalize("NFKC").trim());
    if (digits === null) continue;
    const [one, other] = FORMS.filter((form) => plainDigits(digits, form) !== null);
    const mark = /[.,]/.exec(digits)?.[0];
    if (one !== undefined && other === undefined) return one;
    if (one !== undefined && mark !== undefined) marks.add(mark);
    if (/^[1-9]\d{2}$/.test(digits)) hasHundreds = true;
    if (/^\d{4,}$/.test(digits)) hasThousands = true;
  }
  return marks.has(".") && !marks.has(",") && hasHundreds && !hasThousands ? "comma" : "point";
}
