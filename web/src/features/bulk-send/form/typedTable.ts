import { ADDRESS, isFilled, type TableRow, withCell } from "../../../sending/tableRows.ts";

/** How a typed table is called where a file has its name. */
export const TYPED_TABLE = "Typed table";

/** Whether a list was typed here as a table. */
export function isTyped<Content>(content: Content | readonly TableRow[]): content is readonly TableRow[] {
  return Array.isArray(content);
}

/** The table's headers, given the variables that have a value for each person. */
export function tableHeaders(names: readonly string[]): string[] {
  return [ADDRESS, ...names.filter((name) => name !== ADDRESS)];
}

/** The rows with another value in a row, by its number as the check counts. */
export function withFixedCell(rows: readonly TableRow[], n: number, header: string, value: string): TableRow[] {
  const fixed = rows.filter(isFilled)[n - 1]?.id;
  return rows.map((row) => (row.id === fixed ? withCell(row, header, value) : row));
}

/** The numbers of the rows left out, as they are after a change. */
export function renumbered(
  before: readonly TableRow[],
  after: readonly TableRow[],
  leftOut: readonly number[],
): number[] {
  const filled = before.filter(isFilled);
  const ids = new Set(leftOut.map((n) => filled[n - 1]?.id));
  return after.filter(isFilled).flatMap(({ id }, index) => (ids.has(id) ? [index + 1] : []));
}

/** A table without the rows that are as they were sent; null when nobody is left. */
export function addedSince(rows: readonly TableRow[], sent: readonly TableRow[]): readonly TableRow[] | null {
  const before = new Map(sent.filter(isFilled).map((row) => [row.id, row]));
  const left = rows.filter((row) => !isAsBefore(row, before.get(row.id)));
  return left.some(isFilled) ? left : null;
}

function isAsBefore(row: TableRow, before: TableRow | undefined): boolean {
  if (row === before || before === undefined) return before !== undefined;
  const headers = new Set([...row.cells.keys(), ...before.cells.keys()]);
  return [...headers].every((header) => (row.cells.get(header) ?? "") === (before.cells.get(header) ?? ""));
}
