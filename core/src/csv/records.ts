import { AppError } from "../contract/appError.ts";
import { MAX_LIST_ROWS } from "../contract/limits.ts";
import { requireColumns } from "../table/headers.ts";
import { decodeUtf8 } from "./decodeText.ts";
import { requireLines } from "./readCsv.ts";
import { RowScanner } from "./rowScanner.ts";

const UNREADABLE = "CSV Error: The list could not be read.";

/**
 * Reads the first `most` records of a CSV text that a page of ours wrote: UTF-8, commas, CRLF.
 * Nothing is detected, trimmed or left out, so blank records count too. A line break in a cell is
 * LF.
 * @throws AppError `csv_unreadable`, `too_many_lines`, `too_many_columns`
 */
export function readRecords(file: Uint8Array, most = MAX_LIST_ROWS + 2): string[][] {
  const written = decodeUtf8(file);
  if (written === null || written.includes("\0")) throw new AppError("csv_unreadable", UNREADABLE);
  requireLines(written);
  const text = written === "" ? "\n" : written;
  const scanner = new RowScanner(text, ",", "strict");
  const records: string[][] = [];
  while (records.length < most && scanner.nextRecord()) {
    const { cells, count, broken } = scanner;
    if (broken !== -1) throw new AppError("csv_unreadable", UNREADABLE);
    requireColumns(count);
    while (cells.length < count) cells.push("");
    records.push(cells);
  }
  return records;
}
