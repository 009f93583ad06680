import Papa from "papaparse";
import { findBrokenQuote } from "./quotes.ts";

/** The rows of cells as a spreadsheet copies them (tabs, line breaks, quotes around what holds either). */
export function readBlock(text: string): string[][] {
  const body = `${text.replaceAll("\ufeff", "").replace(/\r\n?/g, "\n").replace(/\n$/, "")}\n`;
  // A lone quote is just a quote, as in a pasted table.
  const quoteChar = findBrokenQuote(body, "\t") === null ? '"' : "\0";
  const { data } = Papa.parse<string[]>(body, { delimiter: "\t", newline: "\n", quoteChar });
  return data.slice(0, -1);
}
