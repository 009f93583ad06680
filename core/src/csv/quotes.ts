export const QUOTE = '"'.charCodeAt(0);

/**
 * The position of the quote that closes a value, or -1: quotes written twice belong to the value.
 */
export function closingQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at + 2)) {
    if (text.charCodeAt(at + 1) !== QUOTE) return at;
  }
  return -1;
}

/** `String.fromCharCode` takes no more arguments than fit on the stack. */
const AT_ONCE = 8_192;

/**
 * The text of a quoted cell, in which each quote is written twice. With millions of quotes,
 * `replace`, `replaceAll` and `split` take two to four times as long.
 */
export function withoutSecondQuotes(cell: string): string {
  const codes = new Uint16Array(Math.min(cell.length, AT_ONCE));
  const pieces: string[] = [];
  let count = 0;
  for (let at = 0; at < cell.length; at++) {
    const code = cell.charCodeAt(at);
    if (code === QUOTE) at += 1;
    codes[count++] = code;
    if (count < codes.length) continue;
    pieces.push(textOfCodes(codes));
    count = 0;
  }
  pieces.push(textOfCodes(codes.subarray(0, count)));
  return pieces.join("");
}

/** Spreading the codes would take ten times as long. */
function textOfCodes(codes: Uint16Array): string {
  return Reflect.apply(String.fromCharCode, null, codes);
}
