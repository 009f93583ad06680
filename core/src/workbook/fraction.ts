import { SSF } from "@e965/xlsx";

/**
 * Digits for the whole, the text between them and the fraction, and digits above and below its
 * line.
 */
const FRACTION =
  /(?:([0#?,]+)((?:\s|\\ |"[^"]*")+))?(?<![0#?.])(\?+|#+|0+)\s*\/\s*([0#?]+|[1-9]\d*)(?![0#?\d])/;

/**
 * A section of a format in which the fraction of a number is written out, and the number that is
 * left to write.
 */
export interface FractionResult {
  section: string;
  value: number;
  /** Nothing is left of the number in so few digits. */
  isZero: boolean;
}

/**
 * Writes the fraction of a number that isn't negative into a section of a format, because the
 * library counts some wholes twice: it writes 1.99 as `2 98/99`. Null for a section without a
 * fraction that is understood.
 */
export function withoutFraction(section: string, value: number): FractionResult | null {
  const found = FRACTION.exec(section);
  if (found === null) return null;
  const [code, whole = "", between = "", above = "", below = ""] = found;
  const digits = Math.min(Math.max(above.length, below.length), 7);
  const parts = /^[1-9]/.test(below)
    ? inParts(value, Number(below), whole !== "")
    : inFewDigits(value, digits, whole !== "");
  const padded = String(parts.count).padStart(above.replace(/^[^0]*/, "").length, "0");
  const fraction = parts.count === 0 && whole !== "" ? "" : `"${padded}/${parts.of}"`;
  // A number without whole and fraction is 0.
  const isBlank = parts.whole === 0 && fraction === "";
  const written = `${isBlank ? whole.replace(/[#?](?=,*$)/, "0") : whole}${fraction && between}${fraction}`;
  return {
    section: section.slice(0, found.index) + written + section.slice(found.index + code.length),
    value: parts.whole,
    isZero: parts.whole === 0 && parts.count === 0,
  };
}

interface Parts {
  whole: number;
  count: number;
  of: number;
}

function inParts(value: number, of: number, hasWhole: boolean): Parts {
  const whole = hasWhole ? Math.floor(value) : 0;
  const count = Math.round((value - whole) * of);
  return hasWhole && count === of ? { whole: whole + 1, count: 0, of } : { whole, count, of };
}

/** As the library that reads workbooks finds it, which is as Excel does. */
function inFewDigits(value: number, digits: number, hasWhole: boolean): Parts {
  const places = "?".repeat(digits);
  const text: string = SSF.format(`${hasWhole ? "# " : ""}${places}/${places}`, value);
  const [, whole = "0", count = "0", of = "1"] =
    /^\s*(?:(\d+)(?!\s*\/|\d))?\s*(?:(\d+)\s*\/\s*(\d+))?\s*$/.exec(text) ?? [];
  return { whole: Number(whole), count: Number(count), of: Number(of) };
}
