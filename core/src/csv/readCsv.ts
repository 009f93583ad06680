import Papa from "papaparse";
import { AppError } from "../contract/appError.ts";
import { CSV_DELIMITERS, type CsvDelimiter, type CsvEncoding } from "../contract/csv.ts";
import { MAX_CSV_LINES } from "../contract/limits.ts";
import { decodeCsv } from "./decode.ts";
import { detectDelimiter } from "./delimiter.ts";
import { type CsvWarning, numberedHeaders, readHeaders, UNREADABLE_HEADERS } from "./headers.ts";
import { findBrokenQuote } from "./quotes.ts";
import { raggedness } from "./ragged.ts";

/** One data row; rows are arrays, so that a column may be named `__proto__`. */
export interface CsvRow {
  /** The data row: 1 is the first below the header; rows without any text are not counted. */
  n: number;
  /** The line in the file where the row begins, from 1. */
  line: number;
  /** As written; may be fewer or more than the headers (a warning says so). */
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
  /** The file up to the last row that was taken, with LF as line breaks: what is uploaded instead of the whole. */
  keptText: string;
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
  // The last line is ended too: the parser takes spaces after a closing quote before a line break only.
  const text = `${decoded.text.replace(/\r\n?/g, "\n")}\n`;
  refuseNul(text);
  // Excel writes the delimiter into a first line of its own.
  const named = /^sep=(.)\n/.exec(text)?.[1];
  const body = named === undefined ? text : text.slice(text.indexOf("\n"));
  const delimiter = options.delimiter ?? CSV_DELIMITERS.find((one) => one === named) ?? detectDelimiter(body);
  const brokenQuote = findBrokenQuote(body, delimiter);
  // Text copied from a spreadsheet is not quoted unless a cell needs it: there a lone quote is just a quote.
  if (brokenQuote !== null && delimiter !== "\t") throw brokenQuoteError(body, brokenQuote);
  const quoteChar = brokenQuote === null ? '"' : "\0";
  const { endLine, ...table } = parseTable(body, {
    delimiter,
    quoteChar,
    maxRows: options.maxRows ?? Number.POSITIVE_INFINITY,
    noHeadings: options.noHeadings ?? false,
  });
  return { ...table, keptText: linesBefore(text, endLine), delimiter, encoding: decoded.encoding };
}

interface ParsedTable {
  headers: string[];
  rows: CsvRow[];
  rowsOverLimit: number;
  warnings: CsvWarning[];
  /** The line after the last row that was taken. */
  endLine: number;
}

function parseTable(
  text: string,
  {
    maxRows,
    noHeadings,
    ...format
  }: { delimiter: CsvDelimiter; quoteChar: string; maxRows: number; noHeadings: boolean },
): ParsedTable {
  let headers: string[] | undefined;
  const warnings: CsvWarning[] = [];
  const rows: CsvRow[] = [];
  let rowsOverLimit = 0;
  let line = 1;
  let endLine = 1;

  Papa.parse<string[]>(text, {
    ...format,
    newline: "\n",
    step: ({ data: cells }) => {
      const at = line;
      line += 1 + lineBreaks(cells);
      if (cells.every((cell) => cell.trim() === "")) return;
      if (headers === undefined) {
        headers = noHeadings ? numberedHeaders(cells) : readHeaders(cells, at, warnings);
        if (!noHeadings) {
          endLine = line;
          return;
        }
      }
      if (rows.length >= maxRows) {
        rowsOverLimit += 1;
        return;
      }
      const row = { n: rows.length + 1, line: at, cells: withoutEmptyEnd(cells, headers.length) };
      rows.push(row);
      const warning = raggedWarning(row, headers.length);
      if (warning !== null) warnings.push(warning);
      endLine = line;
    },
  });

  if (headers === undefined) throw new AppError("csv_unreadable", UNREADABLE_HEADERS);
  if (rows.length === 0) throw new AppError("csv_no_rows", "CSV has no data rows.");
  return { headers, rows, rowsOverLimit, warnings, endLine };
}

function raggedWarning({ n, line, cells }: CsvRow, columns: number): CsvWarning | null {
  const raggedAs = raggedness(cells, columns);
  return raggedAs === null ? null : { kind: "ragged", n, line, message: `Row ${n} (line ${line}) ${raggedAs}` };
}

/** Spreadsheets write empty cells after the last column when some row below or above needed them. */
function withoutEmptyEnd(cells: string[], columns: number): string[] {
  let length = cells.length;
  while (length > columns && cells[length - 1]?.trim() === "") length -= 1;
  return length === cells.length ? cells : cells.slice(0, length);
}

function lineBreaks(cells: readonly string[]): number {
  let count = 0;
  for (const cell of cells) {
    for (let at = cell.indexOf("\n"); at !== -1; at = cell.indexOf("\n", at + 1)) count += 1;
  }
  return count;
}

function linesBefore(text: string, line: number): string {
  let end = 0;
  for (let current = 1; current < line; current += 1) {
    const lineBreak = text.indexOf("\n", end);
    if (lineBreak === -1) return text;
    end = lineBreak + 1;
  }
  return text.slice(0, end);
}

/**
 * Counts no further than it must: a file of line breaks alone holds ten million, of either kind.
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
  const most = MAX_CSV_LINES.toLocaleString("en-US");
  const message = `CSV Error: The file has more than ${most} lines. Delete those that are not needed, empty ones too.`;
  return new AppError("too_many_lines", message);
}

function refuseNul(text: string): void {
  const at = text.indexOf("\0");
  if (at === -1) return;
  const line = 1 + lineBreaks([text.slice(0, at)]);
  throw new AppError(
    "csv_unreadable",
    `CSV Parsing Error: Line ${line} holds something that is no text. The file is damaged, or it is not a CSV file.`,
  );
}

function brokenQuoteError(text: string, at: number): AppError {
  const line = 1 + lineBreaks([text.slice(0, at)]);
  return new AppError(
    "csv_unreadable",
    `CSV Parsing Error: A quotation mark (") opens in line ${line} and never closes. Close it, or write it twice where it belongs to the text.`,
    { details: { line } },
  );
}
