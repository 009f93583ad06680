import { AppError } from "../contract/appError.ts";
import { CSV_DELIMITERS, type CsvDelimiter, type CsvEncoding } from "../contract/csv.ts";
import { MAX_CSV_COLUMNS, MAX_CSV_LINES } from "../contract/limits.ts";
import { withCommas } from "../withCommas.ts";
import { decodeCsv } from "./decode.ts";
import { detectDelimiter } from "./delimiter.ts";
import { type CsvWarning, numberedHeaders, readHeaders, requireColumns, UNREADABLE_HEADERS } from "./headers.ts";
import { findBrokenQuote } from "./quotes.ts";
import { raggedness } from "./ragged.ts";
import { ended, RowScanner } from "./rowScanner.ts";

/** One data row; rows are arrays, so that a column may be named `__proto__`. */
export interface CsvRow {
  /** The data row: 1 is the first below the header; rows without any text are not counted. */
  n: number;
  /** The line in the file where the row begins, from 1. */
  line: number;
  /** As written; may be fewer or more than the headers (a warning says so), but at most one more than a file may have columns. */
  cells: string[];
}

export interface CsvTable {
  /** Trimmed and distinct. A column without a header is called `Column 3`; empty columns at the end are left out. */
  headers: string[];
  rows: CsvRow[];
  /** How many data rows above `maxRows` were left out. */
  rowsOverLimit: number;
  delimiter: CsvDelimiter;
  /** Null for text that came without a file. */
  encoding: CsvEncoding | null;
  warnings: CsvWarning[];
}

export interface CsvOptions {
  /** Instead of the detected one. */
  delimiter?: CsvDelimiter | undefined;
  /** Instead of the detected one. */
  encoding?: CsvEncoding | undefined;
  /** Data rows to take; those above are only counted. */
  maxRows?: number | undefined;
  /** Whether the first row is a person, and the columns have no names: they are called `Column 1` and so on. */
  noHeadings?: boolean | undefined;
}

/**
 * Reads a CSV file, or a table pasted from a spreadsheet, as the page and the server both do.
 * @throws AppError `csv_unreadable` (no text, no headers, two columns with one header, a quote that is not closed),
 * `too_many_columns`, `too_many_lines`, `csv_no_rows`.
 */
export function readCsv(file: Uint8Array | string, options: CsvOptions = {}): CsvTable {
  const decoded =
    typeof file === "string"
      ? { text: file.replaceAll("\ufeff", ""), encoding: null }
      : decodeCsv(file, options.encoding);
  requireLines(decoded.text);
  // As many matches at most as a file may have lines.
  const text = ended(decoded.text.replace(/\r\n?/g, "\n"));
  refuseNul(text);
  // Excel names the delimiter in an extra first line.
  const named = /^sep=(.)\n/.exec(text)?.[1];
  const body = named === undefined ? text : text.slice(text.indexOf("\n"));
  const delimiter = options.delimiter ?? CSV_DELIMITERS.find((one) => one === named) ?? detectDelimiter(body);
  const brokenQuote = findBrokenQuote(body, delimiter);
  // Text copied from a spreadsheet is not quoted unless a cell needs it: there a lone quote is just a quote.
  if (brokenQuote !== null && delimiter !== "\t") throw brokenQuoteError(body, brokenQuote);
  const scanner = new RowScanner(body, delimiter, brokenQuote === null);
  const { maxRows = Number.POSITIVE_INFINITY, noHeadings = false } = options;
  return { ...readTable(scanner, maxRows, noHeadings), delimiter, encoding: decoded.encoding };
}

interface ParsedTable {
  headers: string[];
  rows: CsvRow[];
  rowsOverLimit: number;
  warnings: CsvWarning[];
}

function readTable(scanner: RowScanner, maxRows: number, noHeadings: boolean): ParsedTable {
  const warnings: CsvWarning[] = [];
  const rows: CsvRow[] = [];
  let headers: string[] | undefined;
  while (rows.length < maxRows && scanner.next()) {
    const { line, filled } = scanner;
    if (headers === undefined) {
      requireColumns(filled);
      const cells = scanner.cells(filled);
      headers = noHeadings ? numberedHeaders(cells) : readHeaders(cells, line, warnings);
      if (!noHeadings) continue;
    }
    // Spreadsheets write empty cells after the last column when some row below or above needed them.
    const cells = scanner.cells(Math.max(Math.min(filled, MAX_CSV_COLUMNS + 1), headers.length));
    const row = { n: rows.length + 1, line, cells };
    rows.push(row);
    const warning = raggedWarning(row, headers.length);
    if (warning !== null) warnings.push(warning);
  }

  if (headers === undefined) throw new AppError("csv_unreadable", UNREADABLE_HEADERS);
  if (rows.length === 0) throw new AppError("csv_no_rows", "CSV has no data rows.");
  return { headers, rows, rowsOverLimit: countRows(scanner), warnings };
}

function countRows(scanner: RowScanner): number {
  let count = 0;
  while (scanner.next()) count += 1;
  return count;
}

function raggedWarning({ n, line, cells }: CsvRow, columns: number): CsvWarning | null {
  const raggedAs = raggedness(cells, columns);
  return raggedAs === null ? null : { kind: "ragged", n, line, message: `Row ${n} (line ${line}) ${raggedAs}` };
}

/**
 * Stops counting at the limit: a file may consist of ten million line breaks of either kind.
 * @throws AppError `too_many_lines`
 */
export function requireLines(text: string): void {
  for (const lineBreak of ["\n", "\r"]) {
    let lines = 1;
    for (let at = text.indexOf(lineBreak); at !== -1; at = text.indexOf(lineBreak, at + 1)) {
      lines += 1;
      if (lines > MAX_CSV_LINES) throw tooManyLines();
    }
  }
}

function tooManyLines(): AppError {
  const most = withCommas(MAX_CSV_LINES);
  const message = `CSV Error: The file has more than ${most} lines. Delete the ones you don't need, including empty ones.`;
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
    `CSV Parsing Error: Line ${line} contains something that isn't text. The file is damaged, or it isn't a CSV file.`,
  );
}

function brokenQuoteError(text: string, at: number): AppError {
  const line = lineAt(text, at);
  return new AppError(
    "csv_unreadable",
    `CSV Parsing Error: A quotation mark (") opens in line ${line} and never closes. Close it, or write it twice if it's part of the text.`,
    { details: { line } },
  );
}
