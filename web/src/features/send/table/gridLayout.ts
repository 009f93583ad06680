import { cellText } from "@sendwright/core/list/list";
import { type Formats, shownText } from "./momentText.ts";
import type { CellProblem, RowView } from "./rowView.ts";
import type { ShownColumn } from "./shownColumns.ts";

/** Widths in pixels. */
export interface GridWidths {
  number: number;
  /** Of the columns with values, in their order. */
  columns: readonly number[];
  actions: number;
}

const NUMBER = 44;
const ACTION = 36;
/** What a column takes at least: a word that is longer is broken, or a heading cut off. */
const LEAST = { address: 136, blank: 96, value: 48, word: 90 };
/** What is wrong with a cell is read below it. */
const TROUBLED = { address: 144, value: 92 };
const WIDEST = 300;

interface Widening {
  columns: readonly ShownColumn[];
  /** The texts of a column that its width follows from. */
  textsOf: (column: ShownColumn) => readonly string[];
  /** The headers of the columns in which a cell had a problem. */
  troubled: ReadonlySet<string>;
  letters: Letters;
  /** The whole width. */
  width: number;
  /** How many buttons a row has. */
  actions: number;
}

/** The widths of the columns, the same in every row: each gets what its words need, and of the rest what its texts could use. */
export function gridWidths({ columns, textsOf, troubled, letters, width, actions }: Widening): GridWidths {
  const around = { number: NUMBER, actions: ACTION * actions + 4 };
  const sizes = columns.map((column) => sizeOf(column, textsOf(column), troubled.has(column.header), letters));
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
  const free = width - around.number - around.actions - 2 - sum(sizes.map(({ least }) => least));
  if (free <= 0) return { ...around, columns: sizes.map(({ least }) => least) };
  const wanted = sum(sizes.map(({ most, least }) => most - least));
  const part = Math.min(1, free / (wanted || 1));
  const each = (free - part * wanted) / sizes.length;
  return { ...around, columns: sizes.map(({ least, most }) => Math.floor(least + part * (most - least) + each)) };
}

/** What a column takes at least and at most. */
function sizeOf(
  { header, isAddress, variables }: ShownColumn,
  texts: readonly string[],
  isTroubled: boolean,
  letters: Letters,
) {
  const widthOf = (text: string) =>
    Math.ceil(SMALL * Array.from(text, letters).reduce((sum, one) => sum + one, 0)) + INSET;
  const widest = (pieces: readonly string[]) => Math.max(0, ...pieces.map(widthOf));
  const headings = variables.length > 0 ? variables.map(({ name }) => name) : [header];
  // A heading is bold, on a chip.
  const heading = 1.15 * (widest(headings) - INSET) + CHIP;
  const words = widest(texts.flatMap((text) => text.split(/(?<=-)|\s+/)));
  const need = isAddress ? LEAST.address : words === 0 ? LEAST.blank : LEAST.value;
  const kind = isAddress ? "address" : "value";
  const least = Math.max(need, isTroubled ? TROUBLED[kind] : 0, Math.min(LEAST.word, Math.max(words, heading)));
  return { least, most: Math.max(least, Math.min(WIDEST, Math.max(widest(texts), heading))) };
}

/** The widths for a text that is so much larger than usual. */
export function scaledWidths({ number, columns, actions }: GridWidths, scale: number): GridWidths {
  const by = (width: number) => Math.floor(width * scale);
  return { number: by(number), columns: columns.map(by), actions: by(actions) };
}

/** Heights in pixels of a text that isn't larger than usual. */
export const ROW = 36;
const LINE_HEIGHT = 18;
const AROUND = 18;
const BUTTONS = 34;
/** A column in which two buttons have room beside each other. */
const TWO_BUTTONS = 230;
const ICON = 20;
const CHIP = 14;
const INSET = 12;

