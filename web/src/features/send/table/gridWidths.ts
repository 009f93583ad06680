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

const FILES = 170;
const NUMBER = 44;
const ACTION = 36;
/** A column's minimum width: longer words are broken, and longer headers cut off. */
const LEAST = { address: 136, blank: 96, value: 48, word: 90 };
/** A cell's problem appears below it. */
const PROBLEM_WIDTH = { address: 144, value: 92 };
const MAX_WIDTH = 300;
/** The width of a chip beside its text. */
const CHIP = 14;

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
  const plain = columns.map((column) => ({
    column,
    size: columnWidth(column, textsOf(column), letters),
  }));
  const sizesWith = (mayHaveProblem: (header: string) => boolean) =>
    plain.map(({ column, size }) =>
      mayHaveProblem(column.header) ? withProblem(column, size) : size,
    );
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
  const room = width - around.number - around.files - around.actions - 2;
  const freeFor = (sizes: readonly ColumnWidth[]) => room - sum(sizes.map((size) => size.least));
  // With room for a problem in each column, the first one moves none.
  const roomy = sizesWith(() => true);
  const sizes = freeFor(roomy) > 0 ? roomy : sizesWith((header) => problemColumns.has(header));
  const free = freeFor(sizes);
  if (free <= 0) return { ...around, columns: sizes.map((size) => size.least) };
  const wanted = sum(sizes.map((size) => size.most - size.least));
  const part = Math.min(1, free / (wanted || 1));
  const each = (free - part * wanted) / sizes.length;
  return {
    ...around,
    columns: sizes.map((size) => Math.floor(size.least + part * (size.most - size.least) + each)),
  };
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
  const widthOf = (text: string) =>
    Math.ceil(SMALL * Array.from(text, letters).reduce((sum, one) => sum + one, 0)) + INSET;
  const widest = (pieces: readonly string[]) => Math.max(0, ...pieces.map(widthOf));
  const headerTexts = variables.length > 0 ? variables.map(({ name }) => name) : [header];
  // A header is bold, on a chip.
  const headerWidth = 1.15 * (widest(headerTexts) - INSET) + CHIP;
  const words = widest(texts.flatMap((text) => text.split(/(?<=-)|\s+/)));
  const need = isAddress ? LEAST.address : words === 0 ? LEAST.blank : LEAST.value;
  const least = Math.max(need, Math.min(LEAST.word, Math.max(words, headerWidth)));
  return {
    least,
    most: Math.max(least, Math.min(MAX_WIDTH, Math.max(widest(texts), headerWidth))),
  };
}

/** The width of a column with room for a problem below its cells. */
function withProblem({ isAddress }: ShownColumn, { least, most }: ColumnWidth): ColumnWidth {
  const problem = PROBLEM_WIDTH[isAddress ? "address" : "value"];
  return { least: Math.max(least, problem), most: Math.max(most, problem) };
}

/** The widths for a larger text size. */
export function scaledWidths(
  { number, columns, files, actions }: GridWidths,
  scale: number,
): GridWidths {
  const by = (width: number) => Math.floor(width * scale);
  return { number: by(number), columns: columns.map(by), files: by(files), actions: by(actions) };
}
