import { MAX_TABLE_COLUMNS } from "@sendwright/core/contract/limits";
import { readBlock } from "@sendwright/core/csv/block";
import { largest } from "@sendwright/core/largest";
import { escapeHtml } from "@sendwright/core/placeholders";
import { MAX_SPAN, tableRows } from "../tableHtml.ts";
import { marksOf } from "./lists.ts";
import { stylesOf } from "./styles.ts";

/** Between the cells of a row that becomes a line. */
const BETWEEN = " | ";
/** The elements that begin and end a line in a cell. */
const LINES = "p, div, h1, h2, h3, ul, ol, li, blockquote, pre";
/** The most columns that a browser lets a cell span. */
const MAX_SPANNED = 1_000;

/**
 * Makes tables as a body has them of pasted ones, up to `room` cells; larger ones become lines.
 * Tables that only lay out a page give up their cells as they are. Returns whether a table became
 * lines.
 */
export function readTables(body: HTMLElement, room: number): boolean {
  let left = room;
  let hasLines = false;
  // A table in a cell comes before the one around it.
  for (const table of [...body.querySelectorAll("table")].reverse()) {
    for (const caption of table.querySelectorAll(":scope > caption"))
      table.before(...linesOf(caption));
    const rows = tableRows(table).filter((row) => cellsOf(row).length > 0);
    const cells = rows.flatMap(cellsOf);
    const filled = cells.filter(
      (cell) => cell.textContent?.trim() !== "" || cell.querySelector("table"),
    );
    if (
      isLayout(table) ||
      (filled.length <= 1 && cells.some((cell) => cell.querySelectorAll("p, div, li").length > 1))
    ) {
      table.replaceWith(...cells.map(asBlock));
    } else if (cells.length === 1 || (rows.length === 1 && filled.length <= 1)) {
      table.replaceWith(asLine(filled));
    } else {
      const grid = gridOf(rows);
      const width = largest(grid.map((row) => row.length));
      const size = width * grid.length;
      const isTable = width <= MAX_TABLE_COLUMNS && size <= left;
      if (isTable) left -= size;
      else hasLines = true;
      table.replaceWith(
        ...(isTable
          ? [tableOf(table, rows, grid, width)]
          : rows.map((row) => asLine(cellsOf(row)))),
      );
    }
  }
  return hasLines;
}

/** Whether a table only puts things in their places. */
export function isLayout(table: Element): boolean {
  return (
    /^(presentation|none)$/.test(table.getAttribute("role") ?? "") ||
    table.querySelector("td table") !== null
  );
}

function cellsOf(row: Element): Element[] {
  return [...row.children].filter((cell) => cell.matches("td, th"));
}

function asBlock(cell: Element): Element {
  const block = cell.ownerDocument.createElement("div");
  block.append(...cell.childNodes);
  return block;
}

/** A line of text for a row. */
function asLine(row: readonly Element[]): Element {
  const line = document.createElement("p");
  const cells = [...row];
  while (cells.length > 0 && cells.at(-1)?.textContent?.trim() === "") cells.pop();
  for (const [index, cell] of cells.entries()) {
    if (index > 0) line.append(BETWEEN);
    // A row is a line, also where there are several in a cell; where it has one cell, its lines may
    // stay.
    const own = linesOf(cell);
    for (const [at, part] of own.entries()) {
      if (at > 0) line.append(cells.length > 1 ? " " : document.createElement("br"));
      line.append(...(cell.localName === "th" ? [inside(part, "strong")] : part.childNodes));
    }
  }
  if (!line.textContent) line.append(document.createElement("br"));
  return line;
}

function inside(part: Element, name: string): Element {
  const around = part.ownerDocument.createElement(name);
  around.append(...part.childNodes);
  return around;
}

/**
 * A place in a grid: a cell with what it spans, "covered" by one, or nothing, which becomes an
 * empty cell.
 */
type GridPlace = { cell: Element; rows: number; columns: number } | "covered" | "empty" | undefined;

/**
 * Where the cells of rows are. What a body can't span is taken apart: its text stays in the first
 * place.
 */
function gridOf(rows: readonly Element[]): GridPlace[][] {
  const grid: GridPlace[][] = rows.map(() => []);
  const left = rowsLeft(rows);
  for (const [y, row] of rows.entries()) {
    let x = 0;
    for (const cell of cellsOf(row)) {
      while (grid[y]?.[x]) x++;
      const height = Math.min(spanned(cell, "rowspan"), left[y] ?? 1);
      const width = spanned(cell, "colspan");
      // Excel writes a span for a text that only reaches over empty cells.
      const isOne =
        height > MAX_SPAN || width > MAX_SPAN || stylesOf(cell).get("mso-ignore") === "colspan";
      for (let down = 0; down < height; down++) {
        for (let right = 0; right < width; right++) {
          const places = grid[y + down];
          if (places) places[x + right] ??= isOne ? "empty" : "covered";
        }
      }
      const places = grid[y];
      if (places) places[x] = { cell, rows: isOne ? 1 : height, columns: isOne ? 1 : width };
      x += width;
    }
  }
  return grid;
}

/** How many rows of its part of the table there are from each row on. */
function rowsLeft(rows: readonly Element[]): number[] {
  const left: number[] = [];
  for (let y = rows.length - 1; y >= 0; y--) {
    const isLast = rows[y]?.parentElement !== rows[y + 1]?.parentElement;
    left[y] = isLast ? 1 : (left[y + 1] ?? 0) + 1;
  }
  return left;
}

