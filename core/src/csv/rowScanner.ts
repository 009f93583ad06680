import { MAX_CSV_COLUMNS } from "../contract/limits.ts";
import { Positions } from "./positions.ts";
import { isStraight, type QuotedCell, Quotes, type QuotingStyle, quotedText } from "./quotes.ts";

const RETURN = "\r".charCodeAt(0);
const LINE_BREAK = "\n".charCodeAt(0);
/** One more than a file may have, so that such rows are seen. */
export const MAX_CELLS = MAX_CSV_COLUMNS + 1;
/** Something like an address, in one of several rows. */
const ADDRESS = /[^\s@]@[^\s@]+\.[^\s@]/;

/**
 * Goes through the rows of separated text, in which lines end with LF or CRLF; in cells, both are
 * LF. A row has at most one cell more than a file may have columns, so that no array of ten million
 * cells is made.
 */
export class RowScanner {
  /** The line of the row, from 1. */
  line = 1;
  /** The line after the row. */
  nextLine = 1;
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
  /** How many cells the widest row so far has. */
  #width = 0;
  /** How the row's cells with both line breaks and separators are read, if it has any. */
  #longCells: "none" | "whole" | "split" = "none";
  readonly #separators: Positions;
  readonly #breaks: Positions;
  readonly #oddities: Positions | null;
  readonly #quotes: Quotes;
  readonly #text: string;
  readonly #delimiter: string;
  readonly #code: number;
  readonly #quoting: QuotingStyle;
  readonly #isCopied: boolean;

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
    this.#quoting = quoting;
    this.#isCopied = quoting === "copied" || quoting === "pasted";
    this.#separators = new Positions(text, delimiter);
    this.#breaks = new Positions(text, "\n");
    this.#oddities = oddity && new Positions(text, oddity);
    this.#quotes = new Quotes(text, delimiter, quoting);
  }

  /** Moves to the next row that has any text; returns false if there is no such row. */
  next(): boolean {
    while (this.nextRecord()) if (this.cells.length > 0) return true;
    return false;
  }

  /** Moves to the next row, a blank one too; returns false at the end of the text. */
  nextRecord(): boolean {
    if (this.end >= this.#text.length) return false;
    this.#start = this.end;
    this.line = this.nextLine;
    this.hidesRows = false;
    this.#longCells = "none";
    const lineBreak = this.#breaks.from(this.#start);
    if (this.#quotes.mayBeIn(this.#start, lineBreak)) this.#readQuoted();
    else this.#readPlain(lineBreak);
    if (this.cells.length > 0) this.#width = Math.max(this.#width, this.count);
    return true;
  }

  /** Whether the oddity matches in the row. */
  get isOdd(): boolean {
    return this.#oddities !== null && this.#oddities.from(this.#start) < this.end;
  }

  /** Reads a row without marks, as most are. */
  #readPlain(lineBreak: number): void {
    const line = this.#text.slice(this.#start, this.#withoutReturn(this.#start, lineBreak));
    const cells = line.split(this.#delimiter, MAX_CELLS);
    if (cells.length === MAX_CELLS) {
      this.#readCells();
      return;
    }
    let filled = cells.length;
    while (filled > 0 && isBlank(cells[filled - 1] ?? "")) filled -= 1;
    this.nextLine = this.line + 1;
    this.#endRow(lineBreak, cells, cells.length, filled);
  }

  /**
   * A cell of copied text that has both line breaks and separators may be several rows between two
   * marks that quote nothing. Then its row is wider or narrower than the widest.
   */
  #readQuoted(): void {
    this.#readCells();
    if (this.#longCells === "none" || this.count === this.#width) return;
    this.#longCells = "split";
    this.#readCells();
  }

  #readCells(): void {
    const text = this.#text;
    const cells: string[] = [];
    let count = 0;
    let filled = 0;
    let end = this.#start - 1;
    this.nextLine = this.line + 1;
    do {
      const from = end + 1;
      end = Math.min(this.#separators.from(from), this.#breaks.from(from));
      const quoted = this.#quotes.mayBeIn(from, end) ? this.#quotedCell(from, count) : null;
      end = quoted?.end ?? end;
      count += 1;
      // Nothing after it matters any more.
      if (filled > MAX_CELLS) continue;
      const cell = quoted
        ? quotedText(text, quoted)
        : text.slice(from, this.#isSeparator(end) ? end : this.#withoutReturn(from, end));
      if (count <= MAX_CELLS) cells.push(cell);
      if (!isBlank(cell)) filled = count;
    } while (this.#isSeparator(end));
    this.#endRow(end, cells, count, filled);
  }

  /** Ends the row at a line break. `filled`: how many cells there are up to the last with text. */
  #endRow(lineBreak: number, cells: string[], count: number, filled: number): void {
    this.end = Math.min(lineBreak + 1, this.#text.length);
    this.count = count;
    this.cells = cells;
    if (this.#quoting === "strict") return;
    // A copy takes less memory than an array that grew.
    this.cells = cells.slice(0, filled);
    const last = MAX_CELLS - 1;
    if (filled > MAX_CELLS && isBlank(cells[last] ?? "")) this.cells[last] = "…";
  }

  /** The quoted cell at a position, after so many others; null if the cell there isn't quoted. */
  #quotedCell(from: number, before: number): QuotedCell | null {
    const quoted = this.#quotes.cellAt(from);
    if (quoted === null && !this.#isCopied && this.broken === -1 && isStraight(this.#text, from))
      this.broken = from;
    if (quoted === null || !this.#isOneCell(quoted, before)) return null;
    for (let at = this.#breaks.from(quoted.open); at < quoted.close; at = this.#breaks.from(at + 1))
      this.nextLine += 1;
    return quoted;
  }

  /**
   * Whether the marks of a cell quote it. Those of copied text that are around several cells or
   * rows may be marks like any other: a cell with tabs is rare, a lone mark (for inches, or "the
   * same as above") isn't.
   */
  #isOneCell(quoted: QuotedCell, before: number): boolean {
    const { open, close } = quoted;
    if (this.#quoting === "strict") return true;
    const hasBreak = this.#breaks.from(open) < close;
    const isPasted = this.#quoting === "pasted";
    if (!hasBreak && !isPasted) return true;
    const hasSeparator = this.#separators.from(open) < close;
    if (!hasBreak && !hasSeparator) return true;
    const areRows = this.#areRows(quoted, before);
    if (isPasted && areRows) return false;
    if (!hasBreak) return true;
    const content = this.#text.slice(open + 1, close);
    // In one column, two marks with nothing between them are two cells.
    if (isPasted && this.#width <= 1 && content.trim() === "") return false;
    this.hidesRows ||= areRows && ADDRESS.test(content);
    if (!this.#isCopied || !hasSeparator) return true;
    if (this.#longCells === "split") return false;
    this.#longCells = "whole";
    return true;
  }

  /** Whether each line of a quoted cell, with all cells in the line, is as wide as a row. */
  #areRows({ open, close }: QuotedCell, before: number): boolean {
    if (this.#width < 2) return false;
    const end = this.#breaks.from(close);
    let count = before + 1;
    for (let at = open; at < end && count <= this.#width; at++) {
      if (this.#isSeparator(at)) count += 1;
      if (this.#text.charCodeAt(at) !== LINE_BREAK) continue;
      if (count !== this.#width) return false;
      count = 1;
    }
    return count === this.#width;
  }

  #isSeparator(at: number): boolean {
    return this.#text.charCodeAt(at) === this.#code;
  }

  /** The end of a line without the CR of CRLF. */
  #withoutReturn(from: number, lineBreak: number): number {
    return lineBreak > from && this.#text.charCodeAt(lineBreak - 1) === RETURN
      ? lineBreak - 1
      : lineBreak;
  }
}

function isBlank(cell: string): boolean {
  if (cell === "") return true;
  const code = cell.charCodeAt(0);
  // Most values begin with a letter or a digit, and need no copy.
  return !(code > 0x20 && code < 0x7f) && cell.trim() === "";
}
