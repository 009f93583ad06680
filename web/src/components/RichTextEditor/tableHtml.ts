import { LAYOUT_CLASS } from "@sendwright/core/body/tags";

/** The class of a line within a cell, and its attribute that says which cell that is. */
export const CELL_LINE = "ql-cell-line";
export const CELL = "data-cell";
/**
 * The class of a table that the editor shows as a whole, and its attribute with the stored HTML.
 */
export const KEPT_TABLE = "ql-kept-table";
export const KEPT_HTML = "data-html";

/** The most columns or rows that a cell spans; cleaning a body drops any larger number. */
export const MAX_SPAN = 20;

const SECTIONS = ["thead", "tbody", "tfoot"] as const;
type Section = (typeof SECTIONS)[number];

/** A cell of a table: where it is in the grid, how far it spans, and how it is stored. */
export interface BodyCell {
  /** Tells the tables of one editor apart. */
  table: number;
  row: number;
  column: number;
  rows: number;
  columns: number;
  isHead: boolean;
  section: Section;
  /** Whether its only line is stored as a paragraph. */
  isParagraph: boolean;
}

/** A cell as the value of Quill's format `cell`. */
export function writeCell(cell: BodyCell): string {
  const { table, row, column, rows, columns, isHead, section, isParagraph } = cell;
  return [
    table,
    row,
    column,
    rows,
    columns,
    Number(isHead),
    SECTIONS.indexOf(section),
    Number(isParagraph),
  ].join(" ");
}

export function readCell(written: string): BodyCell {
  const [table = 0, row = 0, column = 0, rows = 1, columns = 1, isHead, section = 1, isParagraph] =
    written.split(" ").map(Number);
  const where = { table, row, column, rows, columns };
  return {
    ...where,
    isHead: isHead === 1,
    section: SECTIONS[section] ?? "tbody",
    isParagraph: isParagraph === 1,
  };
}

/** The places of a grid that cells take, by row and column. */
export class Taken {
  readonly #places = new Set<string>();

  add({ row, column, rows, columns }: Pick<BodyCell, "row" | "column" | "rows" | "columns">): void {
    for (let down = 0; down < rows; down++) {
      for (let right = 0; right < columns; right++)
        this.#places.add(`${row + down} ${column + right}`);
    }
  }

  has(row: number, column: number): boolean {
    return this.#places.has(`${row} ${column}`);
  }
}

/** Where each cell of a table is, as a browser lays them out. */
function cellsOf(table: Element): { element: Element; cell: Omit<BodyCell, "table"> }[] {
  const taken = new Taken();
  return tableRows(table).flatMap((tr, row) => {
    let column = 0;
    const section = SECTIONS.find((name) => name === tr.parentElement?.localName) ?? "tbody";
    return [...tr.children].map((element) => {
      while (taken.has(row, column)) column++;
      const span = { rows: spanOf(element, "rowspan"), columns: spanOf(element, "colspan") };
      const isParagraph = element.querySelector(":scope > p") !== null;
      const cell = {
        row,
        column,
        ...span,
        isHead: element.localName === "th",
        section,
        isParagraph,
      };
      taken.add(cell);
      return { element, cell };
    });
  });
}

/** The rows of a table, without those of tables in its cells. */
export function tableRows(table: Element): Element[] {
  return [...table.querySelectorAll("tr")].filter((row) => row.closest("table") === table);
}

function spanOf(cell: Element, name: "rowspan" | "colspan"): number {
  const span = Number(cell.getAttribute(name));
  return Number.isInteger(span) && span >= 1 && span <= MAX_SPAN ? span : 1;
}

const PARTS = "thead, tbody, tfoot, tr, th, td";
const CONTENT = "p, br, strong, em, u, s, sub, sup, a, img, .ql-placeholder";

/**
 * Whether the editor can show a table cell by cell and store it as it was: lines of text in a grid.
 * Lists, headings and tables in cells, captions and styles only come from elsewhere.
 */
export function isEditable(table: Element): boolean {
  const elements = [...table.querySelectorAll("*")];
  const sections = [...table.children].map(({ localName }) => localName);
  return (
    table.attributes.length === 0 &&
    elements.some((element) => element.matches("th, td")) &&
    sections.join() === SECTIONS.filter((name) => sections.includes(name)).join() &&
    elements.every((element) =>
      element.matches(PARTS) ? isPlainPart(element) : element.matches(CONTENT),
    ) &&
    [...table.querySelectorAll("p")].every((line) => isPlainLine(line))
  );
}

