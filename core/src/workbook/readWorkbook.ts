import { AppError } from "../contract/appError.ts";
import { MAX_WORKBOOK_TEXT } from "../contract/limits.ts";
import { type CsvWarning, numberedHeaders, readHeaders, requireColumns } from "../csv/headers.ts";
import { asCell, type Cell } from "../list/list.ts";
import { Display } from "./display.ts";
import { sheetsOfXls, sheetsOfXlsx } from "./excel.ts";
import { containerOf } from "./isWorkbook.ts";
import { hasText, isAddress, layoutOf } from "./layout.ts";
import { sheetsOfOds } from "./ods.ts";
import { ofOldExcel, type Sheet, type SheetCell, type SheetRow, unreadable } from "./sheet.ts";
import { unpack } from "./unpack.ts";

/** How to read a workbook. */
export interface WorkbookReading {
  /** By name; null for the first visible sheet with addresses. */
  sheet: string | null;
  /** BCP 47, for numbers and dates whose text depends on the language; null for US English. */
  language: string | null;
  /** The line in the sheet with the headers, from 1; null if recognized. */
  headerRow: number | null;
  /** Whether hidden and filtered-out rows, and hidden columns, count. */
  withHidden: boolean;
  /** Whether the first row is a person, and the columns have no names. */
  noHeadings: boolean;
}

export interface WorkbookTable {
  /** As the CSV reader's, but columns without any text are left out. */
  headers: string[];
  /** As the CSV reader's, each as wide as the headers. */
  rows: { n: number; line: number; cells: Cell[] }[];
  rowsOverLimit: number;
  warnings: CsvWarning[];
  sheet: string;
  /** Sheets with text. */
  sheets: { name: string; isHidden: boolean; rows: number }[];
  /** What is hidden in the workbook, and left out unless `withHidden`; sheets unless chosen by name. */
  hidden: { rows: number; columns: string[]; sheets: string[] };
  /** Rows above the headers, and totals and notes below the people: left out. */
  above: number;
  below: number;
  /** A number or day whose text depends on the language, and that text; null if there is none. */
  example: { kind: "number" | "date"; value: string; text: string } | null;
}

/**
 * Reads an `.xlsx`, `.xlsm`, `.xls` or `.ods` workbook. Untrusted files: run it where it can be ended.
 * @throws AppError `csv_unreadable`, `too_many_columns`, `csv_no_rows`
 */
export function readWorkbook(bytes: Uint8Array, reading: WorkbookReading, maxRows: number): WorkbookTable {
  const all = sheetsOf(bytes, new Display(reading.language ?? "en-US"));
  const { sheet, rows } = chosen(all, reading.sheet);
  const sheets = all.filter(({ filled }) => filled > 0);
  const hiddenSheets = sheets.filter(({ name, isHidden }) => isHidden && name !== sheet.name);
  const { hidden, ...table } = tableOf(sheet, rows, reading, maxRows);
  return {
    ...table,
    sheet: sheet.name,
    sheets: sheets.map(({ name, isHidden, filled }) => ({ name, isHidden, rows: filled })),
    hidden: { ...hidden, sheets: hiddenSheets.map(({ name }) => name) },
  };
}

/**
 * Every row with text of every sheet of a workbook, hidden ones included, as it is.
 * @throws AppError as `readWorkbook`
 */
export function readAllSheets(bytes: Uint8Array, language: string): Cell[][][] {
  const sheets = sheetsOf(bytes, new Display(language)).map((sheet) =>
    rowsOf(sheet)
      .filter(({ cells }) => cells.some(hasText))
      .map(({ cells }) => Array.from(cells, (cell) => asListCell(cell ?? BLANK))),
  );
  return sheets.filter((rows) => rows.length > 0);
}

function sheetsOf(bytes: Uint8Array, display: Display): Sheet[] {
  const container = containerOf(bytes);
  if (container === "ole") return sheetsOfXls(bytes, display);
  if (container === "biff") throw ofOldExcel();
  if (container === "pdf") throw unreadable("This is a PDF, not a workbook.");
  if (container !== "zip") {
    throw unreadable(
      "This is a web page, saved under the name of a workbook. Open it in Excel or LibreOffice, save it as .xlsx and choose that file.",
    );
  }
  const parts = unpack(bytes);
  return parts.has("content.xml") ? sheetsOfOds(parts, display) : sheetsOfXlsx(parts, display);
}

function chosen(sheets: readonly Sheet[], name: string | null): { sheet: Sheet; rows: SheetRow[] } {
  if (name !== null) {
    const sheet = sheets.find((one) => one.name === name);
    if (!sheet) throw unreadable(`This workbook has no sheet called "${name}".`);
    return { sheet, rows: rowsOf(sheet) };
  }
  const filled = sheets.filter((sheet) => sheet.filled > 0);
  const visible = filled.filter(({ isHidden }) => !isHidden);
  for (const sheet of visible) {
    const rows = rowsOf(sheet);
    if (rows.some(({ cells }) => cells.some(isAddress))) return { sheet, rows };
  }
  const [first] = [...visible, ...filled];
  if (!first) throw new AppError("csv_no_rows", "This workbook is empty.");
  return { sheet: first, rows: rowsOf(first) };
}

