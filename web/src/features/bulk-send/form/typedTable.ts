import { ADDRESS, isFilled, type TableRow, withCell } from "../../../sending/tableRows.ts";

/** How a typed table is called where a file has its name. */
export const TYPED_TABLE = "Typed table";

/** Takes what a list was chosen as; tells whether it is a table that is typed here. */
export function isTyped<Content>(content: Content | readonly TableRow[]): content is readonly TableRow[] {
  return Array.isArray(content);
}

/** Takes the names of the variables that have a value for each person; gives the table's headers. */
export function tableHeaders(names: readonly string[]): string[] {
  return [ADDRESS, ...names.filter((name) => name !== ADDRESS)];
}

/** Takes the data row's number, as the check counts; gives the rows with another value in that row. */
export function withFixedCell(rows: readonly TableRow[], n: number, header: string, value: string): TableRow[] {
  const fixed = rows.filter(isFilled)[n - 1]?.id;
  return rows.map((row) => (row.id === fixed ? withCell(row, header, value) : row));
}

/** Takes the rows before and after a change, and the numbers of those left out; gives the numbers that they have now. */
export function renumbered(
  before: readonly TableRow[],
  after: readonly TableRow[],
  leftOut: readonly number[],
): number[] {
  const filled = before.filter(isFilled);
  const ids = new Set(leftOut.map((n) => filled[n - 1]?.id));
  return after.filter(isFilled).flatMap(({ id }, index) => (ids.has(id) ? [index + 1] : []));
}

/** Takes a table, and its rows as they were sent; gives it without those that stand there as they were; null when nobody is left. */
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
