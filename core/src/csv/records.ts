import Papa from "papaparse";
import { AppError } from "../contract/appError.ts";
import { MAX_LIST_ROWS } from "../contract/limits.ts";
import { findBrokenQuote } from "./quotes.ts";

const UNREADABLE = "CSV Error: The list could not be read.";

/** The header, as many records as a list has rows, one too many, and what follows the last line break. */
const MOST = MAX_LIST_ROWS + 3;

/**
 * Reads the records of a CSV text that a page of ours wrote: UTF-8, commas, CRLF. Nothing is detected, trimmed or left
 * out, so blank records count too. Of more records than a list may have, only one too many is read.
 * @throws AppError `csv_unreadable`
 */
export function readRecords(file: Uint8Array): string[][] {
  const text = decoded(file);
  if (text.includes("\0") || findBrokenQuote(`${text}\n`, ",") !== null) {
    throw new AppError("csv_unreadable", UNREADABLE);
  }
  const { data } = Papa.parse<string[]>(text, { delimiter: ",", newline: "\r\n", preview: MOST });
  return text.endsWith("\r\n") || data.length === MOST ? data.slice(0, -1) : data;
}

function decoded(file: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(file);
  } catch {
    throw new AppError("csv_unreadable", UNREADABLE);
  }
}
