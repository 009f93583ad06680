import { AppError } from "../contract/appError.ts";
import { MAX_WORKBOOK_TEXT } from "../contract/limits.ts";
import { asCell, type Cell } from "../table/cells.ts";
import { addressRows } from "../table/layout.ts";
import { hasText } from "../table/rows.ts";
import { findTable, rowsOfList, type Table, tableOf } from "../table/table.ts";
import { Display } from "./display.ts";
import { sheetsOfXls, sheetsOfXlsx } from "./excel.ts";
import { containerOf } from "./isWorkbook.ts";
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
  noHeaders: boolean;
  /** Whether the rows above the headers, and totals and notes below the people, are people, too. */
  withAbove?: boolean;
  withBelow?: boolean;
}

export interface WorkbookTable extends Table {
  sheet: string;
  /** Sheets with text. */
  sheets: { name: string; isHidden: boolean; rows: number }[];
  /** Another visible sheet with people, and how many it has; null for none. */
  otherSheet: { name: string; people: number } | null;
  /** The hidden parts of the sheet, left out unless `withHidden`. */
  hidden: { rows: number; columns: string[] };
  /** The columns in which people have the value of a merged cell. */
  merged: string[];
  /** A text that depends on the language; null if there is none. */
  example: string | null;
}

/**
 * Reads an `.xlsx`, `.xlsm`, `.xls` or `.ods` workbook. Untrusted files: run it where it can be
 * ended.
 * @throws AppError `csv_unreadable`, `too_many_columns`, `csv_no_rows`
 */
export function readWorkbook(
  bytes: Uint8Array,
  reading: WorkbookReading,
  maxRows: number,
): WorkbookTable {
  const all = sheetsOf(bytes, new Display(reading.language ?? "en-US"));
  const { sheet, rows, otherSheet } = chosen(all, reading.sheet);
  const sheets = all.filter(({ filled }) => filled > 0);
  return {
    ...tableIn(sheet, rows, reading, maxRows),
    sheet: sheet.name,
    sheets: sheets.map(({ name, isHidden, filled }) => ({ name, isHidden, rows: filled })),
    otherSheet,
  };
}

/**
 * Every row with text of every sheet of a workbook, hidden ones included, as it is.
 * @throws AppError as `readWorkbook`
 */
export function readAllSheets(bytes: Uint8Array, language: string): Cell[][][] {
  const sheets = sheetsOf(bytes, new Display(language)).map((sheet) =>
    rowsOfSheet(sheet)
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

interface ChosenSheet extends Pick<WorkbookTable, "otherSheet"> {
  sheet: Sheet;
  rows: SheetRow[];
}

/** The sheet with this name, or else the visible one with the most people. */
function chosen(sheets: readonly Sheet[], name: string | null): ChosenSheet {
  if (name !== null) {
    const sheet = sheets.find((one) => one.name === name);
    if (!sheet) throw unreadable(`This workbook has no sheet called "${name}".`);
    return { sheet, rows: rowsOfSheet(sheet), otherSheet: null };
  }
  const filled = sheets.filter((sheet) => sheet.filled > 0);
  const visible = filled.filter(({ isHidden }) => !isHidden);
  const judged = visible.map((sheet) => {
    const rows = rowsOfSheet(sheet);
    return { sheet, rows, people: addressRows(rows) };
  });
  const [best, next] = judged
    .filter(({ people }) => people > 0)
    .toSorted((one, other) => other.people - one.people);
  if (best) {
    // One contact beside a list of people is no other list.
    const isOther = next !== undefined && next.people > 1 && next.people >= best.people / 10;
    return { ...best, otherSheet: isOther ? { name: next.sheet.name, people: next.people } : null };
  }
  const [first] = [...visible, ...filled];
  if (!first) throw new AppError("csv_no_rows", "This workbook is empty.");
  return { sheet: first, rows: rowsOfSheet(first), otherSheet: null };
}

function rowsOfSheet(sheet: Sheet): SheetRow[] {
  const rows = sheet.rows();
  let characters = 0;
  for (const { cells } of rows) {
    cells.forEach(({ text }) => {
      characters += text.length;
    });
  }
  if (characters <= MAX_WORKBOOK_TEXT) return rows;
  throw unreadable(
    `The sheet "${sheet.name}" has too much text. Delete columns and rows that you don't need.`,
  );
}

function tableIn(
  sheet: Sheet,
  all: readonly SheetRow[],
  reading: WorkbookReading,
  maxRows: number,
): Table & Pick<WorkbookTable, "hidden" | "merged" | "example"> {
  const { withHidden } = reading;
  const isShown = (column: number) => withHidden || !sheet.hiddenColumns.has(column);
  const rows = all.filter(({ cells }) =>
    cells.some((cell, column) => isShown(column) && hasText(cell)),
  );
  const laid = findTable(rows, reading, rows.map(shownOnly));
  const columns = laid.columns.filter(isShown);
  const empty = () => new AppError("csv_no_rows", `The sheet "${sheet.name}" is empty.`);
  const noRows = () =>
    new AppError("csv_no_rows", `The sheet "${sheet.name}" has no rows below its headers.`);
  const table = tableOf(rows, { ...reading, maxRows }, { ...laid, columns }, { empty, noRows });
  const headerRow = rows[laid.header];
  const inList = rowsOfList(rows, laid, reading);
  const people = inList.filter(({ isHidden }) => withHidden || !isHidden);
  return {
    ...table,
    hidden: {
      rows: inList.filter(({ isHidden }) => isHidden).length,
      columns: laid.columns
        .filter((column) => sheet.hiddenColumns.has(column))
        .map((column) => headerRow?.cells[column]?.text.trim() || `Column ${column + 1}`),
    },
    merged: columns
      .filter((column) => people.some(({ cells }) => cells[column]?.isMerged))
      .flatMap((column) => table.headers[columns.indexOf(column)] ?? []),
    example: exampleIn(people.slice(0, maxRows), columns),
  };

  /** A row as the layout is recognized in. */
  function shownOnly(row: SheetRow): SheetRow {
    return withHidden || sheet.hiddenColumns.size === 0
      ? row
      : { ...row, cells: row.cells.map((cell, column) => (isShown(column) ? cell : BLANK)) };
  }
}

const BLANK: SheetCell = { text: "" };

function asListCell({ text, iso }: SheetCell): Cell {
  return iso === undefined ? asCell(text) : { text: asCell(text), iso };
}

function exampleIn(
  rows: readonly SheetRow[],
  columns: readonly number[],
): WorkbookTable["example"] {
  for (const { cells } of rows) {
    for (const column of columns) {
      const { text, byLanguage } = cells[column] ?? BLANK;
      if (byLanguage !== undefined) return text;
    }
  }
  return null;
}
