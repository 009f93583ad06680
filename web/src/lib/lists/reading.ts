import type { CsvDelimiter, CsvEncoding } from "@sendwright/core/contract";
import type { WorkbookReading, WorkbookTable } from "@sendwright/core/workbook/readWorkbook";

/** How to read a file; the reader decides about null. */
export interface Reading extends WorkbookReading {
  /** Of a CSV file, like the encoding. */
  delimiter: CsvDelimiter | null;
  encoding: CsvEncoding | null;
}

export const AS_DETECTED: Reading = {
  delimiter: null,
  encoding: null,
  noHeadings: false,
  sheet: null,
  language: null,
  headerRow: null,
  withHidden: false,
};

/** How a workbook was read: its sheet, the language of its numbers and dates, and the parts that were left out. */
export interface WorkbookFacts extends Omit<WorkbookTable, "headers" | "rows" | "rowsOverLimit" | "warnings"> {
  /** BCP 47. */
  language: string;
}
