import { Positions } from "./positions.ts";

const QUOTE = '"'.charCodeAt(0);
const EQUALS = "=".charCodeAt(0);
const LINE_BREAK = "\n".charCodeAt(0);
const CURLY = /[“”„]/;

/**
 * The marks that quote a cell.
 * - `strict`: a straight quotation mark at its very beginning. Each one must close.
 * - `written`: as `strict`, and one after spaces or after `=` if it closes; curly ones if they
 *   close and the cell has a separator in it.
 * - `curly`: as `written`, and curly ones around any cell.
 * - `copied`: as `written`, but a mark that doesn't close is a mark like any other. Text that was
 *   copied from a spreadsheet is not quoted unless a cell needs it.
 * - `pasted`: as `copied`, but a mark that closes in another row is a mark like any other, too. A
 *   file may have been written with marks around such a cell.
 */
export type QuotingStyle = "strict" | "written" | "curly" | "copied" | "pasted";

/** Where a quoted cell has its marks, and the separator or line break after it. */
export interface QuotedCell {
  open: number;
  close: number;
  end: number;
}

/** Finds the quoted cells of a text. */
export class Quotes {
  readonly #text: string;
  readonly #delimiter: string;
  readonly #code: number;
  readonly #style: QuotingStyle;
  readonly #hasCurly: boolean;
  readonly #marks: Positions;
  readonly #breaks: Positions;
  /** The end of the last line in which a curly mark doesn't close. */
  #openLine = -1;

  constructor(text: string, delimiter: string, style: QuotingStyle) {
    this.#text = text;
    this.#delimiter = delimiter;
    this.#code = delimiter.charCodeAt(0);
    this.#style = style;
    this.#hasCurly = style !== "strict" && CURLY.test(text);
    this.#marks = new Positions(text, this.#hasCurly ? /["“”„]/g : '"');
    this.#breaks = new Positions(text, "\n");
  }

  /** Whether a mark that may quote is between these positions. */
  mayBeIn(from: number, to: number): boolean {
    return this.#marks.from(from) < to;
  }

  /** The quoted cell at a position; null if the cell there isn't quoted. */
  cellAt(from: number): QuotedCell | null {
    const open = this.#openingMark(from);
    if (open === -1) return null;
    const close = isStraight(this.#text, open)
      ? closingQuote(this.#text, open + 1)
      : this.#closingCurly(open);
    const end = close === -1 ? -1 : this.#endAfter(close);
    return end === -1 ? null : { open, close, end };
  }

  /** The position of the mark that may quote the cell at a position; -1 for none. */
  #openingMark(from: number): number {
    const text = this.#text;
    if (isStraight(text, from)) return from;
    if (this.#style === "strict") return -1;
    let at = from;
    while (isSpace(text.charCodeAt(at)) && text.charCodeAt(at) !== this.#code) at += 1;
    if (text.charCodeAt(at) === EQUALS) at += 1;
    return isStraight(text, at) || (this.#hasCurly && CURLY.test(text.charAt(at))) ? at : -1;
  }

  /** The curly mark that closes a cell in its line; -1 for none, or if it need not be quoted. */
  #closingCurly(open: number): number {
    const text = this.#text;
    const lineBreak = this.#breaks.from(open);
    if (lineBreak === this.#openLine) return -1;
    for (let at = open + 1; at < lineBreak; at++) {
      if (!CURLY.test(text.charAt(at)) || this.#endAfter(at) === -1) continue;
      const isNeeded = this.#style === "curly" || text.slice(open, at).includes(this.#delimiter);
      return isNeeded ? at : -1;
    }
    this.#openLine = lineBreak;
    return -1;
  }

  /** The position of the separator or line break after a mark; -1 if other text follows it. */
  #endAfter(close: number): number {
    const text = this.#text;
    for (let at = close + 1; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === this.#code || code === LINE_BREAK) return at;
      if (!isSpace(code) && text.charAt(at).trim() !== "") return -1;
    }
    return text.length;
  }
}

export function isStraight(text: string, at: number): boolean {
  return text.charCodeAt(at) === QUOTE;
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0xa0 || code === 0x09;
}

/**
 * The position of the quote that closes a value, or -1: quotes written twice belong to the value.
 */
function closingQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at + 2)) {
    if (!isStraight(text, at + 1)) return at;
  }
  return -1;
}

/** The text between the marks of a cell. */
export function quotedText(text: string, { open, close }: QuotedCell): string {
  const content = withLineFeeds(text.slice(open + 1, close));
  return isStraight(text, open) && content.includes('"') ? withoutSecondQuotes(content) : content;
}

function withLineFeeds(text: string): string {
  return text.includes("\r") ? text.replaceAll("\r\n", "\n") : text;
}

/** `String.fromCharCode` takes no more arguments than fit on the stack. */
const AT_ONCE = 8_192;

/**
 * The text of a quoted cell, in which each quote is written twice. With millions of quotes,
 * `replace`, `replaceAll` and `split` take two to four times as long.
 */
function withoutSecondQuotes(cell: string): string {
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
