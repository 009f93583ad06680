/** A row of a table that is typed on the page: what stands in it by the header of its column. */
export interface TableRow {
  /** Distinguishes it from the others, wherever it stands. */
  id: number;
  cells: ReadonlyMap<string, string>;
  /** The row of an earlier send whose person this is, to be put right. */
  corrects?: number;
}

/** The column of addresses in a table that is typed; a variable of this name reads the same column, as in the sample file. */
export const ADDRESS = "Email";

export function isFilled({ cells }: TableRow): boolean {
  return [...cells.values()].some((value) => value.trim() !== "");
}

/** A row with another value in a cell; the same row where it is that already. */
export function withCell(row: TableRow, header: string, value: string): TableRow {
  return row.cells.get(header) === value ? row : { ...row, cells: new Map(row.cells).set(header, value) };
}

/** Adds empty rows below. */
export function withEmptyRows(rows: readonly TableRow[], count: number): TableRow[] {
  const last = rows.reduce((most, { id }) => Math.max(most, id), 0);
  return [...rows, ...Array.from({ length: count }, (_, index) => ({ id: last + 1 + index, cells: new Map() }))];
}
