import type { CsvDelimiter } from "../contract/csv.ts";

const QUOTE = '"'.charCodeAt(0);
const LINE_BREAK = "\n".charCodeAt(0);

/**
 * The position, in a CSV text with LF line breaks (one at the end), of the first quote that opens a value and is not
 * closed before a delimiter or line break, or null if every quote is closed.
 */
export function findBrokenQuote(text: string, delimiter: CsvDelimiter): number | null {
  const delimiterCode = delimiter.charCodeAt(0);
  const endsValue = (code: number) => code === delimiterCode || code === LINE_BREAK;
  let at = 0;
  for (;;) {
    const open = text.indexOf('"', at);
    if (open === -1) return null;
    at = open + 1;
    // A quote inside a value that does not begin with one is just a quote.
    if (open > 0 && !endsValue(text.charCodeAt(open - 1))) continue;
    const close = closingQuote(text, at);
    if (close === -1) return open;
    at = close + 1;
    while (!endsValue(text.charCodeAt(at))) {
      if (!isSpace(text[at])) return open;
      at += 1;
    }
  }
}

/** The position of the quote that closes a value, or -1: quotes written twice belong to the value. */
export function closingQuote(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    if (text.charCodeAt(at) !== QUOTE) continue;
    if (text.charCodeAt(at + 1) !== QUOTE) return at;
    at += 1;
  }
  return -1;
}

function isSpace(character: string | undefined): boolean {
  return character?.trim() === "";
}
