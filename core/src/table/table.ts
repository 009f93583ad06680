import { AppError } from "../contract/appError.ts";
import { MAX_CSV_COLUMNS } from "../contract/limits.ts";
import { type CellOddity, cleanCell } from "./cellProtection.ts";
import { asCell, type Cell } from "./cells.ts";
import {
  type CsvWarning,
  numberedHeaders,
  readHeaders,
  requireColumns,
  UNREADABLE_HEADERS,
} from "./headers.ts";
import { layoutOf, type TableBounds } from "./layout.ts";
import { hasText, type TableRow, textOfCell } from "./rows.ts";

/** How to read a table. */
export interface TableReading {
  /** The line with the headers, from 1; null if recognized. */
  headerRow: number | null;
  /** Whether the first row is a person, and the columns have no names. */
  noHeaders: boolean;
  /** Data rows to take; those above are only counted. */
  maxRows: number;
  /** Whether hidden rows count. */
  withHidden?: boolean;
  /** Whether the rows above the headers, and those below the people, are people, too. */
  withAbove?: boolean;
  withBelow?: boolean;
}

/** One data row; rows are arrays, so that a column may be named `__proto__`. */
export interface TableDataRow<C = Cell> {
  /** The data row: 1 is the first below the headers; rows without any text are not counted. */
  n: number;
  /** The line in the source where the row begins, from 1. */
  line: number;
  /**
   * Errors are blank. May be fewer than the headers (a warning says so), or more: those beyond them
   * have no column, and are at most one more than a file may have columns.
   */
  cells: C[];
}

/** The form into which every source of people is read. */
export interface Table<C = Cell> {
  /**
   * Trimmed and distinct. A column without a header is called `Column 3`; columns without any text
   * are left out.
   */
  headers: string[];
  rows: TableDataRow<C>[];
  /** How many data rows above `maxRows` were left out. */
  rowsOverLimit: number;
  warnings: CsvWarning[];
  /** The line with the headers, from 1; null if the columns have no names. */
  headerLine: number | null;
  /** Titles above the headers, and totals and notes below the people; null for none. */
  above: EdgeRows | null;
  below: EdgeRows | null;
}

/** Rows at the edge of a table that aren't part of it, or are because the person said so. */
export interface EdgeRows {
  count: number;
  /** The words in the first few of them. */
  texts: readonly string[];
  isIncluded: boolean;
}

/** Texts of so many rows at an edge are kept, and so many characters of each. */
const MAX_TEXTS = 10;
const MAX_TEXT_LENGTH = 80;

/** How far down the headers can be, and how far up the people end. */
export const EDGE_ROWS = 50;

/** The errors of a source, in its own words. */
interface TableErrors {
  /** There is no row with headers. */
  empty: () => AppError;
  /** There is no row below them. */
  noRows: () => AppError;
}

const OF_TEXT: TableErrors = {
  empty: () => new AppError("csv_unreadable", UNREADABLE_HEADERS),
  noRows: () => new AppError("csv_no_rows", "CSV has no data rows."),
};

/** Which rows at the edges of a table are people. */
type EdgeReading = Pick<TableReading, "noHeaders" | "withAbove" | "withBelow">;

/** How the rows of a table lie in it. */
export interface TableLayout extends TableBounds {
  /** By column of the rows: those that are part of the table. */
  columns: number[];
}

/**
 * Finds the table in some rows. `skipped`: how many rows between the first and the last
 * `EDGE_ROWS` aren't here.
 * @throws AppError `csv_unreadable` if the chosen line has no text.
 */
export function findTable(
  rows: readonly TableRow[],
  { headerRow, noHeaders, withAbove, withBelow }: EdgeReading & Pick<TableReading, "headerRow">,
  shown: readonly TableRow[] = rows,
): TableLayout {
  const layout = layoutOf(shown, headerIndex(rows, headerRow, noHeaders));
  const end = withBelow ? rows.length : layout.end;
  const above = withAbove ? rows.slice(0, layout.header) : [];
  return { ...layout, columns: filledColumns(rows.slice(layout.header, end).concat(above)) };
}

/**
 * The row of the chosen headers; null to recognize them. Without headers, people begin in the first
 * row.
 */
function headerIndex(
  rows: readonly TableRow[],
  headerRow: number | null,
  noHeaders: boolean,
): number | null {
  if (headerRow === null) return noHeaders ? 0 : null;
  const index = rows.findIndex(({ line }) => line === headerRow);
  if (index === -1)
    throw new AppError("csv_unreadable", `Line ${headerRow} has no text to use as headers.`);
  return index;
}

/**
 * The columns of a table whose first row has the headers. Separated text has no columns beyond its
 * headers' own cells: a value there is one that moved.
 */
