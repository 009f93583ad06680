import type { Formats } from "@sendwright/core/dates/formats";
import { cellText } from "@sendwright/core/list/list";
import type { GridWidths } from "./gridWidths.ts";
import { INSET, type Letters, SMALL } from "./letters.ts";
import { type CellProblem, cellAt, type RowView } from "./rowView.ts";
import { type ShownColumn, shownText } from "./shownColumns.ts";

/** Heights in pixels at the usual text size. */
export const ROW = 36;
const LINE_HEIGHT = 18;
const AROUND = 18;
const BUTTONS = 34;
/** The minimum width of a column that fits two buttons side by side. */
const TWO_BUTTONS = 230;
const ICON = 20;
/** Every valid address is shown whole. The stylesheet has the same numbers. */
const ADDRESS_LINES = 12;
const VALUE_LINES = 2;
const PROBLEM_LINES = 2;

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
  return brokenLines(text, /(?<=\s)(?!\s)/, width, letters);
}

/** How many lines an address takes, which also breaks after its @ and its dots (`breakable`). */
function addressLines(text: string, width: number, letters: Letters): number {
  return brokenLines(text, /(?<=[@.]|\s)(?!\s)/, width, letters);
}

function brokenLines(text: string, breaks: RegExp, width: number, letters: Letters): number {
  return fits(text, width, letters) ? 1 : linesOf(text.trim().split(breaks), width, letters);
}

function problemHeight(
  { message, suggestion, answers }: CellProblem,
  width: number,
  letters: Letters,
): number {
  const room = (width - INSET - ICON) / SMALL;
  const lines = Math.min(PROBLEM_LINES, textLines(message, room, letters));
  // A suggestion is as long as its text, so that nothing fits beside it.
  const isStacked = width < TWO_BUTTONS || suggestion !== null;
  const buttons = answers.length + (suggestion === null ? 0 : 1);
  const rows = isStacked ? buttons : Math.min(buttons, 1);
  return 2 + LINE_HEIGHT * lines + BUTTONS * rows;
}

interface RowHeightInput {
  columns: readonly ShownColumn[];
  /** By header: its position in a row. */
  positions: ReadonlyMap<string, number>;
  formats: Formats;
  widths: GridWidths;
  letters: Letters;
}

/** The height of a row in which no address is cut off, and the problems below each value have their lines. */
export function rowHeight(
  { row, problems, note }: RowView,
  { columns, positions, formats, widths, letters }: RowHeightInput,
): number {
  let height = ROW;
  for (const [index, { header, isAddress, variables }] of columns.entries()) {
    const width = widths.columns[index] ?? 0;
    const cell = cellAt(row, header, positions);
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
    const noted = isAddress && note !== "" ? textLines(note, room / SMALL, letters) : 0;
    height = Math.max(height, AROUND + LINE_HEIGHT * (lines + noted) + below);
  }
  return height;
}
