import type { DateOrder } from "../contract/templates.ts";
import { type Cell, cellText, type Feed, isFilled, type List, type Repeats, type Row, type Skip } from "./list.ts";

/** One step of a person's work on a list. */
export type ListChange =
  /** Cells have other texts, or dates. */
  | { type: "cells"; cells: readonly { id: number; header: string; cell: Cell }[] }
  /** A block of cells is pasted; `id` and `header` name its upper left cell. Rows are added up to `limit` rows. */
  | { type: "paste"; id: number; header: string; block: readonly (readonly string[])[]; limit: number }
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

/** The list after a step; the same list if nothing changes. */
export function changed(list: List, change: ListChange): List {
  switch (change.type) {
    case "cells":
      return withCells(list, change.cells);
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

/** The list with a block of cells pasted into it (rule: a typed table). */
export function pasted(list: List, { id, header, block, limit }: Extract<ListChange, { type: "paste" }>): Pasted {
  const top = list.rows.findIndex((row) => row.id === id);
  const named = block.length > 1 ? namedColumns(block[0] ?? [], list.columns) : null;
  const lines = named ? block.slice(1) : block;
  const headers = named ?? list.columns.slice(list.columns.indexOf(header));
  const end = Math.min(top + lines.length, Math.max(limit, list.rows.length));
  const roomy = withBlankRows(list, end - list.rows.length);
  const cells = roomy.rows.slice(top, end).flatMap(({ id: row }, index) =>
    (lines[index] ?? []).slice(0, headers.length).map((text, column) => ({
      id: row,
      header: headers[column] ?? "",
      cell: text.trim(),
    })),
  );
  const width = Math.max(0, ...lines.map((line) => line.length));
  return {
    list: withCells(roomy, cells),
    rowsLeft: lines.slice(end - top).filter((line) => line.some((text) => text.trim() !== "")).length,
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
