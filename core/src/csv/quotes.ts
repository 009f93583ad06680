import type { CsvDelimiter } from "../contract/csv.ts";

/**
 * The position, in a CSV text with LF line breaks (one at the end), of the first quote that opens a value and is not
 * closed before a delimiter or line break, or null when all are. The parser would report it too, but with an error
 * object for each further quote, which a hostile file turns into hundreds of megabytes.
 */
export function findBrokenQuote(text: string, delimiter: CsvDelimiter): number | null {
  let at = 0;
  for (;;) {
    const open = text.indexOf('"', at);
    if (open === -1) return null;
    at = open + 1;
    // A quote inside a value that does not begin with one is just a quote.
    if (open > 0 && text[open - 1] !== delimiter && text[open - 1] !== "\n") continue;
    const close = closingQuote(text, at);
    if (close === -1) return open;
    at = close + 1;
    while (isSpace(text[at]) && text[at] !== delimiter) at += 1;
    if (text[at] !== delimiter && text[at] !== "\n") return open;
  }
}

function closingQuote(text: string, from: number): number {
  let quote = text.indexOf('"', from);
  while (quote !== -1 && text[quote + 1] === '"') quote = text.indexOf('"', quote + 2);
  return quote;
}

function isSpace(character: string | undefined): boolean {
  return character !== undefined && character !== "\n" && character.trim() === "";
}
