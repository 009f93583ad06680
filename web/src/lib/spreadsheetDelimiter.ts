import type { CsvDelimiter } from "@sendwright/functions/contract";

/** Takes a language; gives what parts the cells of a CSV file in its spreadsheets: where numbers have a comma, a semicolon. */
export function spreadsheetDelimiter(language: string = navigator.language): CsvDelimiter {
  const parts = new Intl.NumberFormat(language).formatToParts(0.5);
  return parts.some(({ type, value }) => type === "decimal" && value === ",") ? ";" : ",";
}
