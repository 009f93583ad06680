import type { Problem } from "@sendwright/core/check/types";
import type { CsvDelimiter } from "@sendwright/core/contract";
import type { CsvTable } from "@sendwright/core/csv/readCsv";
import { writeCsv } from "@sendwright/core/csv/write";
import type { BulkForm } from "../form/bulkForm.ts";
import { fixedCells, type RowEdits } from "../form/rowEdits.ts";

/**
 * A CSV file of the rows with a problem, as they now are, with one more column that says what is wrong. It is meant to
 * be put right and chosen again, so nothing in it is rewritten.
 */
export function problemRowsCsv(table: CsvTable, problems: readonly Problem[], edits: RowEdits): string {
  const messages = new Map<number, string[]>();
  for (const { row, message } of problems) messages.set(row, [...(messages.get(row) ?? []), message]);
  const rows = table.rows.flatMap((row) => {
    const wrong = messages.get(row.n);
    if (!wrong) return [];
    return [[...wholeRow(table, row, edits), wrong.join("; ")]];
  });
  const headers = [...table.headers, freeHeader(table.headers)];
  return writeCsv(headers, rows, { delimiter: table.delimiter, formulas: "keep" });
}

function freeHeader(headers: readonly string[]): string {
  let header = "Problem";
  while (headers.includes(header)) header += " found";
  return header;
}

/**
 * The list as a CSV file with its own columns, each cell as it now is, without the rows that a person left out. Rows
 * with a problem stay: nobody has decided about them. It may be chosen again, where a phone number must still begin
 * with its plus: nothing in it is rewritten.
 */
export function correctedCsv(
  table: CsvTable,
  { rowEdits, skipRows }: Pick<BulkForm, "rowEdits" | "skipRows">,
  delimiter: CsvDelimiter,
): string {
  const skipped = new Set(skipRows);
  const rows = table.rows.filter(({ n }) => !skipped.has(n)).map((row) => wholeRow(table, row, rowEdits));
  return writeCsv(table.headers, rows, { delimiter, formulas: "keep" });
}

/** The cells of a row as they now are, those beyond the headers too. */
function wholeRow({ headers }: CsvTable, row: CsvTable["rows"][number], edits: RowEdits): string[] {
  return [...fixedCells(headers, row, edits), ...row.cells.slice(headers.length)];
}

/** The name of a file or table without the ending that says what it is. */
export function listName(source: BulkForm["source"]): string {
  return (source?.name ?? "the table").replace(/\.(csv|tsv|txt)$/i, "");
}
