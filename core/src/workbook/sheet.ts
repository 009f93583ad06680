import { AppError } from "../contract/appError.ts";
import { withCommas } from "../withCommas.ts";

/** A cell as its program shows it. */
export interface SheetCell {
  text: string;
  /** The day of a date. */
  iso?: string;
  isNumber?: true;
  /** `#N/A` and the like; `text` is empty. */
  isError?: true;
  /** Its number format isn't understood, so the text is the plain number or day. */
  isFormatUnknown?: true;
  /** Its number format hides it; `text` is empty. */
  isHidden?: true;
  /** The number or day of a cell whose text would be another in another language. */
  byLanguage?: string;
}

/** A row with text in it. */
export interface SheetRow {
  /** From 1. */
  line: number;
  /** By hand or by a filter. */
  isHidden: boolean;
  /** By column, from 0. May have gaps. */
  cells: SheetCell[];
}

/** Hidden rows and columns of a sheet, from 0. */
export interface Hidden {
  rows: ReadonlySet<number>;
  columns: ReadonlySet<number>;
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

export function damaged(): AppError {
  return unreadable("This workbook is damaged. Open it in Excel or LibreOffice, save it again and choose that file.");
}

export function protectedByPassword(): AppError {
  return unreadable("This workbook has a password. Remove the password in Excel or LibreOffice, then choose it again.");
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
