import { AppError } from "../contract/appError.ts";
import { CSV_DELIMITERS, type CsvDelimiter, type CsvEncoding } from "../contract/csv.ts";
import { MAX_CSV_LINES } from "../contract/limits.ts";
import { oddityIn } from "../table/cellProtection.ts";
import { hasText, type TableRow } from "../table/rows.ts";
import { EDGE_ROWS, findTable, type Table, type TableReading, tableOf } from "../table/table.ts";
import { withCommas } from "../withCommas.ts";
import { type DecodedText, decodeCsv } from "./decode.ts";
import { detectDelimiter } from "./delimiter.ts";
import type { QuotingStyle } from "./quotes.ts";
import { RowScanner } from "./rowScanner.ts";

export interface CsvTable extends Table {
  delimiter: CsvDelimiter;
  /** Null for text that came without a file. */
  encoding: CsvEncoding | null;
  /** A separator that fits as well as the detected one; null for none. */
  otherDelimiter: CsvDelimiter | null;
  /**
   * Set if the encoding is a guess: the other possible encodings, with names from the file to
   * compare; null if it's certain.
   */
  guess: DecodedText["guess"];
}

export interface CsvOptions {
  /** Instead of the detected one. */
  delimiter?: CsvDelimiter | undefined;
  /** Instead of the detected one. */
  encoding?: CsvEncoding | undefined;
  /** The line with the headers, from 1; recognized if absent or null. */
  headerRow?: number | null | undefined;
  /** Data rows to take; those above are only counted. */
  maxRows?: number | undefined;
  /**
   * Whether the first row is a person, and the columns have no names: they are called `Column 1`
   * and so on.
   */
  noHeaders?: boolean | undefined;
  /** Whether the rows above the headers, and totals and notes below the people, are people, too. */
  withAbove?: boolean | undefined;
  withBelow?: boolean | undefined;
}

/**
 * Reads a CSV file, or a table pasted from a spreadsheet, as the page and the server both do.
 * @throws AppError `csv_unreadable` (no text, no headers, two columns with one header, a quote that is not closed),
 * `too_many_columns`, `too_many_lines`, `csv_no_rows`.
 */
export function readCsv(file: Uint8Array | string, options: CsvOptions = {}): CsvTable {
  const decoded = typeof file === "string" ? asDecoded(file) : decodeCsv(file, options.encoding);
  // A clipboard's text has no mark.
  const isPasted = decoded.text === file;
  const prepared = preparedText(decoded.text, isPasted, options.delimiter);
  const { delimiter, otherDelimiter } = prepared;
  const { maxRows = Number.POSITIVE_INFINITY, noHeaders = false, headerRow = null } = options;
  const { withAbove = false, withBelow = false } = options;
  const reading: TableReading = { maxRows, noHeaders, headerRow, withAbove, withBelow };
  const { rows, gap } = soundRows(prepared, { most: maxRows, oddLines: decoded.oddLines });
  const table = tableOf(rows, reading, findTable(rows, reading), undefined, { rows: gap });
  return { ...table, delimiter, otherDelimiter, encoding: decoded.encoding, guess: decoded.guess };
}

/** Text that came without a file. */
function asDecoded(text: string): Omit<DecodedText, "encoding"> & { encoding: null } {
  const plain = text.includes("\ufeff") ? text.replaceAll("\ufeff", "") : text;
  return { text: plain, encoding: null, guess: null, oddLines: [] };
}

interface PreparedText {
  /** Lines end with LF or CRLF. Without the line that names the separator. */
  text: string;
  linesAbove: number;
  delimiter: CsvDelimiter;
  otherDelimiter: CsvDelimiter | null;
  quoting: QuotingStyle;
}

/** Excel names the separator in an extra first line. */
const NAMED = /^[\s"']*sep\s*=\s*["']?(\\t|tab|[^\n])["';,\t| ]*(?:\r?\n|$)/i;

