import { MAX_CSV_COLUMNS } from "@sendwright/core/contract/limits";
import { cellsByColumn } from "@sendwright/core/table/cellsByColumn";
import { inertDocument } from "./inertDocument.ts";

const SPANNING = /\b(?:row|col)span\s*=\s*["']?(?!1\b)\d/i;
/** Elements that begin and end a line. */
const LINES =
  "br, hr, p, div, address, article, aside, blockquote, dd, details, dl, dt, figcaption, figure, footer, form, h1, h2, h3, h4, h5, h6, header, li, main, nav, ol, pre, section, summary, ul";

/**
 * The cells in a clipboard as separated text. The plain text of a web page's table leaves out the
 * places that a cell spans, so that later cells move to the left: where cells span, its HTML is
 * read, if the plain text has the words of its cells, too. The text before and after them is kept.
 * A cell counts for each of its rows, as merged cells of a workbook do, and for the first of its
 * columns.
 */
export function pastedCells(data: Pick<DataTransfer, "getData">): string {
  const text = data.getData("text/plain");
  const html = data.getData("text/html");
  if (!text.trim().includes("\n") || !SPANNING.test(html)) return text;
  const [table, second] = inertDocument(html).querySelectorAll("table");
  if (!table || second) return text;
  const rows = gridOf(table);
  const texts = new Map([...new Set(rows.flat())].map((cell) => [cell, textOf(cell)]));
  const around = textAround([...texts.values()].join(" "), text);
  if (around === null) return text;
  const lines = rows.map((row) =>
    row.map((cell, x) => (cell === row[x - 1] ? "" : texts.get(cell))).join("\t"),
  );
  return [around.before, ...lines, around.after].filter((line) => line !== null).join("\n");
}

function gridOf(table: HTMLTableElement) {
  for (const line of table.querySelectorAll(LINES)) {
    line.before(" ");
    line.after(" ");
  }
  return cellsByColumn(
    [...table.rows].map((row) => ({ cells: [...row.cells], part: row.parentElement })),
    (cell, name) => cell.getAttribute(name),
    MAX_CSV_COLUMNS + 1,
  );
}

function textOf(cell: Element | undefined): string {
  return cell?.textContent.replace(/\s+/g, " ").trim() ?? "";
}

/** A spreadsheet puts quotation marks around some cells. */
const WORD = /[^\s"]+/g;

/** The text before and after some words; null if it doesn't have them next to each other. */
function textAround(
  words: string,
  text: string,
): { before: string | null; after: string | null } | null {
  const found = [...text.matchAll(WORD)];
  const wanted = words.match(WORD) ?? [];
  // A page may show capital letters.
  const linesOf = (all: readonly string[]) => `\n${all.join("\n")}\n`.toUpperCase();
  const lines = linesOf(found.map(([word]) => word));
  const at = lines.indexOf(linesOf(wanted));
  if (at === -1 || wanted.length === 0) return null;
  const first = lines.slice(0, at).split("\n").length - 1;
  const last = found[first + wanted.length - 1];
  const textIn = (part: string) => (part.search(WORD) === -1 ? null : part.trim());
  return {
    before: textIn(text.slice(0, found[first]?.index)),
    after: textIn(text.slice((last?.index ?? 0) + (last?.[0].length ?? 0))),
  };
}
