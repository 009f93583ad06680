import Block from "quill/blots/block.js";
import type Quill from "quill/core.js";
import type { Parchment, Range } from "quill/core.js";
import Delta from "quill-delta";
import { CellLine, TableBlot } from "./tableBlots.ts";
import { type BodyCell, MAX_SPAN, readCell, Taken, writeCell } from "./tableHtml.ts";
import { asOneStep } from "./undoStep.ts";

/** The edits that the buttons for a table make. */
export const TABLE_EDITS = [
  "Add row",
  "Remove row",
  "Add column",
  "Remove column",
  "Delete table",
] as const;
export type TableEdit = (typeof TABLE_EDITS)[number];

/** A cell with its lines, and their formats besides the cell. */
interface FilledCell {
  cell: BodyCell;
  lines: { line: Delta; formats: Record<string, unknown> }[];
}

interface Grid {
  start: number;
  length: number;
  boxes: FilledCell[];
}

/** The table at a place, cell by cell. */
function gridAt(quill: Quill, index: number): Grid | null {
  const [line] = quill.getLine(index);
  if (!(line instanceof CellLine)) return null;
  const table = line.parent.parent.parent;
  if (!(table instanceof TableBlot)) return null;
  const [start, length] = [table.offset(quill.scroll), table.length()];
  const boxes: FilledCell[] = [];
  let last = "";
  quill.getContents(start, length).eachLine((text, { cell, ...formats }) => {
    const written = String(cell);
    if (written !== last) boxes.push({ cell: readCell(written), lines: [] });
    last = written;
    boxes.at(-1)?.lines.push({ line: text, formats });
  });
  return { start, length, boxes };
}

function deltaOf(boxes: readonly FilledCell[]): Delta {
  return boxes.reduce((all, { cell, lines }) => {
    const written = writeCell(cell);
    return lines.reduce(
      (some, { line, formats }) => some.concat(line).insert("\n", { ...formats, cell: written }),
      all,
    );
  }, new Delta());
}

/** Puts other cells in the place of a table's, as one step to undo. */
function rewrite(quill: Quill, { start, length }: Grid, boxes: readonly FilledCell[]): void {
  const change = quill.getContents(start, length).diff(deltaOf(boxes));
  asOneStep(quill, () => quill.updateContents(new Delta().retain(start).concat(change), "user"));
}

const cellLength = ({ lines }: FilledCell) =>
  lines.reduce((sum, { line }) => sum + line.length() + 1, 0);

/** Where a cell's text ends. */
function endOf(
  boxes: readonly FilledCell[],
  start: number,
  wanted: FilledCell | undefined,
): number {
  let index = start;
  for (const box of boxes) {
    index += cellLength(box);
    if (box === wanted) break;
  }
  return index - 1;
}

/** The cell at a place. */
function boxAt({ boxes, start }: Grid, index: number): FilledCell | undefined {
  let end = start;
  return boxes.find((box) => {
    end += cellLength(box);
    return index < end;
  });
}

const inOrder = (boxes: readonly FilledCell[]) =>
  [...boxes].sort((a, b) => a.cell.row - b.cell.row || a.cell.column - b.cell.column);

type Axis = { at: "row"; span: "rows" } | { at: "column"; span: "columns" };
const ROWS: Axis = { at: "row", span: "rows" };
const COLUMNS: Axis = { at: "column", span: "columns" };

/** Makes room for a row or a column: cells that span the place span one more. */
function withRoom(boxes: readonly FilledCell[], { at, span }: Axis, place: number): FilledCell[] {
  return boxes.map(({ cell, lines }) => {
    if (cell[at] >= place) return { cell: { ...cell, [at]: cell[at] + 1 }, lines };
    if (cell[at] + cell[span] <= place) return { cell, lines };
    return { cell: { ...cell, [span]: Math.min(MAX_SPAN, cell[span] + 1) }, lines };
  });
}

/** Takes a row or a column out: cells that span it span one less. */
function without(boxes: readonly FilledCell[], { at, span }: Axis, place: number): FilledCell[] {
  return boxes.flatMap(({ cell, lines }) => {
    if (cell[at] > place) return { cell: { ...cell, [at]: cell[at] - 1 }, lines };
    if (cell[at] + cell[span] <= place) return { cell, lines };
    return cell[span] === 1 ? [] : { cell: { ...cell, [span]: cell[span] - 1 }, lines };
  });
}

function takenBy(boxes: readonly FilledCell[]): Taken {
  const taken = new Taken();
  for (const { cell } of boxes) taken.add(cell);
  return taken;
}

/**
 * A table in which every place of the grid has its cell. Rows and columns that are gone altogether
 * stay gone.
 */
