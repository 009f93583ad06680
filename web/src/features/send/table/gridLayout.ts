import type { Formats } from "@sendwright/core/dates/formats";
import { cellText } from "@sendwright/core/list/list";
import type { CellProblem, RowView } from "./rowView.ts";
import type { ShownColumn } from "./shownColumns.ts";
import { shownText } from "./shownColumns.ts";

/** Widths in pixels. */
export interface GridWidths {
  number: number;
  /** Of the columns with values, in order. */
  columns: readonly number[];
  /** Of the column with each row's files; 0 if there is none. */
  files: number;
  actions: number;
}

const FILES = 170;
const NUMBER = 44;
const ACTION = 36;
/** A column's minimum width: longer words are broken, and longer headers cut off. */
const LEAST = { address: 136, blank: 96, value: 48, word: 90 };
/** A cell's problem appears below it. */
const PROBLEM_WIDTH = { address: 144, value: 92 };
const MAX_WIDTH = 300;

interface ColumnWidthInput {
  columns: readonly ShownColumn[];
  /** The texts of a column that determine its width. */
  textsOf: (column: ShownColumn) => readonly string[];
  /** The headers of the columns in which a cell had a problem. */
  problemColumns: ReadonlySet<string>;
  letters: Letters;
  /** The full width. */
  width: number;
  /** Whether rows have files. */
  hasFiles: boolean;
  /** How many buttons a row has. */
  actions: number;
}

/**
 * The widths of the columns, the same in every row: each gets enough for its words, and a share of
 * the rest that depends on its texts.
 */
export function gridWidths({
  columns,
  textsOf,
  problemColumns,
  letters,
  width,
  hasFiles,
  actions,
}: ColumnWidthInput): GridWidths {
  const around = {
    number: NUMBER,
    files: hasFiles ? FILES : 0,
    actions: ACTION * actions + 4,
  };
  const sizes = columns.map((column) =>
    columnWidth(column, textsOf(column), problemColumns.has(column.header), letters),
  );
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
  const least = sum(sizes.map((size) => size.least));
  const free = width - around.number - around.files - around.actions - 2 - least;
  if (free <= 0) return { ...around, columns: sizes.map((size) => size.least) };
  const wanted = sum(sizes.map((size) => size.most - size.least));
  const part = Math.min(1, free / (wanted || 1));
  const each = (free - part * wanted) / sizes.length;
  return {
    ...around,
    columns: sizes.map((size) => Math.floor(size.least + part * (size.most - size.least) + each)),
  };
}

/** A column's minimum and maximum width. */
function columnWidth(
  { header, isAddress, variables }: ShownColumn,
  texts: readonly string[],
  hasProblem: boolean,
  letters: Letters,
) {
  const widthOf = (text: string) =>
    Math.ceil(SMALL * Array.from(text, letters).reduce((sum, one) => sum + one, 0)) + INSET;
  const widest = (pieces: readonly string[]) => Math.max(0, ...pieces.map(widthOf));
  const headerTexts = variables.length > 0 ? variables.map(({ name }) => name) : [header];
  // A header is bold, on a chip.
  const headerWidth = 1.15 * (widest(headerTexts) - INSET) + CHIP;
  const words = widest(texts.flatMap((text) => text.split(/(?<=-)|\s+/)));
  const need = isAddress ? LEAST.address : words === 0 ? LEAST.blank : LEAST.value;
  const kind = isAddress ? "address" : "value";
  const least = Math.max(
    need,
    hasProblem ? PROBLEM_WIDTH[kind] : 0,
    Math.min(LEAST.word, Math.max(words, headerWidth)),
  );
  return {
    least,
    most: Math.max(least, Math.min(MAX_WIDTH, Math.max(widest(texts), headerWidth))),
  };
}

/** The widths for a larger text size. */
export function scaledWidths(
  { number, columns, files, actions }: GridWidths,
  scale: number,
): GridWidths {
  const by = (width: number) => Math.floor(width * scale);
  return { number: by(number), columns: columns.map(by), files: by(files), actions: by(actions) };
}

/** Heights in pixels at the usual text size. */
export const ROW = 36;
const LINE_HEIGHT = 18;
const AROUND = 18;
const BUTTONS = 34;
/** The minimum width of a column that fits two buttons side by side. */
const TWO_BUTTONS = 230;
const ICON = 20;
const CHIP = 14;
const INSET = 12;

/** The size of text in the grid. */
const SMALL = 13;
/** Every valid address is shown whole. The stylesheet has the same numbers. */
const ADDRESS_LINES = 12;
const VALUE_LINES = 2;