function isPlainPart(part: Element): boolean {
  if (!part.matches("th, td")) return part.attributes.length === 0 && part.children.length > 0;
  const hasLines = part.querySelector("p") !== null;
  const isPlain = [...part.attributes].every(({ name, value }) => {
    if (name === "class") return !hasLines && /^ql-align-\w+$/.test(value);
    return name === "rowspan" || name === "colspan";
  });
  return (
    isPlain &&
    !(hasLines && [...part.childNodes].some((node) => node.nodeName !== "P" && !isBlank(node)))
  );
}

function isPlainLine(line: Element): boolean {
  const hasPlainNames = [...line.classList].every((name) => LAYOUT_CLASS.test(name));
  const parent = line.parentElement;
  return (
    [...line.attributes].every(({ name }) => name === "class") &&
    hasPlainNames &&
    parent?.matches("th, td") === true
  );
}

function isBlank(node: Node): boolean {
  return node.nodeType === Node.TEXT_NODE && (node.textContent ?? "").trim() === "";
}

let tables = 0;

/** Replaces every table by the lines of its cells, as Quill reads them. */
export function tablesToCellLines(content: Element): void {
  for (const table of content.querySelectorAll("table")) {
    tables += 1;
    const lines = cellsOf(table).flatMap(({ element, cell }) => {
      const paragraphs = [...element.querySelectorAll(":scope > p")];
      if (paragraphs.length === 0) {
        const line = element.ownerDocument.createElement("p");
        line.append(...element.childNodes);
        line.className = element.className;
        paragraphs.push(line);
      }
      for (const line of paragraphs) {
        line.classList.add(CELL_LINE);
        line.setAttribute(CELL, writeCell({ table: tables, ...cell }));
      }
      return paragraphs;
    });
    table.replaceWith(...lines);
  }
}

/** The table to store for the lines of its cells. */
export function storedTable(lines: readonly Element[]): Element {
  const table = document.createElement("table");
  for (const [written, ofCell] of groups(lines)) {
    const cell = readCell(written);
    const element = document.createElement(cell.isHead ? "th" : "td");
    if (cell.columns > 1) element.setAttribute("colspan", String(cell.columns));
    if (cell.rows > 1) element.setAttribute("rowspan", String(cell.rows));
    fill(element, ofCell, cell.isParagraph);
    rowIn(table, cell).append(element);
  }
  for (const row of table.querySelectorAll(`[${ROW}]`)) row.removeAttribute(ROW);
  return table;
}

const ROW = "data-row";

function rowIn(table: Element, { section, row }: BodyCell): Element {
  let part = table.lastElementChild;
  if (part?.localName !== section) {
    part = document.createElement(section);
    table.append(part);
  }
  let last = part.lastElementChild;
  if (last?.getAttribute(ROW) !== String(row)) {
    last = document.createElement("tr");
    last.setAttribute(ROW, String(row));
    part.append(last);
  }
  return last;
}

function groups(lines: readonly Element[]): [string, Element[]][] {
  const all: [string, Element[]][] = [];
  for (const line of lines) {
    const written = line.getAttribute(CELL) ?? "";
    const last = all.at(-1);
    if (last?.[0] === written) last[1].push(line);
    else all.push([written, [line]]);
  }
  return all;
}

/** One line is the cell's own text; several are paragraphs. */
function fill(element: Element, lines: readonly Element[], isParagraph: boolean): void {
  const [only, ...more] = lines;
  const names = [...(only?.classList ?? [])].filter((name) => name !== CELL_LINE);
  const isOwn =
    !isParagraph && more.length === 0 && names.every((name) => name.startsWith("ql-align-"));
  if (only && isOwn) {
    if (names.length > 0) element.className = names.join(" ");
    if (only.textContent !== "") element.append(...only.childNodes);
    return;
  }
  for (const line of lines) {
    line.removeAttribute(CELL);
    line.classList.remove(CELL_LINE);
    if (line.className === "") line.removeAttribute("class");
    element.append(line);
  }
}