function rowsOf(sheet: Sheet): SheetRow[] {
  const rows = sheet.rows();
  let characters = 0;
  for (const { cells } of rows) {
    cells.forEach(({ text }) => {
      characters += text.length;
    });
  }
  if (characters <= MAX_WORKBOOK_TEXT) return rows;
  throw unreadable(`The sheet "${sheet.name}" has too much text. Delete columns and rows that you don't need.`);
}

type Table = Omit<WorkbookTable, "sheet" | "sheets" | "hidden"> & { hidden: { rows: number; columns: string[] } };

function tableOf(sheet: Sheet, all: readonly SheetRow[], reading: WorkbookReading, maxRows: number): Table {
  const { withHidden, noHeadings } = reading;
  const isShown = (column: number) => withHidden || !sheet.hiddenColumns.has(column);
  const rows = all.filter(({ cells }) => cells.some((cell, column) => isShown(column) && hasText(cell)));
  const { header, end } = layoutOf(rows.map(shownOnly), headerIndex(rows, reading));
  const headerRow = rows[header];
  if (!headerRow) throw new AppError("csv_no_rows", `The sheet "${sheet.name}" is empty.`);

  const inTable = rows.slice(header, end);
  const columns = filledColumns(inTable);
  const kept = columns.filter(isShown);
  requireColumns(kept.length);
  const warnings: CsvWarning[] = [];
  const texts = kept.map((column) => asCell(headerRow.cells[column]?.text ?? ""));
  const headers = noHeadings ? numberedHeaders(texts) : readHeaders(texts, headerRow.line, warnings);

  const below = noHeadings ? inTable : inTable.slice(1);
  const people = below.filter(({ isHidden }) => withHidden || !isHidden);
  if (people.length === 0)
    throw new AppError("csv_no_rows", `The sheet "${sheet.name}" has no rows below its headers.`);
  const taken = people.slice(0, maxRows);
  const cellsOf = ({ cells }: SheetRow) => kept.map((column) => cells[column] ?? BLANK);
  taken.forEach((row, index) => {
    const those = (is: (cell: SheetCell) => true | undefined) =>
      headers.filter((_, at) => is(cellsOf(row)[at] ?? BLANK));
    const wrong = those(({ isError }) => isError);
    const unformatted = those(({ isFormatUnknown }) => isFormatUnknown);
    const hidden = those(({ isHidden }) => isHidden);
    if (wrong.length + unformatted.length + hidden.length > 0)
      warnings.push(cellWarning(index + 1, row.line, wrong, unformatted, hidden));
  });
  return {
    headers,
    rows: taken.map((row, index) => ({ n: index + 1, line: row.line, cells: cellsOf(row).map(asListCell) })),
    rowsOverLimit: people.length - taken.length,
    warnings,
    hidden: {
      rows: below.filter(({ isHidden }) => isHidden).length,
      columns: columns
        .filter((column) => sheet.hiddenColumns.has(column))
        .map((column) => headerRow.cells[column]?.text.trim() || `Column ${column + 1}`),
    },
    above: header,
    below: rows.length - end,
    example: exampleIn(taken, kept),
  };

  /** A row as the layout is recognized in. */
  function shownOnly(row: SheetRow): SheetRow {
    return withHidden || sheet.hiddenColumns.size === 0
      ? row
      : { ...row, cells: row.cells.map((cell, column) => (isShown(column) ? cell : BLANK)) };
  }
}

const BLANK: SheetCell = { text: "" };

/** The row of the chosen headers; null to recognize them. Without headers, people begin in the first row. */
function headerIndex(rows: readonly SheetRow[], { headerRow, noHeadings }: WorkbookReading): number | null {
  if (headerRow === null) return noHeadings ? 0 : null;
  const index = rows.findIndex(({ line }) => line === headerRow);
  if (index === -1) throw unreadable(`Line ${headerRow} of the sheet has no text to use as headers.`);
  return index;
}

function filledColumns(rows: readonly SheetRow[]): number[] {
  const filled = new Set<number>();
  for (const { cells } of rows) {
    cells.forEach((cell, column) => {
      if (hasText(cell)) filled.add(column);
    });
  }
  return [...filled].sort((left, right) => left - right);
}

function asListCell({ text, iso }: SheetCell): Cell {
  return iso === undefined ? asCell(text) : { text: asCell(text), iso };
}

function cellWarning(
  n: number,
  line: number,
  wrong: readonly string[],
  unformatted: readonly string[],
  hidden: readonly string[],
): CsvWarning {
  const names = (headers: readonly string[]) => headers.map((header) => `"${header}"`).join(", ");
  const problems = [
    ...(wrong.length > 0 ? [`has an error such as #N/A in ${names(wrong)}. It's read as blank.`] : []),
    ...(unformatted.length > 0
      ? [`has a number format that isn't understood in ${names(unformatted)}. The number is read without it.`]
      : []),
    ...(hidden.length > 0 ? [`has a number format that hides ${names(hidden)}. It's read as blank.`] : []),
  ];
  return { kind: "cell_error", n, line, message: `Row ${n} (line ${line}) ${problems.join(" It ")}` };
}

function exampleIn(rows: readonly SheetRow[], columns: readonly number[]): WorkbookTable["example"] {
  for (const { cells } of rows) {
    for (const column of columns) {
      const { text, byLanguage, isNumber } = cells[column] ?? BLANK;
      if (byLanguage !== undefined) return { kind: isNumber ? "number" : "date", value: byLanguage, text };
    }
  }
  return null;
}