function completed(boxes: readonly FilledCell[], alsoRow?: number): FilledCell[] {
  const taken = takenBy(boxes);
  const rows = [
    ...new Set([...boxes.map(({ cell }) => cell.row), ...(alsoRow === undefined ? [] : [alsoRow])]),
  ];
  const columns = [
    ...new Set(
      boxes.flatMap(({ cell }) => [...Array(cell.columns).keys()].map((i) => cell.column + i)),
    ),
  ];
  const missing = rows.flatMap((row) =>
    columns.flatMap((column) => (taken.has(row, column) ? [] : emptyBox(boxes, row, column))),
  );
  return inOrder([...boxes, ...missing]);
}

/** An empty cell: a heading where its row or its column has only headings. */
function emptyBox(boxes: readonly FilledCell[], row: number, column: number): FilledCell {
  const inRow = boxes.filter(({ cell }) => cell.row === row);
  const above = boxes.filter(({ cell }) => cell.row <= row).at(-1)?.cell;
  const peers = inRow.length > 0 ? inRow : boxes.filter(({ cell }) => cell.column === column);
  const section =
    inRow[0]?.cell.section ?? (above?.section === "thead" ? "tbody" : above?.section) ?? "tbody";
  const beside = boxes.find(
    ({ cell }) => inRow.length === 0 && cell.row === row - 1 && cell.column === column,
  );
  const cell: BodyCell = {
    table: boxes[0]?.cell.table ?? 0,
    row,
    column,
    rows: 1,
    columns: 1,
    isHead: peers.length > 0 && peers.every(({ cell: { isHead } }) => isHead),
    section,
    isParagraph: false,
  };
  const align = beside?.lines[0]?.formats.align;
  return { cell, lines: [{ line: new Delta(), formats: align === undefined ? {} : { align } }] };
}

/**
 * Changes the table at the cursor, and puts the cursor into the new row or column, or near the one
 * that is gone.
 */
export function editTable(quill: Quill, index: number, edit: TableEdit): void {
  const grid = gridAt(quill, index);
  const box = grid && boxAt(grid, index);
  if (!grid || !box) return;
  const { row, column, rows, columns } = box.cell;
  const target = { row, column };
  let boxes: FilledCell[] = [];
  if (edit === "Add row") {
    target.row = row + rows;
    boxes = completed(withRoom(grid.boxes, ROWS, target.row), target.row);
  } else if (edit === "Add column") {
    target.column = column + columns;
    boxes = addedColumn(withRoom(grid.boxes, COLUMNS, target.column), target.column);
  } else if (edit !== "Delete table") {
    const axis = edit === "Remove row" ? ROWS : COLUMNS;
    boxes = inOrder(without(grid.boxes, axis, box.cell[axis.at]));
  }
  rewrite(quill, grid, boxes);
  const next =
    boxes.find(({ cell }) => cell.row === target.row && cell.column === target.column) ??
    boxes.at(-1);
  quill.setSelection(next ? endOf(boxes, grid.start, next) : grid.start, 0, "silent");
}

function addedColumn(boxes: readonly FilledCell[], column: number): FilledCell[] {
  const taken = takenBy(boxes);
  const rows = [...new Set(boxes.map(({ cell }) => cell.row))].filter(
    (row) => !taken.has(row, column),
  );
  return completed(inOrder([...boxes, ...rows.map((row) => emptyBox(boxes, row, column))]));
}

/**
 * Moves the cursor to the cell before or after; false at the table's end, where Tab leaves the
 * text.
 */
function stepCell(quill: Quill, index: number, by: 1 | -1): boolean {
  const grid = gridAt(quill, index);
  const box = grid && boxAt(grid, index);
  const next = grid && box && grid.boxes[grid.boxes.indexOf(box) + by];
  if (!next) return false;
  quill.setSelection(endOf(grid.boxes, grid.start, next), 0, "user");
  quill.scrollSelectionIntoView();
  return true;
}

/** The cell that a line belongs to, as its value. */
function cellOfLine(line: unknown): string | undefined {
  return line instanceof CellLine ? CellLine.formats(line.domNode as Element) : undefined;
}

/** Whether a selection reaches over the edge of a cell. */
export function isAcrossCells(
  quill: Quill,
  { index, length }: Pick<Range, "index" | "length">,
): boolean {
  return length > 0 && new Set(quill.getLines(index, length).map(cellOfLine)).size > 1;
}

/**
 * Deletes a selection that reaches over the edge of a cell: whole tables go, of others the text in
 * their cells. False for any other selection, which Quill deletes.
 */