function filledColumns(rows: readonly TableRow[]): number[] {
  const [headers] = rows;
  if (headers === undefined) return [];
  const most = headers.count ?? Number.POSITIVE_INFINITY;
  const named = lastFilled(headers.cells) + 1;
  let width = named;
  const filled = new Set<number>();
  for (const { cells } of rows) {
    const end = Math.min(cells.length, most);
    for (let at = width; at < end; at++) if (hasText(cells[at])) width = at + 1;
  }
  // Only the columns without a header may be blank.
  const open = Array.from({ length: width }, (_, at) => at).filter(
    (at) => !hasText(headers.cells[at]),
  );
  for (const { cells } of rows) {
    if (filled.size === open.length) break;
    for (const at of open) if (!filled.has(at) && hasText(cells[at])) filled.add(at);
  }
  const isBlank = new Set(open.filter((at) => !filled.has(at)));
  return Array.from({ length: width }, (_, at) => at).filter((at) => !isBlank.has(at));
}

function lastFilled(cells: TableRow["cells"]): number {
  let at = cells.length - 1;
  while (at >= 0 && !hasText(cells[at])) at -= 1;
  return at;
}

/** How many rows a reader counted but didn't keep, between those it kept. */
interface RowGap {
  rows: number;
}

/**
 * The table in the rows of any source.
 * @throws AppError `csv_unreadable` (no headers, two columns with one header), `too_many_columns`, `csv_no_rows`
 */
export function tableOf(
  rows: readonly TableRow[],
  reading: TableReading,
  { header, end, columns }: TableLayout,
  errors: TableErrors = OF_TEXT,
  gap: RowGap = { rows: 0 },
): Table {
  const { maxRows, noHeaders, withHidden = false, withAbove, withBelow } = reading;
  const headerRow = rows[header];
  if (headerRow === undefined) throw errors.empty();
  // Of a longer row, only the first cells are made.
  const { count = 0, cells } = headerRow;
  requireColumns(cells.length > MAX_CSV_COLUMNS ? Math.max(count, columns.length) : columns.length);
  const warnings: CsvWarning[] = [];
  const texts = columns.map((column) =>
    asCell(cleanCell(textOfCell(headerRow.cells[column])).text),
  );
  const headers = noHeaders ? numberedHeaders(texts) : readHeaders(texts, headerRow.line, warnings);
  const all = rowsOfList(rows, { header, end }, reading);
  // Filtering 100,000 rows takes as long as a tenth of their reading.
  const isAnyHidden = !withHidden && all.some(({ isHidden }) => isHidden);
  const people = isAnyHidden ? all.filter(({ isHidden }) => !isHidden) : all;
  if (people.length === 0) throw errors.noRows();
  const taken = people.length > maxRows ? people.slice(0, maxRows) : people;
  const width = columns.length === 0 ? 0 : (columns.at(-1) ?? 0) + 1;
  const isWhole = width === columns.length;
  const shape: TableShape = { columns, width, isWhole, headers, warnings };
  const data = taken.map((row, index) => dataRow(row, index + 1, shape));
  return {
    headers,
    rows: data,
    rowsOverLimit: people.length - taken.length + gap.rows,
    warnings,
    headerLine: noHeaders ? null : headerRow.line,
    above: edgeRows(rows.slice(0, header), withAbove),
    below: edgeRows(rows.slice(end), withBelow),
  };
}

/** The rows of a table's people, hidden ones included. */
export function rowsOfList<Row extends TableRow>(
  rows: readonly Row[],
  { header, end }: TableBounds,
  { noHeaders, withAbove, withBelow }: EdgeReading,
): Row[] {
  const above = withAbove ? rows.slice(0, header) : [];
  return above.concat(rows.slice(noHeaders ? header : header + 1, withBelow ? rows.length : end));
}

function edgeRows(rows: readonly TableRow[], isIncluded = false): EdgeRows | null {
  if (rows.length === 0) return null;
  const texts = rows.slice(0, MAX_TEXTS).map(({ cells }) => {
    const words = cells.map((cell) => textOfCell(cell).trim()).filter((text) => text !== "");
    const text = words.join(" · ").replace(/\s+/g, " ");
    return text.length > MAX_TEXT_LENGTH
      ? `${text.slice(0, MAX_TEXT_LENGTH - 1).trimEnd()}…`
      : text;
  });
  return { count: rows.length, texts, isIncluded };
}

interface TableShape {
  columns: readonly number[];
  width: number;
  /** Whether no column is left out. */
  isWhole: boolean;
  headers: readonly string[];
  /** Those of the rows are added here. */
  warnings: CsvWarning[];
}

