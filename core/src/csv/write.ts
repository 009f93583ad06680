import Papa from "papaparse";
import type { CsvDelimiter } from "../contract/csv.ts";
import type { Variable } from "../contract/templates.ts";

/**
 * What a spreadsheet would run as a formula; some read the wide forms the same. With apostrophes before it, too, so that
 * `withoutApostrophe` gives every text back.
 */
const FORMULA = /^'*(?:[=+\-@＝＋－＠]|\p{Cc})/u;

/** A cell that `writeCsv` wrote for a spreadsheet, as it was before. */
export function withoutApostrophe(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
}

/**
 * A CSV file's text with CRLF and a UTF-8 mark, so that spreadsheets read it in the right encoding. A cell that begins
 * like a formula gets an apostrophe before it, unless `formulas` is "keep" (for a file that comes back to us, not to a
 * spreadsheet).
 */
export function writeCsv(
  headers: readonly string[],
  rows: readonly (readonly string[])[],
  options: { delimiter?: CsvDelimiter; formulas?: "neutralise" | "keep" } = {},
): string {
  const { delimiter = ",", formulas = "neutralise" } = options;
  const escapeFormulae = formulas === "neutralise" ? FORMULA : false;
  return `\ufeff${Papa.unparse([headers, ...rows] as string[][], { delimiter, newline: "\r\n", escapeFormulae })}\r\n`;
}

const SAMPLE_VALUES: Record<Exclude<Variable["type"], "dropdown">, readonly [string, string]> = {
  text: ["Sample text", "Another text"],
  sticky: ["Sample text", "Sample text"],
  date: ["2025-04-01", "2025-04-15"],
  time: ["14:30", "09:00"],
  email: ["contact@example.org", "office@example.org"],
};

/** A sample CSV file for a template: a column for the recipient and one for each variable, two rows. */
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
  return writeCsv(headers, [row(0, "ann@example.org"), row(1, "bo@example.org")], { delimiter, formulas: "keep" });
}
