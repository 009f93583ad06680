import { CSV_DELIMITERS, CSV_ENCODINGS } from "@sendwright/core/contract";
import { DELIMITER_NAMES, ENCODING_NAMES } from "@sendwright/core/csv/columns";
import { type List, rowsWithin } from "@sendwright/core/list/list";
import { pluralize } from "../../../lib/pluralize.ts";

export const DELIMITER_CHOICES = CSV_DELIMITERS.map((value) => ({ value, word: DELIMITER_NAMES[value] }));
export const ENCODING_CHOICES = CSV_ENCODINGS.map((value) => ({ value, word: ENCODING_NAMES[value] }));

export function isWorkbookName(name: string): boolean {
  return /\.(xlsx|xlsm|xls|ods)$/i.test(name);
}

/** How a list was read (or its name) and its size: `Semicolon, Windows-1252 · 2 rows · 5 columns`. */
export function readingLabel(label: string, { rows, beyond, columns }: List): string {
  return [label, pluralize(rows.length + beyond, "row"), pluralize(columns.length, "column")].join(" · ");
}

/** The fixed warning (rule: rows above the limit), or null if all rows fit. */
export function overLimitWarning(list: List, limit: number): string | null {
  if (rowsWithin(list, limit).over === 0) return null;
  const all = list.rows.length + list.beyond;
  return `Warning: CSV has ${all} rows, exceeding limit (${limit}). Only first ${limit} will be processed by the server.`;
}
