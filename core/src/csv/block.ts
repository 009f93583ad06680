import { MAX_CELLS, RowScanner } from "./rowScanner.ts";

/**
 * The rows of cells as a spreadsheet copies them (tabs, line breaks, quotes around what holds
 * either), each with at most one cell more than a list has columns. A blank text is one blank cell.
 */
export function readBlock(text: string): string[][] {
  const body = text.replaceAll("\ufeff", "").replace(/\r\n?/g, "\n") || "\n";
  const scanner = new RowScanner(body, "\t", "pasted");
  const rows: string[][] = [];
  while (scanner.nextRecord()) {
    const { cells, count } = scanner;
    const length = Math.min(count, MAX_CELLS);
    rows.push(Array.from({ length }, (_, at) => cells[at] ?? ""));
  }
  return rows;
}
