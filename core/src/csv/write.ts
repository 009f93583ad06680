import Papa from "papaparse";
import type { CsvDelimiter } from "../contract/csv.ts";
import type { Variable } from "../contract/templates.ts";
import { protectedCell } from "../table/cellProtection.ts";

/** Readers would drop what these begin or end with, so the text is written in quotation marks. */
const QUOTED = /^[\s=]*["“”„]|^[\s']|\s$/;

/**
 * A CSV file's text with CRLF and a UTF-8 mark, so that spreadsheets read it in the right encoding.
 * A cell in which a program could find a formula gets an apostrophe before it, which `readCsv`
 * removes. `formulas: "keep"` leaves it out, for `readRecords` but never for a spreadsheet.
 */
export function writeCsv(
  headers: readonly string[],
  rows: readonly (readonly string[])[],
  options: { delimiter?: CsvDelimiter; formulas?: "protect" | "keep" } = {},
): string {
  const { delimiter = ",", formulas = "protect" } = options;
  const table = [headers, ...rows];
  const data = formulas === "keep" ? table : table.map((cells) => cells.map(protectedCell));
  const quotes = (cell: unknown) => typeof cell === "string" && QUOTED.test(cell);
  return `\ufeff${Papa.unparse(data as string[][], { delimiter, newline: "\r\n", quotes })}\r\n`;
}

const SAMPLE_VALUES: Record<Exclude<Variable["type"], "dropdown">, readonly [string, string]> = {
  text: ["Sample text", "Another text"],
  sticky: ["Sample text", "Sample text"],
  date: ["2025-04-01", "2025-04-15"],
  time: ["14:30", "09:00"],
  email: ["contact@example.org", "office@example.org"],
};

/**
 * A sample CSV file for a template: a column for the recipient and one for each variable, two rows.
 */
export function sampleCsv(variables: readonly Variable[], delimiter: CsvDelimiter = ","): string {
  const others = variables.filter((variable) => variable.name !== "Email");
  const row = (index: 0 | 1, recipient: string) => [
    recipient,
    ...others.map(({ type, options }) =>
      type === "dropdown" ? (options[index] ?? options[0] ?? "") : SAMPLE_VALUES[type][index],
    ),
  ];
  // The names must come back exactly as the template has them.
  const headers = ["Email", ...others.map((variable) => variable.name)];
  return writeCsv(headers, [row(0, "ann@example.org"), row(1, "bo@example.org")], { delimiter });
}
