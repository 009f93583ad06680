import { groupEntries } from "../groupBy.ts";
import { looseName } from "../placeholders/likeness.ts";
import { saysWho } from "../recipients/personName.ts";
import {
  asCell,
  type Cell,
  cellText,
  isWrittenAgain,
  type List,
  newRow,
  type Row,
} from "./list.ts";
import { moveDecisions } from "./samePeople.ts";

/** A new value of one cell. */
export interface CellChange {
  id: number;
  header: string;
  cell: Cell;
}

/** A block of cells is pasted; `id` and `header` name its upper left cell. */
export interface Paste {
  type: "paste";
  id: number;
  header: string;
  block: readonly (readonly string[])[];
  /** Rows are added up to so many. */
  limit: number;
  /** So many blank rows come below first; their ids follow `lastId`. */
  add?: number;
  /** The columns on the screen, in its order; all of the list without. */
  headers?: readonly string[];
  /**
   * The ids of the rows on the screen where it shows only some: no others are pasted into, and none
   * is added.
   */
  ids?: readonly number[];
}

/** The list with some of its rows changed; the same list if none is. */
export function withRows(list: List, ids: Iterable<number>, change: (row: Row) => Row): List {
  const isTarget = new Set(ids);
  const rows = list.rows.map((row) => (isTarget.has(row.id) ? change(row) : row));
  return rows.every((row, index) => row === list.rows[index]) ? list : { ...list, rows };
}

/** The list with other cells; `isBlock` if they were pasted over rows. */
export function withCells(list: List, changes: readonly CellChange[], isBlock = false): List {
  const positions = new Map(list.columns.map((header, index) => [header, index]));
  const byRow = groupEntries(
    changes.flatMap(({ id, header, cell }): [number, [number, Cell]][] => {
      const at = positions.get(header);
      return at === undefined ? [] : [[id, [at, cell]]];
    }),
  );
  const next = withRows(list, byRow.keys(), (row) => {
    const changed = withOwnCells(row, byRow.get(row.id) ?? []);
    return isWrittenAgain(list) && changed !== row
      ? { ...changed, earlier: row.earlier ?? row.cells }
      : changed;
  });
  const isAddress = (header: string) =>
    header === list.mapping.address || list.several?.columns.includes(header);
  // Names and addresses may be pasted one after the other.
  const saysPerson = (header: string) =>
    isAddress(header) || (isBlock && byRow.size > 1 && saysWho(header));
  return next !== list && changes.some(({ header }) => saysPerson(header))
    ? moveDecisions(list, next, isBlock)
    : next;
}

/**
 * A row with other cells; the row itself if it has them already. A changed row isn't as it was
 * read.
 */
function withOwnCells(row: Row, changes: readonly [number, Cell][]): Row {
  const cells = [...row.cells];
  let isChanged = false;
  for (const [at, given] of changes) {
    const cell = tidyCell(given);
    if (isKnown(cell, cells[at])) continue;
    while (cells.length < at) cells.push("");
    cells[at] = cell;
    isChanged = true;
  }
  if (!isChanged) return row;
  const { note: _, ...rest } = row;
  return { ...rest, cells, ...(row.line !== null && { original: row.original ?? row.cells }) };
}

export function tidyCell(cell: Cell): Cell {
  return typeof cell === "string" ? asCell(cell) : { ...cell, text: asCell(cell.text) };
}

/**
 * Whether a cell has this text, and this date if one is picked: leaving a picked date's cell keeps
 * the date.
 */
function isKnown(cell: Cell, before: Cell | undefined): boolean {
  if (cellText(cell) !== cellText(before)) return false;
  return typeof cell === "string" || (typeof before === "object" && before.iso === cell.iso);
}

/**
 * A list that changes after so many blank rows are added; the list itself if the change takes no
 * effect.
 */
export function withRowsBelow(
  list: List,
  count: number | undefined,
  change: (roomy: List) => List,
): List {
  const roomy = withBlankRows(list, count ?? 0);
  const next = change(roomy);
  return next === roomy ? list : next;
}

export function withBlankRows(list: List, count: number): List {
  const added = Array.from({ length: Math.max(0, count) }, (_, index) =>
    newRow(list.lastId + 1 + index),
  );
  return added.length === 0
    ? list
    : { ...list, rows: [...list.rows, ...added], lastId: list.lastId + added.length };
}

/** A list after a paste, and what of the block had no place in it. */
export interface PasteResult {
  list: List;
  rowsLeft: number;
  columnsLeft: number;
}

/**
 * The columns that a block's own first row names, if it names columns of this list and nothing
 * else.
 */
function namedColumns(first: readonly string[], columns: readonly string[]): string[] | null {
  const isColumn = new Set(columns);
  const loose = new Map(columns.toReversed().map((header) => [looseName(header), header]));
  const found = new Set<string>();
  for (const cell of first) {
    const header = isColumn.has(cell) ? cell : loose.get(looseName(cell));
    if (header === undefined || found.has(header)) return null;
    found.add(header);
  }
  return [...found];
}

/** The list with so many rows from this one on, but not more than `limit` in all. */
function withRowsFor(list: List, id: number, count: number, limit: number): List {
  const top = list.rows.findIndex((row) => row.id === id);
  return top === -1 ? list : withBlankRows(list, Math.min(top + count, limit) - list.rows.length);
}

/** Pastes a block of cells into a list. */
export function pasteBlock(list: List, paste: Paste): PasteResult {
  const columns = paste.headers ?? list.columns;
  const left = columns.indexOf(paste.header);
  const named = paste.block.length > 1 ? namedColumns(paste.block[0] ?? [], list.columns) : null;
  const lines = named ? paste.block.slice(1) : paste.block;
  const headers = named ?? (left === -1 ? [] : columns.slice(left));
  let room = 0;
  const next = withRowsBelow(list, paste.add, (roomy) => {
    const all = paste.ids ? roomy : withRowsFor(roomy, paste.id, lines.length, paste.limit);
    const ids = paste.ids ?? all.rows.map(({ id }) => id);
    const top = ids.indexOf(paste.id);
    // The row may have been deleted meanwhile: then nothing has a place.
    room = top === -1 ? 0 : ids.length - top;
    const cells = lines.slice(0, room).flatMap((line, index) =>
      line.slice(0, headers.length).map((text, column) => ({
        id: ids[top + index] ?? 0,
        header: headers[column] ?? "",
        cell: text.trim(),
      })),
    );
    return withCells(all, cells, true);
  });
  const width = lines.reduce((widest, line) => Math.max(widest, line.length), 0);
  return {
    list: next,
    rowsLeft: lines.slice(room).filter((line) => line.some((text) => text.trim() !== "")).length,
    columnsLeft: Math.max(0, width - headers.length),
  };
}
