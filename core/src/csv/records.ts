import Papa from "papaparse";
import { AppError } from "../contract/appError.ts";
import { findBrokenQuote } from "./quotes.ts";

const UNREADABLE = "CSV Error: The list could not be read.";

/**
 * Reads the records of a CSV text that a page of ours wrote: UTF-8, commas, CRLF. Nothing is detected, trimmed or left
 * out, so blank records count too.
 * @throws AppError `csv_unreadable`
 */
export function readRecords(file: Uint8Array): string[][] {
  const text = decoded(file);
  if (text.includes("\0") || findBrokenQuote(`${text}\n`, ",") !== null) {
    throw new AppError("csv_unreadable", UNREADABLE);
  }
  const { data } = Papa.parse<string[]>(text, { delimiter: ",", newline: "\r\n" });
  return text.endsWith("\r\n") ? data.slice(0, -1) : data;
}

function decoded(file: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(file);
  } catch {
    throw new AppError("csv_unreadable", UNREADABLE);
  }
}
