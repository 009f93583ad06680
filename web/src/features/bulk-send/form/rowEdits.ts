import type { CsvTable } from "@sendwright/core/csv/readCsv";

type CsvRow = Pick<CsvTable["rows"][number], "n" | "cells">;

/** Data row → header → the value instead of the cell's. */
export type RowEdits = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The cells of a row of the file with its fixes, one for each header. */
export function fixedCells(headers: readonly string[], { n, cells }: CsvRow, edits: RowEdits): string[] {
  const fixed = new Map(Object.entries(edits[n] ?? {}));
  return headers.map((header, index) => fixed.get(header) ?? cells[index] ?? "");
}

/** The entries with another value under a name, or without it when that is null. */
export function withEntry<T>(entries: Readonly<Record<string, T>>, name: string, value: T | null): Record<string, T> {
  const { [name]: _, ...others } = entries;
  return value === null ? others : { ...others, [name]: value };
}

/** The fixes of a file with another value in a cell, or without the fix when that is null. */
export function withEdit(edits: RowEdits, row: number, header: string, value: string | null): RowEdits {
  const cells = withEntry(edits[row] ?? {}, header, value);
  return withEntry(edits, String(row), Object.keys(cells).length === 0 ? null : cells);
}

/** Adds numbers of rows, or removes them. */
export function withRows(rows: readonly number[], named: readonly number[], isIn: boolean): number[] {
  const others = rows.filter((row) => !named.includes(row));
  return isIn ? [...others, ...named].sort((a, b) => a - b) : others;
}
