import { fitsAddress, nameText, readsLikeName } from "@sendwright/core/recipients/likeName";
import { personNames } from "@sendwright/core/recipients/peopleNames";
import { asksForName } from "@sendwright/core/recipients/personName";
import { cellsByColumn } from "@sendwright/core/table/cellsByColumn";
import { candidates } from "./addresses.ts";
import { childrenOf, closest, parentElementOf, queryAll, tagNameOf } from "./dom.ts";
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

function roleOf(element: Element): string | null {
  return Element.prototype.getAttribute.call(element, "role");
}

function isCell(element: Element): boolean {
  return CELLS.has(tagNameOf(element)) || CELL_ROLES.has(roleOf(element) ?? "");
}

function isHeader(cell: Element): boolean {
  const role = roleOf(cell);
  return role === null
    ? tagNameOf(cell) === "TH" && cell.getAttribute("scope") !== "row"
    : role === "columnheader";
}

/** The rows of a table with their cells by column, as the page lays them out. */
function rowsOf(table: Element): LaidOutRow[] {
  const rows = queryAll(table, ROWS)
    .filter((row) => closest(row, TABLES) === table)
    .slice(0, MAX_ROWS)
    .map((element) => ({
      element,
      cells: [...childrenOf(element)].filter(isCell),
      part: parentElementOf(element),
    }));
  const places = cellsByColumn(rows, (cell, name) => cell.getAttribute(name), MAX_COLUMNS);
  return rows.map(({ element, cells }, y) => ({
    element,
    cells: places[y] ?? [],
    isHeader: cells.filter(isHeader).length * 2 > cells.length,
  }));
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
  const nameIn = (cell: Element | undefined) =>
    cell === undefined || cell === row.cells[at] ? "" : nameText(textOf(cell));
  const values = row.cells.map(nameIn);
  const headers = headersOf(rows, index, textOf);
  const addresses = row.cells.map((cell) => hasAddress(textOf(cell)));
  const named = nameByHeaders(headers, values, addresses, at);
  if (named !== "") return named;
  const ownHeader = nameIn(row.cells.find(isRowHeader));
  if (readsLikeName(ownHeader)) return ownHeader;
  const likely = values[columnOfNames(rows, textOf)] ?? "";
  return headers.length === 0 || fitsAddress(likely, address) ? likely : "";
}

function isRowHeader(cell: Element | undefined): boolean {
  return cell !== undefined && (tagNameOf(cell) === "TH" || roleOf(cell) === "rowheader");
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
  const texts = header.cells.map(textOf);
  if (header.isHeader) return texts;
  return texts.some(asksForName) && !texts.some(hasAddress) ? texts : [];
}

/**
 * The name that the headers say. If a row has several addresses, the columns after the address
 * before are this one's; only if none of them is for names, those of the whole row are.
 */
function nameByHeaders(
  headers: readonly string[],
  values: readonly string[],
  addresses: readonly boolean[],
  at: number,
): string {
  const before = at === 0 ? -1 : addresses.lastIndexOf(true, at - 1);
  const last = addresses.includes(true, at + 1) ? at : values.length;
  const asked = headers.map((header, i) => i > before && i <= last && asksForName(header));
  const says = personNames(headers);
  if (!asked.includes(true)) return says(values);
  const own = values.map((value, i) => (asked[i] ? value : ""));
  return disagree(headers, own) ? "" : says(own);
}

/** Whether two columns of one name have different values: the first may be another person's. */
function disagree(headers: readonly string[], values: readonly string[]): boolean {
  const first = new Map<string | undefined, string>();
  return values.some((value, i) => {
    if (value === "") return false;
    const known = first.get(headers[i]) ?? value;
    first.set(headers[i], known);
    return known !== value;
  });
}

/** The first column in which most cells read like names, in rows with an address; -1 for none. */
function columnOfNames(rows: readonly LaidOutRow[], textOf: TextOf): number {
  const texts = rows
    .slice(0, SAMPLE)
    .map(({ cells }) => cells.map(textOf))
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
