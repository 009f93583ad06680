import { AppError } from "../contract/appError.ts";
import { MAX_WORKBOOK_CELLS } from "../contract/limits.ts";
import type { SheetCell, TableRow } from "../table/rows.ts";
import { withCommas } from "../withCommas.ts";

export type { SheetCell } from "../table/rows.ts";

/** A row with text in it. */
export interface SheetRow extends TableRow {
  isHidden: boolean;
  cells: SheetCell[];
}

/** Hidden rows and columns of a sheet, from 0. */
export interface HiddenCells {
  rows: ReadonlySet<number>;
  columns: ReadonlySet<number>;
}

/** Cells that are one cell over several rows. Lines from 1, the column from 0. */
export interface MergedCells {
  first: number;
  last: number;
  column: number;
}

/**
 * Gives each row below the first of merged cells their value, as a person sees it beside all of
 * them. Only rows that have text of their own are given it; the rows are changed in place.
 * @throws AppError if there are too many
 */
export function fillMerged(rows: readonly SheetRow[], merged: readonly MergedCells[]): void {
  const places = merged.length === 0 ? [] : rows.map(({ line }, at) => [line, at] as const);
  const placeOf = new Map(places);
  let filled = 0;
  for (const { first, last, column } of merged) {
    const start = placeOf.get(first);
    const value = start === undefined ? undefined : rows[start]?.cells[column];
    if (start === undefined || value === undefined) continue;
    for (let at = start + 1; at < rows.length; at++) {
      const row = rows[at];
      if (row === undefined || row.line > last) break;
      filled += 1;
      requireCells(filled, MAX_WORKBOOK_CELLS);
      row.cells[column] ??= { ...value, isMerged: true };
    }
  }
}

export interface Sheet {
  name: string;
  isHidden: boolean;
  /** From 0. */
  hiddenColumns: ReadonlySet<number>;
  /** How many rows have a value. */
  filled: number;
  /** Converts the cells: call it only for sheets that are looked at. */
  rows(): SheetRow[];
}

/** The one error of a workbook that can't be read. */
export function unreadable(sentence: string): AppError {
  return new AppError("csv_unreadable", sentence);
}

export function damagedWorkbook(): AppError {
  return unreadable(
    "This workbook is damaged. Open it in Excel or LibreOffice, save it again and choose that file.",
  );
}

export function protectedByPassword(): AppError {
  return unreadable(
    "This workbook has a password. Remove the password in Excel or LibreOffice, then choose it again.",
  );
}

/** Its texts are in the code page of their country, which the library doesn't know. */
export function ofOldExcel(): AppError {
  return unreadable(
    "This workbook is from Excel 95 or older. Open it in Excel or LibreOffice, save it as .xlsx and choose that file.",
  );
}

/** @throws AppError if it is more than `most`. */
export function requireCells(cells: number, most: number): void {
  if (cells <= most) return;
  const limit = withCommas(most);
  throw unreadable(
    `This workbook has more than ${limit} cells. Copy the sheet with your people into a workbook of its own.`,
  );
}