function spanned(cell: Element, name: "rowspan" | "colspan"): number {
  const span = Math.floor(Number(cell.getAttribute(name)));
  return span >= 1 ? Math.min(span, MAX_SPANNED) : 1;
}

function tableOf(
  table: Element,
  rows: readonly Element[],
  grid: readonly GridPlace[][],
  width: number,
): Element {
  const document = table.ownerDocument;
  const made = document.createElement("table");
  for (const name of ["thead", "tbody", "tfoot"]) {
    const section = document.createElement(name);
    for (const [y, row] of rows.entries()) {
      const parent = row.parentElement?.localName ?? "";
      if ((/^t(head|foot)$/.test(parent) ? parent : "tbody") !== name) continue;
      const tr = document.createElement("tr");
      for (let x = 0; x < width; x++) {
        const place = grid[y]?.[x];
        if (place !== "covered") tr.append(cellFor(document, place, name === "thead"));
      }
      section.append(tr);
    }
    if (section.firstChild) made.append(section);
  }
  // Where a table is on its page is no alignment of its text.
  for (let around = table.parentElement; around; around = around.parentElement) {
    around.classList.remove("ql-align-center", "ql-align-right", "ql-align-justify");
  }
  return made;
}

function cellFor(document: Document, place: GridPlace, isHead: boolean): Element {
  if (typeof place !== "object") return document.createElement(isHead ? "th" : "td");
  const { cell, rows, columns } = place;
  const made = document.createElement(isHead ? "th" : cell.localName);
  if (columns > 1) made.setAttribute("colspan", String(columns));
  if (rows > 1) made.setAttribute("rowspan", String(rows));
  const align = stylesOf(cell).get("text-align") ?? cell.getAttribute("align")?.toLowerCase() ?? "";
  const lines = linesOf(cell);
  for (const line of lines) {
    if (line.className === "" && /^(center|right|justify)$/.test(align))
      line.className = `ql-align-${align}`;
  }
  const [only, ...more] = lines;
  if (only && more.length === 0) {
    if (only.className !== "") made.className = only.className;
    made.append(...only.childNodes);
  } else {
    made.append(...lines);
  }
  return made;
}

/** The content of a cell as lines of text; items of lists keep their marks, headings are bold. */
function linesOf(cell: Element): Element[] {
  const marks = marksOf([...cell.querySelectorAll("li")]);
  const lines: Element[] = [];
  let open: Element | null = null;
  const begin = (align: string): Element => {
    const line = cell.ownerDocument.createElement("p");
    if (align !== "") line.className = align;
    lines.push(line);
    open = line;
    return line;
  };
  const visit = (parent: Element, align: string): void => {
    for (const node of [...parent.childNodes]) {
      if (node instanceof Element && (node.matches(LINES) || node.querySelector(LINES))) {
        const own = [...node.classList].find((name) => name.startsWith("ql-align-")) ?? align;
        const isLine = node.matches("p, div, h1, h2, h3, li") && !node.querySelector(LINES);
        open = null;
        if (isLine) begin(own).append(marks.get(node) ?? "");
        visit(node, own);
        if (isLine && node.matches("h1, h2, h3"))
          lines.at(-1)?.append(inside(lines.at(-1) ?? node, "strong"));
        open = null;
      } else if (node.nodeName === "BR") {
        if (open === null) begin(align);
        open = null;
      } else if (open !== null || node.textContent?.trim() !== "") {
        (open ?? begin(align)).append(node);
      }
    }
  };
  visit(cell, "");
  for (const line of lines) trim(line);
  while (lines.length > 1 && lines.at(-1)?.textContent === "") lines.pop();
  while (lines.length > 1 && lines[0]?.textContent === "") lines.shift();
  return lines;
}

/**
 * Programs write line breaks and spaces around the text of a cell; Word and Excel a space where
 * there is none.
 */
function trim(line: Element): void {
  if (line.textContent?.trim() === "" && !line.querySelector("br")) line.replaceChildren();
  for (const lineBreak of line.querySelectorAll("br")) {
    const { nextSibling: text } = lineBreak;
    if (text?.nodeType === Node.TEXT_NODE)
      text.textContent = text.textContent?.replace(/^[ \t\r\n]+/, "") ?? "";
  }
  const [first, last] = [line.firstChild, line.lastChild];
  if (first?.nodeType === Node.TEXT_NODE)
    first.textContent = first.textContent?.replace(/^[ \t\r\n]+/, "") ?? "";
  if (last?.nodeType === Node.TEXT_NODE)
    last.textContent = last.textContent?.replace(/[ \t\r\n]+$/, "") ?? "";
}

/** The table that a spreadsheet's text is: at least two rows, all with as many tabs. Else null. */
export function tableOfText(text: string): string | null {
  if (!text.includes("\t") || !/[\r\n]/.test(text)) return null;
  const rows = readBlock(text);
  const width = rows[0]?.length ?? 0;
  // Lines that all begin with a tab are indented text.
  if (
    rows.length < 2 ||
    width < 2 ||
    rows.some((row) => row.length !== width) ||
    rows.every(([cell]) => cell === "")
  ) {
    return null;
  }
  const cell = (value: string) => `<td>${value.split("\n").map(escapeHtml).join("<br>")}</td>`;
  return `<table>${rows.map((row) => `<tr>${row.map(cell).join("")}</tr>`).join("")}</table>`;
}
