import { writeCsv } from "@sendwright/core/csv/write";
import { isFilled, type TableRow } from "../../../sending/tableRows.ts";

/** The column that counts the rows: it gives each row some text, so that the reader numbers them as the table does. */
function counterName(headers: readonly string[]): string {
  let name = "Row";
  while (headers.includes(name)) name += " n";
  return name;
}

/** The file that a table is checked and sent as, or null while it is empty. */
export function tableCsv(rows: readonly TableRow[], headers: readonly string[]): string | null {
  const filled = rows.filter(isFilled);
  if (filled.length === 0) return null;
  const lines = filled.map(({ cells }, index) => [
    ...headers.map((header) => cells.get(header) ?? ""),
    String(index + 1),
  ]);
  return writeCsv([...headers, counterName(headers)], lines, { formulas: "keep" });
}