/** The size of text in the grid. */
const SMALL = 13;
/** Any address that is one is shown whole. The stylesheet has the same numbers. */
const ADDRESS_LINES = 12;
const VALUE_LINES = 2;

/** How wide a letter is, as a part of the size of its text. */
export type Letters = (letter: string) => number;

const NARROW = /[iljtfrI.,:;'|!()[\]\- ]/;
const WIDE = /[mwMWOQ@%&]|[^\0-\u2e7f]/;

/** A guess that no usual font is wider than: a line too many harms less than one too few. */
export const guessedLetters: Letters = (letter) => (NARROW.test(letter) ? 0.42 : WIDE.test(letter) ? 1.05 : 0.7);

/** Measures the letters of a font, each once; guesses where a browser can't. */
export function lettersIn(font: string): Letters {
  const context = typeof OffscreenCanvas === "undefined" ? null : new OffscreenCanvas(1, 1).getContext("2d");
  if (!context) return guessedLetters;
  context.font = `${SMALL}px ${font}`;
  const known = new Map<string, number>();
  return (letter) => {
    // A little more, because the browser rounds.
    const width = known.get(letter) ?? (1.02 * context.measureText(letter).width) / SMALL;
    known.set(letter, width);
    return width;
  };
}

/** Whether a text takes one line, as most do. */
function fits(text: string, width: number, letters: Letters): boolean {
  let used = 0;
  for (const letter of text) {
    used += letters(letter);
    if (used > width) return false;
  }
  return true;
}

/** How many lines a text takes, broken between these pieces, and within one that is longer than a line. */
function linesOf(pieces: readonly string[], width: number, letters: Letters): number {
  let lines = 1;
  let used = 0;
  for (const piece of pieces) {
    const widths = Array.from(piece, letters);
    const whole = widths.reduce((sum, one) => sum + one, 0);
    // A space at the end of a line takes no room.
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
  return fits(text, width, letters) ? 1 : linesOf(text.trim().split(/(?<=\s)(?!\s)/), width, letters);
}

/** How many lines an address takes, which breaks after its @ and its dots too (`breakable`). */
function addressLines(text: string, width: number, letters: Letters): number {
  return fits(text, width, letters) ? 1 : linesOf(text.trim().split(/(?<=[@.]|\s)(?!\s)/), width, letters);
}

function problemHeight({ message, suggestion, answers }: CellProblem, width: number, letters: Letters): number {
  const buttons =
    suggestion !== null || answers.length === 1 ? 1 : answers.length === 2 ? (width < TWO_BUTTONS ? 2 : 1) : 0;
  return 2 + LINE_HEIGHT * textLines(message, (width - INSET - ICON) / SMALL, letters) + BUTTONS * buttons;
}

interface Layout {
  columns: readonly ShownColumn[];
  /** By header: its place in a row. */
  positions: ReadonlyMap<string, number>;
  formats: Formats;
  widths: GridWidths;
  letters: Letters;
}

/** The height of a row, in which no cell is cut off, and below each value are its problems. */
export function rowHeight(
  { row, problems, note }: RowView,
  { columns, positions, formats, widths, letters }: Layout,
): number {
  let height = ROW;
  for (const [index, { header, isAddress, variables }] of columns.entries()) {
    const width = widths.columns[index] ?? 0;
    const cell = row.cells[positions.get(header) ?? -1];
    const room = width - INSET;
    const lines = isAddress
      ? Math.min(ADDRESS_LINES, addressLines(cellText(cell), room / SMALL, letters))
      : Math.min(VALUE_LINES, textLines(shownText(cell, variables[0]?.type, formats), room / SMALL, letters));
    const below = (problems.get(header) ?? []).reduce((sum, one) => sum + problemHeight(one, width, letters), 0);
    height = Math.max(height, AROUND + LINE_HEIGHT * lines + below + (isAddress && note !== "" ? LINE_HEIGHT : 0));
  }
  return height;
}
