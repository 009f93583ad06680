import { MAX_CSV_COLUMNS } from "../contract/limits.ts";
import { Positions } from "./positions.ts";
import { closingQuote, QUOTE, withoutSecondQuotes } from "./quotes.ts";

const LINE_BREAK = "\n".charCodeAt(0);
const RETURN = "\r".charCodeAt(0);
/** One more than a file may have, so that such rows are seen. */
const MAX_CELLS = MAX_CSV_COLUMNS + 1;

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

/**
 * Goes through the rows of separated text, in which lines end with LF or CRLF; in cells, both are
 * LF. A row has at most one cell more than a file may have columns, so that no array of ten million
 * cells is made.
 */
export class RowScanner {
  /** The line of the row, from 1. */
  line = 1;
  /** The position after the row. */
  end = 0;
  /** How many cells the row has. */
  count = 0;
  /** The cells up to the last one with text. */
  cells: string[] = [];
  /**
   * The position of the first quotation mark that opens a cell and isn't closed, in a row before
   * this one; -1 for none.
   */
  broken = -1;
  /** Whether a cell of the row may be several rows: a mark may be missing, but the file is sound. */
  hidesRows = false;
  #start = 0;
  #lines = 0;
  #quote = -1;
  #odd = -1;
  /** The end of the last line in which a curly mark doesn't close. */
  #openCurly = -1;
  /** How many cells the widest row so far has. */
  #width = 0;
  /** Whether the row has a cell that may be several rows. */
  #hasLong = false;
  /** Whether such a cell is read as one. */
  #takesLong = true;
  /** The cell that was passed last. */
  #from = 0;
  #to = 0;
  #isQuoted = false;
  /** Where the cells of a simple row begin and end. */
  readonly #bounds = new Int32Array(2 * MAX_CELLS);
  readonly #separators: Positions;
  readonly #breaks: Positions;
  readonly #text: string;
  readonly #delimiter: string;
  readonly #code: number;
  readonly #quoting: QuotingStyle;
  readonly #isCopied: boolean;
  readonly #quotes: RegExp | null;
  readonly #oddity: RegExp | null;

  /** `oddity`: a global expression that matches in no plain row (`isOdd`). */
  constructor(
    text: string,
    delimiter: string,
    quoting: QuotingStyle,
    oddity: RegExp | null = null,
  ) {
    this.#text = text;
    this.#delimiter = delimiter;
    this.#code = delimiter.charCodeAt(0);
    this.#separators = new Positions(text, delimiter);
    this.#breaks = new Positions(text, "\n");
    this.#quoting = quoting;
    this.#isCopied = quoting === "copied" || quoting === "pasted";
    this.#quotes = quoting !== "strict" && CURLY.test(text) ? /["“”„]/g : null;
    this.#oddity = oddity;
  }

  /** Moves to the next row that has any text; returns false if there is no such row. */
  next(): boolean {
    while (this.nextRecord()) if (this.cells.length > 0) return true;
    return false;
  }

