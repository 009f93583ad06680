/** Which character a column's numbers have before their decimals. */
type DecimalSign = "." | ",";

/** `€`, `R$`, `S/`, `zł`, `CHF`, `Fr.`: a letter alone is none, as in room A1. */
const MONEY = "(?:\\p{L}{0,3}\\p{Sc}|\\p{L}/|\\p{L}{2,3}\\.?)";
const NUMBER = new RegExp(
  `^\\(?[-+−–]?\\s*${MONEY}?\\s*[-+−–]?(\\d[\\d.,'’\u00a0\u202f ]*)(?:,?[-–])?\\s*(?:%|${MONEY})?\\s*-?\\)?$`,
  "iu",
);

/**
 * The numbers in the texts of a column: decimals, negatives and money, in whatever way the column
 * writes them. Null for one that isn't a number.
 */
export function numbersOf(texts: readonly string[]): (number | null)[] {
  const sign = decimalSignOf(texts);
  return texts.map((text) => numberIn(text, sign));
}

/** A text as a number of a column that writes decimals with this sign; null if it isn't one. */
export function numberIn(text: string, sign: DecimalSign): number | null {
  // Of wide digits, the plain ones.
  const given = text.normalize("NFKC").trim();
  const digits = NUMBER.exec(given)?.[1];
  if (digits === undefined) return null;
  const bare = digits.replace(sign === "," ? /[.'’\s]/g : /[,'’\s]/g, "").replace(",", ".");
  const number = Number(bare);
  if (!Number.isFinite(number)) return null;
  return /[-−–]\s*\D{0,4}\d/.test(given) || /\d\s*-$/.test(given) || given.startsWith("(")
    ? -number
    : number;
}

/** A comma is for decimals if some number shows it: "1.234,50", "0,5". */
export function decimalSignOf(texts: readonly string[]): DecimalSign {
  for (const text of texts) {
    const digits = NUMBER.exec(text.normalize("NFKC").trim())?.[1]?.trim();
    if (digits === undefined) continue;
    const [dot, comma] = [digits.lastIndexOf("."), digits.lastIndexOf(",")];
    if (dot !== -1 && comma !== -1) return comma > dot ? "," : ".";
    const one = Math.max(dot, comma);
    if (one === -1) continue;
    const mark = digits[one] ?? "";
    // Three digits after it, or several of them: it separates thousands.
    const isSeveral = digits.indexOf(mark) !== one;
    if (isSeveral || (digits.length - one === 4 && !/^0/.test(digits))) {
      if (isSeveral) return mark === "," ? "." : ",";
      continue;
    }
    return mark === "," ? "," : ".";
  }
  return ".";
}
