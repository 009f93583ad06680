import { fitsAddress, nameText, readsLikeName } from "@sendwright/core/recipients/likeName";
import { personNames } from "@sendwright/core/recipients/peopleNames";
import { asksForName } from "@sendwright/core/recipients/personName";
import { candidates } from "./addresses.ts";
import { closest } from "./dom.ts";
import { type IsSeen, visibleLines } from "./visibleText.ts";

const TABLES = "table, [role=table], [role=grid], [role=treegrid]";
const ROWS = "tr, [role=row]";
const CELLS = new Set(["TD", "TH"]);
const CELL_ROLES = new Set(["cell", "gridcell", "rowheader", "columnheader"]);
/** The part of a table that is read: a page may claim any number of columns and rows. */
const [MAX_ROWS, MAX_COLUMNS] = [3_000, 100];
/** How many rows say whether a column without a header has names. */
const SAMPLE = 30;

/** A row of a table as the page lays it out. */
interface LaidOutRow {
  element: Element;
  /** By column; a cell that spans several is in each of them. */
  cells: (Element | undefined)[];
  isHeader: boolean;
}

function cellsOf(row: Element): Element[] {
  return [...row.children].filter(
    (one) => CELLS.has(one.nodeName) || CELL_ROLES.has(one.getAttribute("role") ?? ""),
  );
}

function spanOf(cell: Element, name: "colspan" | "rowspan"): number {
  const given = Number.parseInt(cell.getAttribute(name) ?? "1", 10);
  const most = name === "colspan" ? MAX_COLUMNS : MAX_ROWS;
  return Math.min(Math.max(Number.isNaN(given) ? 1 : given, 1), most);
}

function isHeader(cell: Element): boolean {
  const role = cell.getAttribute("role");
  return role === null
    ? cell.nodeName === "TH" && cell.getAttribute("scope") !== "row"
    : role === "columnheader";
}

/** The rows of a table with their cells by column, as the page lays them out. */
function rowsOf(table: Element): LaidOutRow[] {
  const elements = [...table.querySelectorAll(ROWS)].filter((row) => row.closest(TABLES) === table);
  const below: { cell: Element; rows: number }[] = [];
  return elements.slice(0, MAX_ROWS).map((element) => {
    const cells: (Element | undefined)[] = [];
    const own = cellsOf(element);
    let column = 0;
    const skipSpanned = () => {
      for (let above = below[column]; above && above.rows > 0; above = below[column]) {
        cells[column] = above.cell;
        above.rows -= 1;
        column += 1;
      }
    };
    for (const cell of own) {
      skipSpanned();
      for (let left = spanOf(cell, "colspan"); left > 0 && column < MAX_COLUMNS; left -= 1) {
        cells[column] = cell;
        below[column] = { cell, rows: spanOf(cell, "rowspan") - 1 };
        column += 1;
      }
    }
    skipSpanned();
    const headers = own.filter(isHeader).length;
    return { element, cells, isHeader: headers * 2 > own.length };
  });
}

/** The rows of a page's tables, by table. */
export type TableCache = WeakMap<Element, LaidOutRow[]>;

/**
 * The name beside an address in the row of a table, by the headers of its columns (in any order; a
 * first and a last name are joined), else by the row's own header, else from a column in which most
 * cells read like names. Under a header that doesn't say whose name it is (a child's?), that must
 * fit the address. "" if it can't be told.
 */
export function nameInRow(
  from: Element,
  address: string,
  isSeen: IsSeen,
  cache: TableCache,
): string {
  const element = closest(from, ROWS);
  const table = element && closest(element, TABLES);
  if (!element || !table) return "";
  const rows = cache.get(table) ?? rowsOf(table);
  cache.set(table, rows);
  const index = rows.findIndex((one) => one.element === element);
  const row = rows[index];
  if (!row || row.isHeader) return "";
  const textOf = (cell: Element | undefined) =>
    cell && isSeen(cell) ? (visibleLines(cell, isSeen)[0] ?? "") : "";
  const at = row.cells.findIndex((cell) => cell?.contains(from));
  const isOwn = (cell: Element | undefined) => cell !== undefined && cell !== row.cells[at];
  const values = row.cells.map((cell) => (isOwn(cell) ? nameText(textOf(cell)) : ""));
  const headers = headersOf(rows, index, textOf);
  if (headers.length > 0) {
    const addresses = row.cells.map((cell) => cell !== undefined && hasAddress(textOf(cell)));
    const named = namesNear(headers, values, addresses, at);
    if (named !== "") return named;
  }
  const own = row.cells.find(
    (cell) => cell?.nodeName === "TH" || cell?.getAttribute("role") === "rowheader",
  );
  const ownName = isOwn(own) ? nameText(textOf(own)) : "";
  if (readsLikeName(ownName)) return ownName;
  const likely = values[columnOfNames(rows, textOf)] ?? "";
  return headers.length === 0 || fitsAddress(likely, address) ? likely : "";
}

function hasAddress(text: string): boolean {
  return text.includes("@") && candidates(text).length > 0;
}

type TextOf = (cell: Element | undefined) => string;

/** The headers above a row: those of the last row of headers, else of a first row without an address. */
function headersOf(rows: readonly LaidOutRow[], index: number, textOf: TextOf): string[] {
  const above = rows.slice(0, index);
  const header = above.findLast(({ isHeader }) => isHeader) ?? above[0];
  if (!header) return [];
  const texts = Array.from({ length: header.cells.length }, (_, at) => textOf(header.cells[at]));
  if (header.isHeader) return texts;
  const says = personNames(texts);
  const isNamed = texts.some((text) => says(texts.map((one) => (one === text ? text : ""))) !== "");
  return isNamed && !texts.some(hasAddress) ? texts : [];
}

/** If a row has several addresses with a name each, a name belongs to the next address. */
function namesNear(
  headers: readonly string[],
  values: readonly string[],
  addresses: readonly boolean[],
  at: number,
): string {
  const says = personNames(headers);
  const before = at === 0 ? -1 : addresses.lastIndexOf(true, at - 1);
  const last = addresses.includes(true, at + 1) ? at : values.length;
  const own = values.map((value, i) => (i > before && i <= last ? value : ""));
  const near = says(own);
  // Two columns of one name that disagree: the first one may be another person.
  const isOpen = own.some((value, i) => {
    const first = headers.findIndex((header, at) => header === headers[i] && own[at] !== "");
    return value !== "" && asksForName(headers[i] ?? "") && own[first] !== value;
  });
  if (isOpen) return "";
  return near === "" ? says(values) : near;
}

/** The first column in which most cells read like names, in rows with an address; -1 for none. */
function columnOfNames(rows: readonly LaidOutRow[], textOf: TextOf): number {
  const texts = rows
    .slice(0, SAMPLE)
    .map(({ cells }) => Array.from({ length: cells.length }, (_, at) => textOf(cells[at])))
    .filter((row) => row.some(hasAddress));
  const width = Math.max(0, ...texts.map((row) => row.length));
  for (let column = 0; column < width; column += 1) {
    const names = texts.filter((row) => {
      const name = nameText(row[column] ?? "");
      return readsLikeName(name, 2) || (texts.length > 2 && readsLikeName(name));
    });
    if (names.length * 3 >= texts.length * 2) return column;
  }
  return -1;
}
