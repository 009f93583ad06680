import { cellText } from "@sendwright/core/list/list";
import type { CellProblem, RowView } from "./rowView.ts";
import type { ShownColumn } from "./shownColumns.ts";

/** Widths in pixels. */
export interface GridWidths {
  number: number;
  address: number;
  value: number;
  actions: number;
}

const LEAST = { number: 48, address: 196, value: 120 };
const WIDEST_ADDRESS = 300;
const ACTION = 36;

/** The widths of the columns in a table so wide, the same in every row: heights follow from them. */
export function gridWidths(columns: readonly ShownColumn[], width: number, actions: number): GridWidths {
  const least = { ...LEAST, actions: ACTION * actions + 12 };
  const values = columns.filter(({ isAddress }) => !isAddress).length;
  const addresses = columns.length - values;
  const free = width - least.number - least.actions - addresses * least.address - values * least.value - 2;
  if (free <= 0 || columns.length === 0) return least;
  if (values === 0) return { ...least, address: least.address + free };
  const forAddress = addresses === 0 ? 0 : Math.min(WIDEST_ADDRESS - least.address, free / (values + 1));
  return {
    ...least,
    address: Math.floor(least.address + forAddress),
    value: Math.floor(least.value + (free - forAddress) / values),
  };
}

/** The widths for a text that is so much larger than usual. */
export function scaledWidths({ number, address, value, actions }: GridWidths, scale: number): GridWidths {
  const by = (width: number) => Math.floor(width * scale);
  return { number: by(number), address: by(address), value: by(value), actions: by(actions) };
}

/** Heights in pixels of a text that isn't larger than usual. */
export const ROW = 36;
const LINE = 18;
const AROUND = 18;
const BUTTONS = 34;
/** Average width of a letter of this size, a little more than usual: a line too many harms less than one too few. */
const LETTER = 6.7;
/** A column in which two buttons have room beside each other. */
const TWO_BUTTONS = 230;
const ICON = 20;
const INSET = 18;

/** How many lines a text takes, broken between words. */
export function linesOf(text: string, width: number): number {
  const letters = Math.max(4, Math.floor(width / LETTER));
  let lines = 1;
  let used = 0;
  for (const word of text.split(" ")) {
    const next = used === 0 ? word.length : used + 1 + word.length;
    if (next <= letters) {
      used = next;
      continue;
    }
    // A word that is longer than a line is broken within.
    const broken = Math.ceil(word.length / letters);
    lines += used === 0 ? broken - 1 : broken;
    used = word.length - (broken - 1) * letters;
  }
  return lines;
}

function problemHeight({ message, suggestion, answers }: CellProblem, width: number): number {
  const buttons =
    suggestion !== null || answers.length === 1 ? 1 : answers.length === 2 ? (width < TWO_BUTTONS ? 2 : 1) : 0;
  return 2 + LINE * linesOf(message, width - INSET - ICON) + BUTTONS * buttons;
}

/** The height of a row: its address takes up to two lines, and below each value are its problems. */
export function rowHeight(
  { row, problems, note }: RowView,
  columns: readonly ShownColumn[],
  positions: ReadonlyMap<string, number>,
  widths: GridWidths,
): number {
  let height = ROW;
  for (const { header, isAddress } of columns) {
    const own = problems.get(header);
    if (!isAddress && own === undefined) continue;
    const width = isAddress ? widths.address : widths.value;
    const value = isAddress ? cellText(row.cells[positions.get(header) ?? -1]) : "";
    const lines = isAddress ? Math.min(2, linesOf(value, width - INSET)) : 1;
    const below = (own ?? []).reduce((sum, problem) => sum + problemHeight(problem, width), 0);
    height = Math.max(height, AROUND + LINE * lines + below + (isAddress && note !== "" ? LINE : 0));
  }
  return height;
}
