import type { CsvDelimiter, CsvEncoding } from "@sendwright/core/contract";
import type { Table } from "@sendwright/core/table/table";
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
  noHeaders: false,
  sheet: null,
  language: null,
  headerRow: null,
  withHidden: false,
};

/** Something that the reader had to guess, and how to read the file otherwise. */
export interface ReadingGuess {
  message: string;
  others: { word: string; reading: Partial<Reading> }[];
}

/** The rows at the edges of any source, and the guesses of the reader. */
export interface ReadingFacts extends Pick<Table, "above" | "below"> {
  guesses: ReadingGuess[];
}

/**
 * How a workbook was read: its sheet, the language of its numbers and dates, and what is hidden in
 * it.
 */
export interface WorkbookFacts
  extends Pick<WorkbookTable, "sheet" | "sheets" | "hidden" | "example"> {
  /** BCP 47. */
  language: string;
}