  /** Moves to the next row, a blank one too; returns false at the end of the text. */
  nextRecord(): boolean {
    const text = this.#text;
    if (this.end >= text.length) return false;
    this.line += this.#lines;
    this.#start = this.end;
    this.hidesRows = false;
    const lineBreak = this.#breaks.from(this.end);
    const hasQuotes = this.#nextQuote() < lineBreak;
    if (!this.#readSimple(lineBreak, hasQuotes)) {
      if (hasQuotes) this.#readQuoted();
      else this.#readWide(lineBreak);
    }
    if (this.#isCopied) this.#requireWidth();
    if (this.count > this.#width && this.cells.length > 0) this.#width = this.count;
    return true;
  }

  /** The line after the row. */
  get nextLine(): number {
    return this.line + this.#lines;
  }

  /** Whether the oddity matches in the row. */
  get isOdd(): boolean {
    if (this.#oddity !== null && this.#odd < this.#start) {
      this.#oddity.lastIndex = this.#start;
      this.#odd = this.#oddity.exec(this.#text)?.index ?? Number.POSITIVE_INFINITY;
    }
    return this.#oddity !== null && this.#odd < this.end;
  }

  /** The position of the next mark that may quote something. */
  #nextQuote(): number {
    if (this.#quote < this.#start) {
      const found =
        this.#quotes === null ? this.#text.indexOf('"', this.#start) : this.#search(this.#quotes);
      this.#quote = found === -1 ? Number.POSITIVE_INFINITY : found;
    }
    return this.#quote;
  }

  #search(expression: RegExp): number {
    expression.lastIndex = this.#start;
    return expression.exec(this.#text)?.index ?? -1;
  }

  /** Reads a row without quoting that has more cells than a file may have. */
  #readWide(lineBreak: number): void {
    const line = this.#text.slice(this.#start, this.#withoutReturn(this.#start, lineBreak));
    const cells = line.split(this.#delimiter, MAX_CELLS);
    this.#lines = 1;
    this.end = Math.min(lineBreak + 1, this.#text.length);
    this.count = this.#countPlain(lineBreak);
    if (this.#quoting !== "strict") withoutBlankEnd(cells);
    // Blank cells up to the limit, and something after them.
    if (this.count > MAX_CELLS && cells.length < MAX_CELLS && this.#hasTextAfter(lineBreak)) {
      while (cells.length < MAX_CELLS) cells.push(cells.length < MAX_CELLS - 1 ? "" : "…");
    }
    this.cells = cells;
  }

  /**
   * A cell of copied text that has both line breaks and separators may be several rows between two
   * marks that quote nothing. Then its row is wider or narrower than the first.
   */
  #requireWidth(): void {
    if (this.#hasLong && this.count !== this.#width) {
      this.#takesLong = false;
      this.#readQuoted();
      this.#takesLong = true;
    }
    this.#hasLong = false;
  }

  /**
   * Reads a row without marks and line breaks in its quoted cells, as most are. Returns false for
   * any other.
   */
  #readSimple(lineBreak: number, hasQuotes: boolean): boolean {
    if (hasQuotes && this.#quotes !== null) return false;
    const bounds = this.#bounds;
    const end = this.#withoutReturn(this.#start, lineBreak);
    let count = 0;
    for (let at = this.#start - 1; at < end; count++) {
      if (count === MAX_CELLS - 1) return false;
      let from = at + 1;
      let to = hasQuotes ? this.#simpleQuoted(from, end) : NOT_QUOTED;
      if (to === NOT_SIMPLE) return false;
      if (to === NOT_QUOTED) {
        at = Math.min(this.#separators.from(from), end);
        to = at;
      } else {
        from += 1;
        at = to + 1;
      }
      bounds[2 * count] = from;
      bounds[2 * count + 1] = to;
    }
    this.#lines = 1;
    this.end = Math.min(lineBreak + 1, this.#text.length);
    this.count = count;
    this.cells = this.#cellsWithin(count);
    return true;
  }

  /**
   * Where the content of a quoted cell ends that has no marks or line breaks in it. `NOT_SIMPLE`
   * for any other that may be quoted, `NOT_QUOTED` for a plain one.
   */
  #simpleQuoted(from: number, end: number): number {
    const text = this.#text;
    const code = text.charCodeAt(from);
    if (code === QUOTE) {
      const close = text.indexOf('"', from + 1);
      if (close === -1 || close > end) return NOT_SIMPLE;
      if (this.#quoting === "pasted" && this.#separators.from(from) < close) return NOT_SIMPLE;
      return close + 1 === end || text.charCodeAt(close + 1) === this.#code ? close : NOT_SIMPLE;
    }
    if (from === end || code === this.#code || (code > 0x20 && code !== EQUALS && code !== 0xa0))
      return NOT_QUOTED;
    return text.slice(from, Math.min(this.#separators.from(from), end)).includes('"')
      ? NOT_SIMPLE
      : NOT_QUOTED;
  }

  /**
   * The cells between the bounds. An array of just their number takes less memory than one that
   * grew.
   */
  #cellsWithin(count: number): string[] {
    const bounds = this.#bounds;
    const cell = (at: number) => this.#text.slice(bounds[2 * at], bounds[2 * at + 1]);
    let filled = count;
    if (this.#quoting !== "strict") while (filled > 0 && isBlank(cell(filled - 1))) filled -= 1;
    const cells = new Array<string>(filled);
    for (let at = 0; at < filled; at++) cells[at] = cell(at);
    return cells;
  }

  /** The end of a line without the CR of CRLF. */
  #withoutReturn(from: number, lineBreak: number): number {
    return lineBreak > from && this.#text.charCodeAt(lineBreak - 1) === RETURN
      ? lineBreak - 1
      : lineBreak;
  }

  #countPlain(lineBreak: number): number {
    let count = 1;
    for (let at = this.#start; at < lineBreak; at++)
      if (this.#text.charCodeAt(at) === this.#code) count += 1;
    return count;
  }

  /** Whether the line has text after the cells that were made. */
  #hasTextAfter(lineBreak: number): boolean {
    let at = this.#start;
    for (let n = 0; n < MAX_CELLS; n++) at = this.#text.indexOf(this.#delimiter, at) + 1;
    for (; at < lineBreak; at++) {
      if (this.#text.charCodeAt(at) !== this.#code && this.#text.charAt(at).trim() !== "")
        return true;
    }
    return false;
  }

  #readQuoted(): void {
    const text = this.#text;
    const cells: string[] = [];
    let count = 0;
    let filled = 0;
    let last = this.#start - 1;
    this.#lines = 1;
    do {
      last = this.#pass(last + 1, count);
      count += 1;
      if (count <= MAX_CELLS) {
        const cell = this.#cell();
        cells.push(cell);
        if (!isBlank(cell)) filled = count;
      } else if (filled <= MAX_CELLS && text.slice(this.#from, this.#to).trim() !== "")
        filled = count;
    } while (last < text.length && text.charCodeAt(last) !== LINE_BREAK);
    this.count = count;
    this.end = Math.min(last + 1, text.length);
    if (this.#quoting !== "strict") cells.length = Math.min(filled, MAX_CELLS);
    this.cells = cells;
  }

  /**
   * Passes the cell at a position, after so many others. Returns the position of the separator or
   * line break after it.
   */
  #pass(from: number, before: number): number {
    const text = this.#text;
    const open = this.#opening(from);
    if (open !== -1) {
      const close =
        text.charCodeAt(open) === QUOTE ? closingQuote(text, open + 1) : this.#closingCurly(open);
      const at = close === -1 ? -1 : this.#endsAfter(close);
      if (at !== -1 && !this.#isTooMuch(open, close, before)) {
        this.#isQuoted = text.charCodeAt(open) === QUOTE;
        this.#from = open + 1;
        this.#to = close;
        for (let n = this.#breaks.from(open); n < close; n = this.#breaks.from(n + 1))
          this.#lines += 1;
        return at;
      }
      if (
        open === from &&
        text.charCodeAt(open) === QUOTE &&
        !this.#isCopied &&
        this.broken === -1
      ) {
        this.broken = open;
      }
    }
    const at = Math.min(this.#separators.from(from), this.#breaks.from(from));
    this.#isQuoted = false;
    this.#from = from;
    this.#to = text.charCodeAt(at) === this.#code ? at : this.#withoutReturn(from, at);
    return at;
  }

  /** The position of the mark that may quote the cell at a position; -1 for none. */
  #opening(from: number): number {
    const text = this.#text;
    if (text.charCodeAt(from) === QUOTE) return from;
    if (this.#quoting === "strict") return -1;
    let at = from;
    while (isSpace(text.charCodeAt(at)) && text.charCodeAt(at) !== this.#code) at += 1;
    if (text.charCodeAt(at) === EQUALS) at += 1;
    const code = text.charCodeAt(at);
    return code === QUOTE || (this.#quotes !== null && CURLY.test(text.charAt(at))) ? at : -1;
  }

  /** The curly mark that closes a cell in its line; -1 for none, or if it need not be quoted. */
  #closingCurly(open: number): number {
    const text = this.#text;
    const lineBreak = this.#breaks.from(open);
    if (lineBreak === this.#openCurly) return -1;
    for (let at = open + 1; at < lineBreak; at++) {
      if (!CURLY.test(text.charAt(at)) || this.#endsAfter(at) === -1) continue;
      const isNeeded = this.#quoting === "curly" || text.slice(open, at).includes(this.#delimiter);
      return isNeeded ? at : -1;
    }
    this.#openCurly = lineBreak;
    return -1;
  }

  /**
   * The position of the separator or line break after a closing mark; -1 if other text follows it.
   */
  #endsAfter(close: number): number {
    const text = this.#text;
    for (let at = close + 1; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === this.#code || code === LINE_BREAK) return at;
      if (!isSpace(code) && text.charAt(at).trim() !== "") return -1;
    }
    return text.length;
  }

  /**
   * Whether a cell of copied text would be several cells or rows: then its mark is a mark like any
   * other. A cell with tabs is rare, a lone mark (for inches, or "the same as above") isn't.
   */
  #isTooMuch(open: number, close: number, before: number): boolean {
    if (this.#quoting === "strict") return false;
    if (this.#breaks.from(open) >= close) {
      const isOne = this.#quoting !== "pasted" || this.#separators.from(open) >= close;
      return !isOne && this.#areRows(open, close, before);
    }
    const content = this.#text.slice(open + 1, close);
    const areRows = this.#areRows(open, close, before);
    // In one column, two marks with nothing between them are two cells.
    const areMarks = this.#width <= 1 && content.trim() === "";
    if (this.#quoting === "pasted" && (areRows || areMarks)) return true;
    this.hidesRows ||= areRows && ADDRESS.test(content);
    if (!this.#isCopied || !content.includes(this.#delimiter)) return false;
    this.#hasLong = true;
    return !this.#takesLong;
  }

  /** Whether each line of a quoted cell, with all cells in the line, is as wide as a row. */
  #areRows(open: number, close: number, before: number): boolean {
    if (this.#width < 2) return false;
    const text = this.#text;
    const end = this.#breaks.from(close);
    let count = before + 1;
    for (let at = open; at <= end; at++) {
      const code = text.charCodeAt(at);
      if (at === end || code === LINE_BREAK) {
        if (count !== this.#width) return false;
        count = 1;
      } else if (code === this.#code) count += 1;
      if (count > this.#width) return false;
    }
    return true;
  }

  #cell(): string {
    const written = this.#text.slice(this.#from, this.#to);
    const cell = written.includes("\r") ? written.replaceAll("\r\n", "\n") : written;
    return this.#isQuoted && cell.includes('"') ? withoutSecondQuotes(cell) : cell;
  }
}

const EQUALS = "=".charCodeAt(0);
const NOT_QUOTED = -1;
const NOT_SIMPLE = -2;
/** Something like an address, in one of several rows. */
const ADDRESS = /[^\s@]@[^\s@]+\.[^\s@]/;
const CURLY = /[“”„]/;

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0xa0 || code === 0x09;
}

function withoutBlankEnd(cells: string[]): void {
  let filled = cells.length;
  while (filled > 0 && isBlank(cells[filled - 1] ?? "")) filled -= 1;
  if (filled < cells.length) cells.length = filled;
}

function isBlank(cell: string): boolean {
  if (cell === "") return true;
  const code = cell.charCodeAt(0);
  // Most values begin with a letter or a digit, and need no copy.
  return !(code > 0x20 && code < 0x7f) && cell.trim() === "";
}
