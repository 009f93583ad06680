import type { CsvDelimiter } from "@sendwright/core/contract";

/**
 * What parts the cells of a CSV file in a language's spreadsheets: a semicolon where numbers have a
 * comma.
 */
export function spreadsheetDelimiter(language: string = navigator.language): CsvDelimiter {
  const parts = new Intl.NumberFormat(language).formatToParts(0.5);
  return parts.some(({ type, value }) => type === "decimal" && value === ",") ? ";" : ",";
}
