import type { CsvDelimiter, RowResult } from "@sendwright/core/contract";
import { writeCsv } from "@sendwright/core/csv/write";
import { shownStatus, statusWord } from "../../components/StatusChip.tsx";

/**
 * The results as a CSV file for a spreadsheet, in the words of the page. Cells that it would run as formulas are
 * neutralised.
 */
export function resultsCsv(results: readonly RowResult[], delimiter: CsvDelimiter): string {
  const rows = results.map((result) => [
    String(result.row),
    result.line === null ? "" : String(result.line),
    result.recipient,
    statusWord(shownStatus(result)),
    result.reason,
  ]);
  return writeCsv(["Row/N", "Line", "Recipient", "Status", "Details"], rows, { delimiter });
}
