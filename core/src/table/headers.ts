import { AppError } from "../contract/appError.ts";
import { MAX_CSV_COLUMNS, MAX_VALUE_LENGTH } from "../contract/limits.ts";
import { parseRecipient } from "../recipients/recipients.ts";
import { guessRecipientColumn, mayHaveAddress } from "./addressColumns.ts";

export const UNREADABLE_HEADERS = "CSV Error: Could not parse headers. Check format.";

/** Something about the file that does not stop it from being read. */
export interface CsvWarning {
  /**
   * `cells`: about cells of the row. `shifted`: more values than columns. `ragged`: fewer, or one
   * beyond the columns.
   */
  kind: "ragged" | "shifted" | "header_is_data" | "cells";
  /** The data row; null if the problem concerns the header. */
  n: number | null;
  line: number;
  message: string;
}

/**
 * The headers in the first row with any text, trimmed and distinct. Adds a warning when the row
 * looks like a person: in a file without headers, the first person would get no email.
 * @throws AppError `csv_unreadable`, naming the headers that occur twice.
 */
export function readHeaders(
  cells: readonly string[],
  line: number,
  warnings: CsvWarning[],
): string[] {
  const headers = cells.map((cell, index) => cell.trim() || numberedHeader(index));
  if (
    headers.some((header) => header.length > MAX_VALUE_LENGTH || /(?![\n\t])\p{Cc}/u.test(header))
  ) {
    throw new AppError("csv_unreadable", UNREADABLE_HEADERS);
  }
  refuseDuplicates(headers);
  if (headers.some(isAddressOfSomeone)) {
    const message =
      "The first row contains an email address, but it's read as the column names and gets no email. Add a row of column names above it.";
    warnings.push({ kind: "header_is_data", n: null, line, message });
  }
  return headers;
}

/** Whether a header is an address, or a mistyped one: `ann@x`. */
function isAddressOfSomeone(header: string): boolean {
  if (parseRecipient(header) !== null) return true;
  const [address] = (mayHaveAddress(header) && /\S+@\S+/.exec(header)) || [];
  // "Email (ann@example.org)" names the column.
  return address !== undefined && guessRecipientColumn([header.replace(address, "")]) === null;
}

/** Numbered names for the columns of a file without headers, from its first row. */
export function numberedHeaders(cells: readonly string[]): string[] {
  return cells.map((_, index) => numberedHeader(index));
}

function numberedHeader(index: number): string {
  return `Column ${index + 1}`;
}

/** Throws `too_many_columns`. */
export function requireColumns(columns: number): void {
  if (columns <= MAX_CSV_COLUMNS) return;
  const found = `The list has ${columns} columns. At most ${MAX_CSV_COLUMNS} can be read`;
  throw new AppError("too_many_columns", `CSV Error: ${found}. Delete the ones you don't need.`);
}

function refuseDuplicates(headers: readonly string[]): void {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const header of headers) (seen.has(header) ? twice : seen).add(header);
  if (twice.size === 0) return;
  const names = [...twice].map((header) => `"${header}"`).join(", ");
  const message = `CSV Error: More than one column is called ${names}. Give each column its own name.`;
  throw new AppError("csv_unreadable", message, { details: { headers: [...twice] } });
}
