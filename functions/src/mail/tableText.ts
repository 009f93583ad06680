import type { FormatCallback } from "html-to-text";
import { requireTextFits } from "./valueLimit.ts";

type Builder = Parameters<FormatCallback>[2];
/** An element as the library reads it. */
export type TextElement = Parameters<FormatCallback>[0];
type Printer = NonNullable<Parameters<Builder["closeTable"]>[0]>["tableToString"];
type TextRows = Parameters<Printer>[0];
type TextCell = TextRows[number][number];

/** Spaces between two columns. */
const GAP = 3;
/** A cell's text continues on the next line at this many characters, if it has a space there. */
const CELL_WIDTH = 60;

/** The characters that all tables of a text have so far. */
const lengths = new WeakMap<Builder, number>();

/**
 * A table in columns, as the library's `dataTable` writes it, but counted before it is written:
 * with one long line, each line of 50 columns would get hundreds of thousands of spaces. Throws
 * `invalid_values` if the text gets too long.
 */
export const table: FormatCallback = (element, walk, builder, options) => {
  const before = lengths.get(builder) ?? 0;
  for (const caption of tagsIn(element, "caption")) {
    builder.openBlock({ leadingLineBreaks: options.leadingLineBreaks });
    walk(caption.children ?? [], builder);
    builder.closeBlock({ trailingLineBreaks: 1 });
  }
  builder.openTable();
  for (const row of rowElements(element)) {
    builder.openTableRow();
    for (const cell of tagsIn(row, "td", "th")) {
      builder.openTableCell({ maxColumnWidth: CELL_WIDTH });
      walk(cell.children ?? [], builder);
      builder.closeTableCell({
        colspan: spanOf(cell, "colspan"),
        rowspan: spanOf(cell, "rowspan"),
      });
    }
    builder.closeTableRow();
  }
  builder.closeTable({
    leadingLineBreaks: options.leadingLineBreaks,
    trailingLineBreaks: options.trailingLineBreaks,
    tableToString(rows) {
      const { text, length } = tableLines(rows, before);
      // The tables within this one are part of its text.
      lengths.set(builder, before + length);
      return text;
    },
  });
};

function tagsIn({ children = [] }: TextElement, ...names: string[]): TextElement[] {
  return children.filter(({ type, name }) => type === "tag" && names.includes(name ?? ""));
}

function rowElements(element: TextElement): TextElement[] {
  return tagsIn(element, "tr", "thead", "tbody", "tfoot").flatMap((tag) =>
    tag.name === "tr" ? [tag] : rowElements(tag),
  );
}

function spanOf({ attribs }: TextElement, name: "colspan" | "rowspan"): number {
  return Number(attribs?.[name]) || 1;
}

/**
 * A line that is padded only if more text follows. `width` is its length with all the spaces it
 * could have.
 */
interface PaddedLine {
  text: string;
  width: number;
}

/** The lines of a table, and how many characters they have without the spaces at their ends. */
function tableLines(rows: TextRows, before: number): { text: string; length: number } {
  const { grid, tops } = laidOut(rows);
  const lines: PaddedLine[] = [];
  const lefts = [0];
  const done = new Set<TextCell>();
  let length = 0;
  const write = (at: number, left: number, text: string) => {
    const line = lines[at] ?? { text: "", width: 0 };
    lines[at] = line;
    const begin = Math.max(left, line.width);
    const shown = text.trimEnd();
    line.width = begin + text.length;
    if (shown === "") return;
    length += begin + shown.length - line.text.length;
    requireTextFits(before + length);
    line.text = line.text.padEnd(begin) + shown;
  };
  for (const [x, column] of gridColumns(grid, rows.length).entries()) {
    for (let y = 0; y < column.length; y += column[y]?.rowspan ?? 1) {
      const cell = column[y];
      const top = tops[y];
      if (!cell && top !== undefined) lines[top] ??= { text: "", width: 0 };
      if (!cell || done.has(cell)) continue;
      done.add(cell);
      let width = 0;
      for (const [i, text] of cell.text.split("\n").entries()) {
        write((top ?? 0) + i, lefts[x] ?? 0, text);
        width = Math.max(width, text.length);
      }
      moveOn(lefts, x, cell.colspan, width + GAP);
    }
  }
  return { text: asText(lines), length };
}

/** Which cell is where, by row and column, and the line where each row begins. */
function laidOut(rows: TextRows): { grid: TextCell[][]; tops: number[] } {
  const grid: TextCell[][] = [];
  const tops = [0];
  for (const [y, cells] of rows.entries()) {
    const row = rowOf(grid, y);
    let x = 0;
    for (const cell of cells) {
      while (row[x]) x++;
      for (let down = 0; down < cell.rowspan; down++) {
        const covered = rowOf(grid, y + down);
        for (let right = 0; right < cell.colspan; right++) covered[x + right] = cell;
      }
      x += cell.colspan;
      moveOn(tops, y, cell.rowspan, cell.text.split("\n").length);
    }
  }
  return { grid, tops };
}

function rowOf(grid: TextCell[][], y: number): TextCell[] {
  grid[y] ??= [];
  return grid[y];
}

/**
 * The cells by column. The library turns the grid in place, so a column is at least as long as the
 * row of its number: only the blank lines that rows without cells leave depend on it.
 */
function gridColumns(grid: TextCell[][], rows: number): (TextCell | undefined)[][] {
  const columns: (TextCell | undefined)[][] = [];
  const count = grid.slice(0, rows).reduce((most, row) => Math.max(most, row.length), 0);
  for (let x = 0; x < count; x++) {
    const column = grid.map((row) => row[x]);
    const height = Math.max(
      grid[x]?.length ?? 0,
      column.findLastIndex((cell) => cell !== undefined) + 1,
    );
    column.length = Math.min(rows, height);
    columns.push(column);
  }
  return columns;
}

/**
 * The row or column after one that takes `size` begins no earlier than that. Empty ones take one
 * each.
 */
function moveOn(begins: number[], at: number, span: number, size: number): void {
  let known = at + span;
  while (begins[known] === undefined) known--;
  for (; known < at + span; known++) begins[known + 1] = (begins[known] ?? 0) + 1;
  begins[known] = Math.max(begins[known] ?? 0, (begins[at] ?? 0) + size);
}

/**
 * Spaces at the ends count only for a table around this one: one line has the full width, and none
 * becomes empty.
 */
function asText(lines: readonly (PaddedLine | undefined)[]): string {
  const texts = Array.from(lines, (line) =>
    line?.text === "" && line.width > 0 ? " " : (line?.text ?? ""),
  );
  const widest = lines.reduce((most, line) => Math.max(most, line?.width ?? 0), 0);
  const at = lines.findIndex((line) => line?.width === widest);
  if (at >= 0) texts[at] = texts[at]?.padEnd(widest) ?? "";
  return texts.join("\n");
}
