import { MAX_CSV_COLUMNS } from "../contract/limits.ts";

/** The problem of the number of a row's cells ("has 2 values, but …"), or null. */
export function raggedness(cells: readonly string[], columns: number): string | null {
  if (cells.length === columns) return null;
  return `has ${valuesOf(cells.length)}, but there ${columns === 1 ? "is 1 column" : `are ${columns} columns`}.`;
}

function valuesOf(cells: number): string {
  if (cells > MAX_CSV_COLUMNS) return `more than ${MAX_CSV_COLUMNS} values`;
  return cells === 1 ? "1 value" : `${cells} values`;
}
