import type { Problem } from "@sendwright/core/check/types";
import type { CsvDelimiter } from "@sendwright/core/contract";
import { writeCsv } from "@sendwright/core/csv/write";
import { cellText, type List, type Row } from "@sendwright/core/list/list";

/**
 * A CSV file of the rows with a problem, as they are now, with one more column that says what is wrong. It is meant to be
 * fixed and chosen again, so its cells aren't changed for a spreadsheet.
 */
export function problemRowsCsv(list: List, problems: readonly Problem[], delimiter: CsvDelimiter): string {
  const messages = new Map<number, string[]>();
  for (const { id, message } of problems) messages.set(id, [...(messages.get(id) ?? []), message]);
  const rows = list.rows.flatMap((row) => {
    const wrong = messages.get(row.id);
    return wrong ? [[...wholeRow(list, row), wrong.join("; ")]] : [];
  });
  return writeCsv([...list.columns, freeHeader(list.columns)], rows, { delimiter, formulas: "keep" });
}

function freeHeader(headers: readonly string[]): string {
  let header = "Problem";
  while (headers.includes(header)) header += " found";
  return header;
}

/**
 * The list as a CSV file with its own columns, as it is now, without the rows that a person skipped. It can be chosen
 * again, so its cells aren't changed for a spreadsheet.
 */
export function correctedCsv(list: List, delimiter: CsvDelimiter): string {
  const rows = list.rows.filter(({ skipped }) => skipped === null).map((row) => wholeRow(list, row));
  return writeCsv(list.columns, rows, { delimiter, formulas: "keep" });
}

/** The cells of a row as they are now, those beyond the columns too. */
function wholeRow({ columns }: List, { cells }: Row): string[] {
  const width = Math.max(columns.length, cells.length);
  return Array.from({ length: width }, (_, at) => cellText(cells[at]));
}

/** The name of a list without the ending of a file. */
export function listName({ source }: List): string {
  return source.name.replace(/\.(csv|tsv|txt)$/i, "");
}
