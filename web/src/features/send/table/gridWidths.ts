import { largest } from "@sendwright/core/largest";
import { INSET, type Letters, SMALL } from "./letters.ts";
import type { ShownColumn } from "./shownColumns.ts";

/** Widths in pixels. */
export interface GridWidths {
  number: number;
  /** Of the columns with values, in order. */
  columns: readonly number[];
  /** Of the column with each row's files; 0 if there is none. */
  files: number;
  actions: number;
}

const NUMBER_WIDTH = 44;
const FILES_WIDTH = 170;
const ACTION_WIDTH = 36;
/** The space around a row's buttons. */
const ACTIONS_PADDING = 4;
/** The left and right border of the grid. */
const BORDERS_WIDTH = 2;
/** The width of a chip beside its text. */
const CHIP_WIDTH = 14;
/** How much wider a text is in bold, as headers are. */
const BOLD = 1.15;
const MIN_WIDTH = { address: 136, blank: 96, value: 48 };
/** With room for a problem below a cell. */
const MIN_PROBLEM_WIDTH = { address: 144, value: 92 };
/** A word or header makes a minimum this large at most: longer ones are broken or cut off. */
const MAX_WORD_WIDTH = 90;
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
  const fixed = {
    number: NUMBER_WIDTH,
    files: hasFiles ? FILES_WIDTH : 0,
    actions: ACTION_WIDTH * actions + ACTIONS_PADDING,
  };
  const plain = columns.map((column) => ({
    column,
    size: columnWidth(column, textsOf(column), letters),
  }));
  const sizesWith = (mayHaveProblem: (header: string) => boolean) =>
    plain.map(({ column, size }) =>
      mayHaveProblem(column.header) ? withProblem(column, size) : size,
    );
  const room = width - sum([fixed.number, fixed.files, fixed.actions, BORDERS_WIDTH]);
  const freeFor = (sizes: readonly ColumnWidth[]) => room - sum(sizes.map(({ least }) => least));
  // With room for a problem in each column, the first one moves none.
  const roomy = sizesWith(() => true);
  const sizes = freeFor(roomy) > 0 ? roomy : sizesWith((header) => problemColumns.has(header));
  const free = freeFor(sizes);
  if (free <= 0) return { ...fixed, columns: sizes.map(({ least }) => least) };
  const wanted = sum(sizes.map(({ least, most }) => most - least));
  const share = Math.min(1, free / (wanted || 1));
  const rest = (free - share * wanted) / sizes.length;
  return {
    ...fixed,
    columns: sizes.map(({ least, most }) => Math.floor(least + share * (most - least) + rest)),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

interface ColumnWidth {
  least: number;
  most: number;
}

/** A column's minimum and maximum width for its texts. */
function columnWidth(
  { header, isAddress, variables }: ShownColumn,
  texts: readonly string[],
  letters: Letters,
): ColumnWidth {
  const widthOf = (text: string) => Math.ceil(SMALL * sum(Array.from(text, letters))) + INSET;
  const widest = (pieces: readonly string[]) => largest(pieces.map(widthOf));
  const headerTexts = variables.length > 0 ? variables.map(({ name }) => name) : [header];
  const headerWidth = BOLD * (widest(headerTexts) - INSET) + CHIP_WIDTH;
  const wordWidth = widest(texts.flatMap((text) => text.split(/(?<=-)|\s+/)));
  const kind = isAddress ? "address" : wordWidth === 0 ? "blank" : "value";
  const least = Math.max(
    MIN_WIDTH[kind],
    Math.min(MAX_WORD_WIDTH, Math.max(wordWidth, headerWidth)),
  );
  const most = Math.min(MAX_WIDTH, Math.max(widest(texts), headerWidth));
  return { least, most: Math.max(least, most) };
}

/** The width of a column with room for a problem below its cells. */
function withProblem({ isAddress }: ShownColumn, { least, most }: ColumnWidth): ColumnWidth {
  const problem = MIN_PROBLEM_WIDTH[isAddress ? "address" : "value"];
  return { least: Math.max(least, problem), most: Math.max(most, problem) };
}

/** The widths for a larger text size. */
export function scaledWidths(
  { number, columns, files, actions }: GridWidths,
  scale: number,
): GridWidths {
  const scaled = (width: number) => Math.floor(width * scale);
  return {
    number: scaled(number),
    columns: columns.map(scaled),
    files: scaled(files),
    actions: scaled(actions),
  };
}
