import type { DateOrder } from "../contract/templates.ts";
import { type Cell, cellText, type Feed, isFilled, type List, type Repeats, type Row, type Skip } from "./list.ts";

/** One step of a person's work on a list. */
export type ListChange =
  /** Cells have other texts, or dates. So many blank rows come below first; their ids follow `lastId`. */
  | { type: "cells"; cells: readonly { id: number; header: string; cell: Cell }[]; add?: number }
  | Paste
  /** Blank rows are added below, to type in. */
  | { type: "add"; count: number }
  | { type: "delete"; ids: readonly number[] }
  | { type: "skip"; ids: readonly number[]; as: Skip }
  | { type: "restore"; ids: readonly number[] }
  /** What to do with rows that share a mailbox, for the whole list. */
  | { type: "repeats"; repeats: Repeats }
  | { type: "repeat"; id: number; isKept: boolean }
  | { type: "address"; header: string }
  /** Where the values of placeholders come from; null leaves it to the guess. */
  | { type: "feed"; feeds: ReadonlyMap<string, Feed | null> }
  | { type: "dates"; header: string; order: DateOrder }
  /** Each placeholder gets a column of its own, filled with its value so far. */
  | { type: "columns"; values: ReadonlyMap<string, string> };

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
  /** The ids of the rows on the screen where it shows only some: no others are pasted into, and none is added. */
  ids?: readonly number[];
}

/** The list after a step; the same list if nothing changes. */
export function changed(list: List, change: ListChange): List {
  switch (change.type) {
    case "cells":
      return withRowsBelow(list, change.add, (roomy) => withCells(roomy, change.cells));
    case "paste":
      return pasted(list, change).list;
    case "add":
      return withBlankRows(list, change.count);
    case "delete":
      return { ...list, rows: list.rows.filter(({ id }) => !change.ids.includes(id)) };
    case "skip":
      return withRows(list, change.ids, (row) => ({ ...row, skipped: change.as }));
    case "restore":
      return withRows(list, change.ids, (row) => ({ ...row, skipped: null }));
    case "repeats":
      return { ...list, repeats: change.repeats };
    case "repeat":
      return withRows(list, [change.id], (row) => ({ ...row, keepRepeat: change.isKept }));
    case "address":
      return { ...list, mapping: { ...list.mapping, address: change.header } };
    case "feed":
      return withFeeds(list, change.feeds);
    case "dates":
      return {
        ...list,
        mapping: { ...list.mapping, dates: new Map(list.mapping.dates).set(change.header, change.order) },
      };
    case "columns":
      return withColumns(list, change.values);
  }
}

function withRows(list: List, ids: readonly number[], change: (row: Row) => Row): List {
  const isMeant = new Set(ids);
  return { ...list, rows: list.rows.map((row) => (isMeant.has(row.id) ? change(row) : row)) };
}

function withCells(list: List, cells: Extract<ListChange, { type: "cells" }>["cells"]): List {
  const byRow = new Map<number, [string, Cell][]>();
  for (const { id, header, cell } of cells) byRow.set(id, [...(byRow.get(id) ?? []), [header, cell]]);
  const rows = list.rows.map((row) =>
    (byRow.get(row.id) ?? []).reduce((now, [header, cell]) => withCell(list.columns, now, header, cell), row),
  );
  return rows.every((row, index) => row === list.rows[index]) ? list : { ...list, rows };
}

/** A row with another cell; the row itself if the cell has this text already. A changed row isn't as it was read. */
function withCell(columns: List["columns"], row: Row, header: string, cell: Cell): Row {
  const at = columns.indexOf(header);
  if (at === -1 || cellText(row.cells[at]) === cellText(cell)) return row;
  const cells = Array.from({ length: Math.max(row.cells.length, at + 1) }, (_, index) => row.cells[index] ?? "");
  cells[at] = cell;
  const { note: _, ...rest } = row;
  return { ...rest, cells, ...(row.line !== null && { original: row.original ?? row.cells }) };
}

/** A list that changes after so many blank rows are added; the list itself if the change takes no effect. */
function withRowsBelow(list: List, count: number | undefined, change: (roomy: List) => List): List {
  const roomy = withBlankRows(list, count ?? 0);
  const next = change(roomy);
  return next === roomy ? list : next;
}

function withBlankRows(list: List, count: number): List {
  const added = Array.from({ length: Math.max(0, count) }, (_, index): Row => {
    return { id: list.lastId + 1 + index, line: null, cells: [], skipped: null, corrects: null };
  });
  return added.length === 0 ? list : { ...list, rows: [...list.rows, ...added], lastId: list.lastId + added.length };
}

/** A list after a paste, and what of the block had no place in it. */
export interface Pasted {
  list: List;
  rowsLeft: number;
  columnsLeft: number;
}

const bare = (name: string) => name.trim().toLowerCase().replace(/\s+/g, "");

/** The columns that a block's own first row names, if it names columns of this list and nothing else. */
function namedColumns(first: readonly string[], columns: readonly string[]): string[] | null {
  const found = first.map((cell) => columns.find((header) => bare(header) === bare(cell)));
  const isAll = found.every((header) => header !== undefined) && new Set(found).size === found.length;
  return isAll ? found.filter((header) => header !== undefined) : null;
}

/** The list with so many rows from this one on, but not more than `limit` in all. */
function withRowsFor(list: List, id: number, count: number, limit: number): List {
  const top = list.rows.findIndex((row) => row.id === id);
  return top === -1 ? list : withBlankRows(list, Math.min(top + count, limit) - list.rows.length);
}

/** The list with a block of cells pasted into it (rule: a typed table). */
export function pasted(list: List, paste: Paste): Pasted {
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
    return withCells(all, cells);
  });
  const width = Math.max(0, ...lines.map((line) => line.length));
  return {
    list: next,
    rowsLeft: lines.slice(room).filter((line) => line.some((text) => text.trim() !== "")).length,
    columnsLeft: Math.max(0, width - headers.length),
  };
}

function withFeeds(list: List, feeds: ReadonlyMap<string, Feed | null>): List {
  const values = new Map(list.mapping.values);
  for (const [name, feed] of feeds) {
    if (feed === null) values.delete(name);
    else values.set(name, feed);
  }
  return { ...list, mapping: { ...list.mapping, values } };
}

function withColumns(list: List, values: ReadonlyMap<string, string>): List {
  const isThere = new Set(list.columns);
  const added = [...values].filter(([name]) => !isThere.has(name));
  const width = list.columns.length;
  const rows = list.rows.map((row): Row => {
    if (!isFilled(row) || added.length === 0) return row;
    const cells = Array.from({ length: width }, (_, index) => row.cells[index] ?? "");
    return { ...row, cells: [...cells, ...added.map(([, value]) => value)] };
  });
  const wide = { ...list, columns: [...list.columns, ...added.map(([name]) => name)], rows };
  return withFeeds(wide, new Map([...values.keys()].map((name) => [name, { column: name }])));
}
