import { CSV_DELIMITERS, CSV_ENCODINGS } from "@sendwright/core/contract";
import { csvDetectionLabel, DELIMITER_NAMES, ENCODING_NAMES } from "@sendwright/core/csv/columns";
import type { CsvTable } from "@sendwright/core/csv/readCsv";

export const DELIMITER_CHOICES = CSV_DELIMITERS.map((value) => ({ value, word: DELIMITER_NAMES[value] }));
export const ENCODING_CHOICES = CSV_ENCODINGS.map((value) => ({ value, word: ENCODING_NAMES[value] }));

const number = new Intl.NumberFormat("en-US");

/** How a table was read and how much is in it: `Semicolon, Windows-1252 · 2 rows · 5 columns`. */
export function readingLabel(table: CsvTable): string {
  const rows = table.rows.length + table.rowsOverLimit;
  const columns = table.headers.length;
  return [
    csvDetectionLabel(table),
    `${number.format(rows)} ${rows === 1 ? "row" : "rows"}`,
    `${number.format(columns)} ${columns === 1 ? "column" : "columns"}`,
  ].join(" · ");
}

/** The fixed warning (rule: rows above the limit), or null when all rows are taken. */
export function overLimitWarning({ rows, rowsOverLimit }: CsvTable, limit: number): string | null {
  if (rowsOverLimit === 0) return null;
  const all = rows.length + rowsOverLimit;
  return `Warning: CSV has ${all} rows, exceeding limit (${limit}). Only first ${limit} will be processed by the server.`;
}
