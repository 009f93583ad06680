import { inertDocument } from "./inertDocument.ts";

/** The most columns that a browser lets a cell span. */
const MAX_SPANNED = 1_000;
const SPANNING = /\b(?:row|col)span\s*=\s*["']?(?!1\b)\d/i;
/** Excel writes the notes of cells into their text. */
const NOTES = /msocom/i;

/**
 * The cells in a clipboard as separated text. The plain text of a web page's table leaves out the
 * places that a cell spans, so that later cells move to the left: where cells span, its HTML is
 * read. A cell counts for each of its rows, as merged cells of a workbook do, and for the first of
 * its columns.
 */
export function pastedCells(data: Pick<DataTransfer, "getData">): string {
  const text = data.getData("text/plain");
  const html = data.getData("text/html");
  if (!text.trim().includes("\n") || !SPANNING.test(html) || NOTES.test(html)) return text;
  const tables = inertDocument(html).querySelectorAll("table");
  const [table] = tables;
  return table && tables.length === 1 ? textOf(table) : text;
}

function textOf(table: HTMLTableElement): string {
  const rows = [...table.rows];
  const grid: string[][] = rows.map(() => []);
  for (const [y, { cells }] of rows.entries()) {
    let x = 0;
    for (const cell of cells) {
      while (grid[y]?.[x] !== undefined) x++;
      const text = cell.textContent.replace(/\s+/g, " ").trim();
      // Zero means all rows below.
      const height = spanOf(cell, "rowspan") || rows.length;
      const width = Math.min(spanOf(cell, "colspan") || 1, MAX_SPANNED);
      for (const row of grid.slice(y, y + height)) {
        row[x] = text;
        for (let at = x + 1; at < x + width; at++) row[at] = "";
      }
      x += width;
    }
  }
  return grid.map((row) => Array.from(row, (cell) => cell ?? "").join("\t")).join("\n");
}

function spanOf(cell: Element, name: "rowspan" | "colspan"): number {
  return Number.parseInt(cell.getAttribute(name) ?? "1", 10) || 0;
}