export function deleteAcrossCells(
  quill: Quill,
  { index, length }: Pick<Range, "index" | "length">,
): boolean {
  const end = index + length;
  const lines = quill.getLines(index, length + 1);
  const first = lines[0];
  if (!first || !isAcrossCells(quill, { index, length })) return false;
  const whole = new Set<Parchment.Blot>();
  for (const table of quill.scroll.descendants(TableBlot, index, length)) {
    const start = table.offset(quill.scroll);
    if (start >= index && start + table.length() <= end) whole.add(table);
  }
  const isGone = (line: unknown) =>
    line instanceof CellLine && whole.has(line.parent.parent.parent);
  const change = new Delta().retain(index);
  let start = first.offset(quill.scroll);
  for (const [i, line] of lines.entries()) {
    const from = Math.max(start, index);
    start += line.length();
    const to = Math.min(start, end);
    if (to <= from) break;
    // A line's end goes, too, unless another cell's text would come up into the line, or the line
    // into another cell.
    const next = lines.find((other, at) => at > i && !isGone(other)) ?? null;
    const keepsEnd =
      to === start &&
      line instanceof Block &&
      !isGone(line) &&
      cellOfLine(line) !== cellOfLine(next);
    change.delete(to - from - Number(keepsEnd)).retain(Number(keepsEnd));
  }
  asOneStep(quill, () => quill.updateContents(change, "user"));
  quill.setSelection(index, 0, "silent");
  return true;
}

/** Whether a change deletes a line break, and so perhaps a cell. */
export function deletesLine(change: Delta, before: Delta): boolean {
  return change.invert(before).ops.some(({ insert }) => String(insert).includes("\n"));
}

/**
 * Gives every table its missing cells back: an input method can delete a selection before anyone
 * could keep them.
 */
export function completeTables(quill: Quill): void {
  for (const table of quill.scroll.descendants(TableBlot)) {
    const grid = gridAt(quill, table.offset(quill.scroll));
    const boxes = completed(grid?.boxes ?? []);
    if (grid && boxes.length > grid.boxes.length) rewrite(quill, grid, boxes);
  }
}

/**
 * Whether a place is in a table's first cell, with no line before the table where a cursor could
 * be.
 */
function isAtClosedBegin(quill: Quill, index: number): boolean {
  const grid = gridAt(quill, index);
  if (grid?.start !== index) return false;
  const [before] = index > 0 ? quill.getLine(index - 1) : [null];
  return before === null || before instanceof CellLine;
}

interface KeyContext {
  line: Parchment.Blot;
  offset: number;
  empty: boolean;
}

const ANY = { shiftKey: null, ctrlKey: null, metaKey: null, altKey: null };

/** A key and its handler, which returns true to leave the key to others. */
function key(
  name: string,
  more: object,
  press: (quill: Quill, range: Range, context: KeyContext) => boolean,
) {
  return {
    key: name,
    ...more,
    handler(this: { quill: Quill }, range: Range, context: KeyContext) {
      return press(this.quill, range, context);
    },
  };
}

const acrossCells = (name: string) =>
  key(name, { collapsed: false, ...ANY }, (quill, range) => !deleteAcrossCells(quill, range));

/** The keys in and around tables. */
export const TABLE_KEYS = {
  nextCell: key("Tab", { format: ["cell"] }, (quill, { index }) => !stepCell(quill, index, 1)),
  previousCell: key(
    "Tab",
    { format: ["cell"], shiftKey: true },
    (quill, { index }) => !stepCell(quill, index, -1),
  ),
  deleteAcross: acrossCells("Delete"),
  backspaceAcross: acrossCells("Backspace"),
  enterAcross: acrossCells("Enter"),
  /** Nothing comes into a cell or out of it: an empty line beside a table goes. */
  backspaceAtEdge: key(
    "Backspace",
    { collapsed: true, offset: 0, ...ANY },
    (quill, { index }, { line, empty }) => {
      const before = index > 0 ? quill.getLine(index - 1)[0] : null;
      if (cellOfLine(before) === cellOfLine(line)) return true;
      const isLast = index >= quill.getLength() - 1;
      if (empty && cellOfLine(line) === undefined && !isLast) quill.deleteText(index, 1, "user");
      if (cellOfLine(line) === undefined) quill.setSelection(index - 1, 0, "user");
      return false;
    },
  ),
  deleteAtEdge: key(
    "Delete",
    { collapsed: true, ...ANY },
    (quill, { index }, { line, offset, empty }) => {
      if (offset < line.length() - 1) return true;
      const after = index + 1 < quill.getLength() ? quill.getLine(index + 1)[0] : null;
      if (cellOfLine(after) === cellOfLine(line)) return true;
      if (empty && cellOfLine(line) === undefined) quill.deleteText(index, 1, "user");
      return false;
    },
  ),
  /** Where nothing is before a table, Enter at its beginning makes a line there. */
  lineBefore: key("Enter", { collapsed: true, offset: 0, format: ["cell"] }, (quill, { index }) => {
    if (!isAtClosedBegin(quill, index)) return true;
    quill.updateContents(new Delta().retain(index).insert("\n"), "user");
    quill.setSelection(index, 0, "silent");
    return false;
  }),
};
