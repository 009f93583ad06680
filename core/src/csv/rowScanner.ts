import type { CsvDelimiter } from "../contract/csv.ts";
import { closingQuote } from "./quotes.ts";

const QUOTE = '"'.charCodeAt(0);
const LINE_BREAK = "\n".charCodeAt(0);

/**
 * Goes through the rows of a CSV text that have any text. It measures a row before it makes the cells, so that rows can
 * be refused or counted without an array of ten million cells.
 * The text has LF line breaks, one of them at its end, and each quote that opens a value closes (`findBrokenQuote`), or
 * `hasQuotes` is false and a quote is a character like any other.
 */
export class RowScanner {
  /** The line of the row, from 1. */
  line = 1;
  /** The position after the row. */
  end = 0;
  /** How many cells the row has. */
  count = 0;
  /** How many without the blank cells at its end. */
  filled = 0;
  /** The position of the row, and whether any of its cells is quoted. */
  #start = 0;
  #hasQuoted = false;
  #quote = -1;
  /** The value of the cell that was passed last: where it begins and ends, and whether it was quoted. */
  #from = 0;
  #to = 0;
  #isQuoted = false;
  readonly #text: string;
  readonly #delimiter: CsvDelimiter;
  readonly #hasQuotes: boolean;

  constructor(text: string, delimiter: CsvDelimiter, hasQuotes: boolean) {
    this.#text = text;
    this.#delimiter = delimiter;
    this.#hasQuotes = hasQuotes;
  }

  /** Moves to the next row that has any text; returns false if there is no such row. */
  next(): boolean {
    do {
      if (!this.nextRecord()) return false;
    } while (this.filled === 0);
    return true;
  }

  /** Moves to the next row, a blank one too; returns false at the end of the text. */
  nextRecord(): boolean {
    if (this.end === this.#text.length) return false;
    this.line += this.#lineBreaks();
    this.#measure();
    return true;
  }

  /** The first cells of the row, as many as asked for and at most `count`. */
  cells(most: number): string[] {
    if (!this.#hasQuoted) return this.#text.slice(this.#start, this.end - 1).split(this.#delimiter, most);
    const cells = new Array<string>(Math.min(most, this.count));
    let at = this.#start;
    for (let i = 0; i < cells.length; i++) {
      at = this.#pass(at) + 1;
      cells[i] = this.#cell();
    }
    return cells;
  }

  /** How many lines the row takes. */
  #lineBreaks(): number {
    let count = 0;
    let at = this.#text.indexOf("\n", this.#start);
    for (; at !== -1 && at < this.end; count++) at = this.#text.indexOf("\n", at + 1);
    return count;
  }

  #measure(): void {
    this.#start = this.end;
    this.count = 0;
    this.filled = 0;
    this.#hasQuoted = false;
    const lineBreak = this.#text.indexOf("\n", this.#start);
    if (this.#nextQuote() > lineBreak) this.#measurePlain(lineBreak);
    else this.#measureQuoted();
  }

  /** The position of the next quote that isn't a character like any other. */
  #nextQuote(): number {
    if (this.#quote < this.#start) {
      const found = this.#hasQuotes ? this.#text.indexOf('"', this.#start) : -1;
      this.#quote = found === -1 ? Number.POSITIVE_INFINITY : found;
    }
    return this.#quote;
  }

  #measurePlain(lineBreak: number): void {
    const text = this.#text;
    const delimiter = this.#delimiter.charCodeAt(0);
    let count = 1;
    let filled = 0;
    for (let at = this.#start; at < lineBreak; at++) {
      const code = text.charCodeAt(at);
      if (code === delimiter) count += 1;
      // Most values begin with a letter or a digit.
      else if (filled !== count && ((code > 0x20 && code < 0x7f) || text.charAt(at).trim() !== "")) filled = count;
    }
    this.count = count;
    this.filled = filled;
    this.end = lineBreak + 1;
  }

  #measureQuoted(): void {
    let last: number;
    do {
      last = this.#pass(this.end);
      this.end = last + 1;
      this.count += 1;
      if (this.#isQuoted) this.#hasQuoted = true;
      if (this.#hasText()) this.filled = this.count;
    } while (this.#text.charCodeAt(last) !== LINE_BREAK);
  }

  /** Passes the cell at a position. Returns the position of the delimiter or line break after it. */
  #pass(from: number): number {
    const text = this.#text;
    const delimiter = this.#delimiter.charCodeAt(0);
    const isQuoted = text.charCodeAt(from) === QUOTE;
    const close = isQuoted ? closingQuote(text, from + 1) : from;
    let at = close;
    for (;;) {
      const code = text.charCodeAt(at);
      if (code === delimiter || code === LINE_BREAK) break;
      at += 1;
    }
    this.#isQuoted = isQuoted;
    this.#from = isQuoted ? from + 1 : from;
    this.#to = isQuoted ? close : at;
    return at;
  }

  #hasText(): boolean {
    if (this.#from === this.#to) return false;
    const code = this.#text.charCodeAt(this.#from);
    // Most values begin with a letter or a digit, and need no copy.
    return (code > 0x20 && code < 0x7f) || this.#text.slice(this.#from, this.#to).trim() !== "";
  }

  #cell(): string {
    const cell = this.#text.slice(this.#from, this.#to);
    return this.#isQuoted && cell.includes('"') ? withoutSecondQuotes(cell) : cell;
  }
}

/** `String.fromCharCode` takes no more arguments than fit on the stack. */
const AT_ONCE = 8_192;

/**
 * The text of a quoted cell, in which each quote is written twice. With millions of quotes, `replace`, `replaceAll` and
 * `split` take two to four times as long.
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
    pieces.push(textOf(codes));
    count = 0;
  }
  pieces.push(textOf(codes.subarray(0, count)));
  return pieces.join("");
}

/** Spreading the codes would take ten times as long. */
function textOf(codes: Uint16Array): string {
  return Reflect.apply(String.fromCharCode, null, codes);
}

/** The text with a line break at its end, so that spaces may follow a closing quote in its last line, too. */
export function ended(text: string): string {
  return text.endsWith("\n") ? text : `${text}\n`;
}