function dataRow(row: TableRow, n: number, shape: TableShape): TableDataRow {
  const { columns, width, isWhole, headers, warnings } = shape;
  const { line, count } = row;
  const own = Math.min(count ?? width, width);
  const isWider = row.cells.length > width;
  // Only cells of separated text can be where no column is.
  const isBeyond = isWider && count !== undefined;
  const raw =
    isWhole && !isWider
      ? row.cells
      : inColumns(row.cells, columns, isBeyond ? width : Number.POSITIVE_INFINITY);
  if (row.isPlain && row.note === undefined) {
    // Strings that need nothing; a row as wide as the headers is taken as it is.
    const cells = raw as string[];
    while (cells.length < own && isWhole) cells.push("");
    if (!isBeyond && (own === width || !isWhole)) return { n, line, cells };
  }
  const least = isWhole ? own : columns.filter((at) => at < own).length;
  const { cells, notes } = cleanedCells(raw, Math.max(raw.length, least), headers);
  const about = row.note === undefined ? notes : [...notes, row.note];
  if (about.length > 0)
    warnings.push({
      kind: "cells",
      n,
      line,
      message: `Row ${n} ${about.join(" It ")}`,
    });
  const extra = extraCells(raw, cells.length, columns.length);
  if (extra !== null)
    warnings.push({ kind: extra, n, line, message: raggedMessage(extra, cells, columns.length) });
  return { n, line, cells };
}

/**
 * So many cells of a row without the protection around their texts, and notes about the odd ones.
 */
function cleanedCells(
  raw: TableRow["cells"],
  length: number,
  headers: readonly string[],
): { cells: Cell[]; notes: string[] } {
  const odd = new Map<CellNote, string[]>();
  const note = (kind: CellNote, at: number) => {
    const header = headers[at];
    const place = header === undefined ? `value ${at + 1}` : `"${header}"`;
    odd.set(kind, [...(odd.get(kind) ?? []), place]);
  };
  const cells: Cell[] = [];
  for (let at = 0; at < length; at++) {
    const cell = raw[at] ?? "";
    const { text, oddity } = cleanCell(textOfCell(cell));
    if (oddity !== null) note(oddity, at);
    if (typeof cell === "string") cells.push(asCell(text));
    else {
      if (cell.isError) note("error", at);
      if (cell.isFormatUnknown) note("format", at);
      if (cell.isHidden) note("hidden", at);
      cells.push(cell.iso === undefined ? asCell(text) : { text: asCell(text), iso: cell.iso });
    }
  }
  return { cells, notes: oddSentences(odd) };
}

/** The cells of the table's columns, and those from `width` on if one of them has text. */
function inColumns(
  cells: TableRow["cells"],
  columns: readonly number[],
  width: number,
): TableRow["cells"] {
  const kept = columns.map((column) => cells[column] ?? "");
  const extra = cells.slice(width, MAX_CSV_COLUMNS + 1);
  return lastFilled(extra) === -1 ? kept : [...kept, ...Array.from(extra, (cell) => cell ?? "")];
}

/** Whether a row has other values than its table has columns. */
function extraCells(
  written: TableRow["cells"],
  count: number,
  columns: number,
): "shifted" | "ragged" | null {
  if (count < columns) return "ragged";
  if (count === columns) return null;
  const filled = written.filter((cell) => textOfCell(cell).trim() !== "").length;
  return filled > columns ? "shifted" : "ragged";
}

function raggedMessage(
  kind: "shifted" | "ragged",
  cells: readonly Cell[],
  columns: number,
): string {
  const has = `The row has ${valuesOf(cells.length)}, but there ${columns === 1 ? "is 1 column" : `are ${columns} columns`}.`;
  return kind === "shifted" ? `${has} Its values may be in the wrong columns.` : has;
}

function valuesOf(cells: number): string {
  if (cells > MAX_CSV_COLUMNS) return `more than ${MAX_CSV_COLUMNS} values`;
  return cells === 1 ? "1 value" : `${cells} values`;
}

/** Why a cell is worth a note on its row. */
type CellNote = CellOddity | "format" | "hidden";

function oddSentences(odd: ReadonlyMap<CellNote, readonly string[]>): string[] {
  const names = (kind: CellNote) => odd.get(kind)?.join(", ");
  const [errors, shortened, html] = [names("error"), names("shortened"), names("html")];
  const [format, hidden] = [names("format"), names("hidden")];
  return [
    ...(errors ? [`has an error such as #N/A in ${errors}. It's read as blank.`] : []),
    ...(shortened
      ? [`has a number that a spreadsheet shortened in ${shortened}. Digits are missing.`]
      : []),
    ...(html ? [`has HTML codes such as &uuml; in ${html}. They're read as characters.`] : []),
    ...(format
      ? [`has a number format that isn't understood in ${format}. The number is read without it.`]
      : []),
    ...(hidden ? [`has a number format that hides ${hidden}. It's read as blank.`] : []),
  ];
}