/** The width of a letter as a fraction of the text size. */
type Letters = (letter: string) => number;

const NARROW = /[iljtfrI.,:;'|!()[\]\- ]/;
const WIDE = /[mwMWOQ@%&]|[^\0-\u2e7f]/;

/** A guess that no common font exceeds: one line too many is better than one too few. */
export const guessedLetters: Letters = (letter) =>
  NARROW.test(letter) ? 0.42 : WIDE.test(letter) ? 1.05 : 0.7;

/** Measures each letter of a font once; guesses if the browser can't measure. */
export function lettersIn(font: string): Letters {
  const context =
    typeof OffscreenCanvas === "undefined" ? null : new OffscreenCanvas(1, 1).getContext("2d");
  if (!context) return guessedLetters;
  context.font = `${SMALL}px ${font}`;
  const known = new Map<string, number>();
  return (letter) => {
    // A little extra, because the browser rounds.
    const width = known.get(letter) ?? (1.02 * context.measureText(letter).width) / SMALL;
    known.set(letter, width);
    return width;
  };
}

/** Whether a text fits on one line, as most do. */
function fits(text: string, width: number, letters: Letters): boolean {
  let used = 0;
  for (const letter of text) {
    used += letters(letter);
    if (used > width) return false;
  }
  return true;
}

/**
 * How many lines a text takes if it breaks between these pieces, and within a piece that is longer
 * than a line.
 */
function linesOf(pieces: readonly string[], width: number, letters: Letters): number {
  let lines = 1;
  let used = 0;
  for (const piece of pieces) {
    const widths = Array.from(piece, letters);
    const whole = widths.reduce((sum, one) => sum + one, 0);
    // A trailing space has no width.
    const seen = piece.endsWith(" ") ? whole - letters(" ") : whole;
    if (used > 0 && used + seen > width) {
      lines += 1;
      used = 0;
    }
    if (seen <= width) {
      used += whole;
      continue;
    }
    for (const one of widths) {
      if (used > 0 && used + one > width) {
        lines += 1;
        used = 0;
      }
      used += one;
    }
  }
  return lines;
}

/** How many lines a text takes, which breaks after its spaces. */
export function textLines(text: string, width: number, letters: Letters): number {
  return fits(text, width, letters)
    ? 1
    : linesOf(text.trim().split(/(?<=\s)(?!\s)/), width, letters);
}

/** How many lines an address takes, which also breaks after its @ and its dots (`breakable`). */
function addressLines(text: string, width: number, letters: Letters): number {
  return fits(text, width, letters)
    ? 1
    : linesOf(text.trim().split(/(?<=[@.]|\s)(?!\s)/), width, letters);
}

function problemHeight(
  { message, suggestion, answers }: CellProblem,
  width: number,
  letters: Letters,
): number {
  const buttons =
    suggestion !== null || answers.length === 1
      ? 1
      : answers.length === 2
        ? width < TWO_BUTTONS
          ? 2
          : 1
        : 0;
  return (
    2 +
    LINE_HEIGHT * textLines(message, (width - INSET - ICON) / SMALL, letters) +
    BUTTONS * buttons
  );
}

interface RowHeightInput {
  columns: readonly ShownColumn[];
  /** By header: its position in a row. */
  positions: ReadonlyMap<string, number>;
  formats: Formats;
  widths: GridWidths;
  letters: Letters;
}

/** The height of a row in which no cell is cut off and the problems below each value fit. */
export function rowHeight(
  { row, problems, note }: RowView,
  { columns, positions, formats, widths, letters }: RowHeightInput,
): number {
  let height = ROW;
  for (const [index, { header, isAddress, variables }] of columns.entries()) {
    const width = widths.columns[index] ?? 0;
    const cell = row.cells[positions.get(header) ?? -1];
    const room = width - INSET;
    const lines = isAddress
      ? Math.min(ADDRESS_LINES, addressLines(cellText(cell), room / SMALL, letters))
      : Math.min(
          VALUE_LINES,
          textLines(shownText(cell, variables[0]?.type, formats), room / SMALL, letters),
        );
    const below = (problems.get(header) ?? []).reduce(
      (sum, one) => sum + problemHeight(one, width, letters),
      0,
    );
    height = Math.max(
      height,
      AROUND + LINE_HEIGHT * lines + below + (isAddress && note !== "" ? LINE_HEIGHT : 0),
    );
  }
  return height;
}
