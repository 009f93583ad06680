import { type CsvTable, type Problem, writeCsv } from "@sendwright/functions/core";
import { fixedCells, type RowEdits } from "../form/rowEdits.ts";

/**
 * Takes the table, the problems and what was changed on the screen; gives a CSV file of the rows with a problem, as they now are,
 * with one more column that says what is wrong. It is meant to be put right and chosen again, so nothing in it is rewritten.
 */
export function problemRowsCsv(table: CsvTable, problems: readonly Problem[], edits: RowEdits): string {
  const messages = new Map<number, string[]>();
  for (const { row, message } of problems) messages.set(row, [...(messages.get(row) ?? []), message]);
  const rows = table.rows.flatMap((row) => {
    const wrong = messages.get(row.n);
    if (!wrong) return [];
    return [[...fixedCells(table.headers, row, edits), ...row.cells.slice(table.headers.length), wrong.join("; ")]];
  });
  const headers = [...table.headers, freeHeader(table.headers)];
  return writeCsv(headers, rows, { delimiter: table.delimiter, formulas: "keep" });
}

function freeHeader(headers: readonly string[]): string {
  let header = "Problem";
  while (headers.includes(header)) header += " found";
  return header;
}
