import { RowScanner } from "./rowScanner.ts";

/**
 * The rows of cells as a spreadsheet copies them (tabs, line breaks, quotes around what holds
 * either).
 */
export function readBlock(text: string): string[][] {
  const body = text.replaceAll("\ufeff", "").replace(/\r\n?/g, "\n") || "\n";
  const scanner = new RowScanner(body, "\t", "pasted");
  const rows: string[][] = [];
  while (scanner.nextRecord()) {
    const { cells, count } = scanner;
    rows.push([...cells, ...new Array<string>(Math.max(0, count - cells.length)).fill("")]);
  }
  return rows;
}
