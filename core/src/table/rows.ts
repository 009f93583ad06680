import { isErrorText } from "./errorText.ts";

/** A cell of a workbook as its program shows it. */
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
  /** The value is that of a cell above, with which the cell is merged. */
  isMerged?: true;
  /** The number or day of a cell whose text would be another in another language. */
  byLanguage?: string;
}

/** A row with text in it, of any source. */
export interface TableRow {
  /** From 1. */
  line: number;
  /** By column, from 0. May have gaps. Cells of separated text are strings. */
  cells: readonly AnyCell[];
  /**
   * How many cells the row has, blank ones included; absent in a workbook, where every row has all
   * columns.
   */
  count?: number;
  /** By hand or by a filter. */
  isHidden?: boolean;
  /** No cell can need `cleanCell`; absent if one may. */
  isPlain?: boolean;
  /** Something about how the row was read, for its Details. */
  note?: string;
}

/** A cell of any source. */
export type AnyCell = SheetCell | string | undefined;

export function textOfCell(cell: AnyCell): string {
  return typeof cell === "string" ? cell : (cell?.text ?? "");
}

/** Whether a cell has text: an error has none. */
export function hasText(cell: AnyCell): boolean {
  const text = textOfCell(cell).trim();
  return text !== "" && !isErrorText(text);
}