function preparedText(
  given: string,
  isPasted: boolean,
  chosen: CsvDelimiter | undefined,
): PreparedText {
  const whole = withoutCtrlZ(withoutLoneReturns(given));
  requireLines(whole);
  refuseNul(whole);
  const { body, linesAbove, named } = withoutSeparatorLine(whole);
  const detected = detectDelimiter(body, named);
  const unquoted = withoutQuotedLines(body);
  const within = unquoted === body ? detected : detectDelimiter(unquoted, named);
  // A list of names in one column is quoted like this, too.
  const isWithin = within.addresses > detected.addresses;
  const text = isWithin ? unquoted : body;
  const found = isWithin ? within : detected;
  const { delimiter, other } = chosen ? { delimiter: chosen, other: null } : found;
  const quoting = quotingIn(text, delimiter, isPasted);
  return { text, linesAbove, delimiter, otherDelimiter: other, quoting };
}

/** The text without the line that names its separator, and that separator. */
function withoutSeparatorLine(text: string) {
  const [line = "", sign = ""] = NAMED.exec(text.slice(0, 100)) ?? [];
  const written = /^(?:\\t|tab)$/i.test(sign) ? "\t" : sign;
  return {
    body: text.slice(line.length),
    linesAbove: line.split("\n").length - 1,
    named: CSV_DELIMITERS.find((one) => one === written),
  };
}

/**
 * Text copied from a spreadsheet is not quoted unless a cell needs it: there a lone quote is just a
 * quote.
 */
function quotingIn(text: string, delimiter: CsvDelimiter, isPasted: boolean): QuotingStyle {
  if (delimiter === "\t") return isPasted ? "pasted" : "copied";
  return isCurly(text, delimiter) ? "curly" : "written";
}

/** MS-DOS ended a text with it, and filled the rest of its block with more of them or with NUL. */
function withoutCtrlZ(text: string): string {
  let [end, first] = [text.length, text.length];
  for (; end > 0; end--) {
    const last = text.charAt(end - 1);
    if (last === "\x1a") first = end - 1;
    else if (last !== "\0" && last.trim() !== "") break;
  }
  return text.slice(0, first);
}

/** Macs ended lines with CR. */
function withoutLoneReturns(text: string): string {
  for (let at = text.indexOf("\r"); at !== -1; at = text.indexOf("\r", at + 2)) {
    if (text[at + 1] !== "\n") return text.replaceAll("\r\n", "\n").replaceAll("\r", "\n");
  }
  return text;
}

/**
 * The rows of a text in which each quotation mark closes. Some programs write \" for one in a cell.
 */
