import type { RowResult } from "@sendwright/functions/contract";
import { writeCsv } from "@sendwright/functions/core";

/** Takes the results; gives them as a CSV file for a spreadsheet. Cells that it would run as formulas are neutralised. */
export function resultsCsv(results: readonly RowResult[]): string {
  const rows = results.map(({ row, line, recipient, status, reason }) => [
    String(row),
    line === null ? "" : String(line),
    recipient,
    status,
    reason,
  ]);
  return writeCsv(["Row/N", "Line", "Recipient", "Status", "Details"], rows);
}