function soundRows(
  prepared: PreparedText,
  scanning: ScanOptions,
): { rows: TableRow[]; gap: number } {
  const { text, linesAbove } = prepared;
  const read = scannedRows(prepared, scanning);
  if (read.broken === -1) return read;
  if (text.includes('\\"')) {
    const doubled = text.replace(/\\(["\\])/g, (_, character: string) =>
      character === '"' ? '""' : "\\",
    );
    const again = scannedRows({ ...prepared, text: doubled }, scanning);
    if (again.broken === -1) return again;
  }
  throw brokenQuoteError(text, read.broken, linesAbove);
}

/** Whether most cells of the first lines have curly marks around them. */
function isCurly(text: string, delimiter: CsvDelimiter): boolean {
  if (!/[“„]/.test(text)) return false;
  const lines = text.slice(0, 20_000).split("\n", 50);
  const cells = lines.flatMap((line) => line.split(delimiter)).filter((cell) => cell.trim() !== "");
  return cells.filter((cell) => /^\s*[“”„]|[“”]\s*$/.test(cell)).length > cells.length / 2;
}

/**
 * A whole line in quotation marks, as some programs write it. The marks within are then written
 * twice.
 */
const QUOTED_LINE = /^[^\S\n]*"((?:[^"\n]|"")*[,;\t|](?:[^"\n]|"")*)"[,;\t| \r]*$/;

/** The text without the marks around whole lines, if most of the first lines have them. */
function withoutQuotedLines(text: string): string {
  const isQuoted = (line: string) => QUOTED_LINE.test(line);
  const first = text
    .slice(0, 20_000)
    .split("\n", 50)
    .filter((line) => line.trim() !== "");
  if (first.length < 2 || first.filter(isQuoted).length <= first.length / 2) return text;
  const bare = (line: string) => QUOTED_LINE.exec(line)?.[1]?.replaceAll('""', '"') ?? line;
  return text.split("\n").map(bare).join("\n");
}

interface ScanOptions {
  most: number;
  /** Lines with characters in another encoding than the rest, from 1. */
  oddLines: readonly number[];
}

const OTHER_ENCODING = "has characters in another encoding than the rest of the file. Check them.";
const HIDES_ROWS =
  "has a cell that may be several rows, as if a quotation mark were missing or one too many. Check it.";

/**
 * The first rows and, if there are more than asked for, the last ones; those between are only
 * counted.
 */
function scannedRows(
  { text, delimiter, quoting, linesAbove }: PreparedText,
  { most, oddLines }: ScanOptions,
) {
  const oddity = oddityIn(text);
  const scanner = new RowScanner(text, delimiter, quoting, oddity);
  const rows: TableRow[] = [];
  const odd = [...oddLines];
  const isAllPlain = oddity === null;
  const push = (to: TableRow[]) => {
    const { cells, count } = scanner;
    const line = scanner.line + linesAbove;
    const row: TableRow = { line, cells, count, isPlain: isAllPlain || !scanner.isOdd };
    if (scanner.hidesRows) row.note = HIDES_ROWS;
    if (odd.length > 0 && (odd[0] ?? 0) < scanner.nextLine + linesAbove) {
      row.note = OTHER_ENCODING;
      while (odd.length > 0 && (odd[0] ?? 0) < scanner.nextLine + linesAbove) odd.shift();
    }
    // As in a workbook, a row with nothing but errors is no row.
    if (row.isPlain || cells.some(hasText)) to.push(row);
  };
  while (rows.length < most + EDGE_ROWS && scanner.next()) push(rows);
  const tail: TableRow[] = [];
  let gap = 0;
  while (scanner.next()) {
    if (tail.length === EDGE_ROWS) {
      tail.shift();
      gap += 1;
    }
    push(tail);
  }
  rows.push(...tail);
  return { rows, gap, broken: scanner.broken };
}

/**
 * Stops counting at the limit: a file may consist of ten million line breaks.
 * @throws AppError `too_many_lines`
 */
export function requireLines(text: string): void {
  let lines = 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) {
    lines += 1;
    if (lines > MAX_CSV_LINES) throw tooManyLines();
  }
}

function tooManyLines(): AppError {
  const most = withCommas(MAX_CSV_LINES);
  const message = `CSV Error: The list has more than ${most} lines. Delete the ones you don't need, including empty ones.`;
  return new AppError("too_many_lines", message);
}

function lineAt(text: string, at: number): number {
  let line = 1;
  for (let lineBreak = text.indexOf("\n"); lineBreak !== -1 && lineBreak < at; line += 1) {
    lineBreak = text.indexOf("\n", lineBreak + 1);
  }
  return line;
}

function refuseNul(text: string): void {
  const at = text.indexOf("\0");
  if (at === -1) return;
  const line = lineAt(text, at);
  throw new AppError(
    "csv_unreadable",
    `CSV Parsing Error: Line ${line} contains something that isn't text. The list is damaged, or it isn't CSV.`,
  );
}

function brokenQuoteError(text: string, at: number, linesAbove: number): AppError {
  const line = lineAt(text, at) + linesAbove;
  return new AppError(
    "csv_unreadable",
    `CSV Parsing Error: A quotation mark (") opens in line ${line} and never closes. Close it, or write it twice if it's part of the text.`,
    { details: { line } },
  );
}
