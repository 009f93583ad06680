import { saysWho } from "../recipients/personName.ts";
import { cellText } from "../table/cells.ts";
import { isNumber } from "./dates.ts";
import type { PairedList } from "./types.ts";
import { type NameWord, spellingsOf, wordsOf } from "./words.ts";

/** The words of a cell. Cells with the same text are the same object. */
export interface CellWords {
  /** Which of the list's texts it is. */
  id: number;
  words: readonly NameWord[];
  /** The spellings of all of them, and of those that tell rows apart in any column. */
  all: ReadonlySet<string>;
  numbers: ReadonlySet<string>;
}

export const NO_CELL: CellWords = { id: -1, words: [], all: new Set(), numbers: new Set() };

/**
 * The words of a text as a cell. Numbers tell rows apart with their letters: "INV" of INV-117, which
 * isn't 117.
 */
function cellWords(text: string, id: number): CellWords {
  const words = wordsOf(text);
  const all = words.flatMap(spellingsOf);
  const letters = isNumberCell(words) ? lettersOf(words).flatMap(spellingsOf) : [];
  return { id, words, all: new Set(all), numbers: new Set([...all.filter(isNumber), ...letters]) };
}

/** The words of a list's cells. */
export class ListWords {
  /** Headers of the columns. */
  readonly columns: readonly string[];
  readonly rows: readonly { id: number; cells: readonly CellWords[] }[];
  /** For each column, the different cells in it. */
  readonly #inColumn: readonly ReadonlySet<CellWords>[];
  readonly #ofRow: ReadonlyMap<number, { at: number; cells: readonly CellWords[] }>;
  /** Places of the columns that say who a row is. */
  readonly #who: readonly number[];

  constructor({ columns, rows }: PairedList) {
    this.columns = columns;
    const known = new Map<string, CellWords>();
    const ofText = (text: string) => {
      const found = known.get(text) ?? cellWords(text, known.size);
      known.set(text, found);
      return found;
    };
    this.rows = rows.map(({ id, cells }) => ({
      id,
      cells: columns.map((_, i) => ofText(cellText(cells[i]))),
    }));
    this.#who = columns.flatMap((column, i) => (saysWho(column) ? [i] : []));
    this.#inColumn = columns.map(
      (_, i) => new Set(this.rows.map(({ cells }) => cells[i] ?? NO_CELL)),
    );
    this.#ofRow = new Map(this.rows.map(({ id, cells }, at) => [id, { at, cells }]));
  }

  isIn(row: number, { short, long }: NameWord): boolean {
    const cells = this.#ofRow.get(row)?.cells ?? [];
    return cells.some(({ all }) => all.has(short) || all.has(long));
  }

  /** Rows (ids) in the order of the list. */
  inOrder(rows: readonly number[]): readonly number[] {
    return rows.toSorted((a, b) => (this.#ofRow.get(a)?.at ?? 0) - (this.#ofRow.get(b)?.at ?? 0));
  }

  /**
   * The spellings of all words that tell rows apart: in these columns, in those that say who, and
   * numbers in any column.
   */
  telling(by: readonly string[]): ReadonlySet<string> {
    const places = new Set([...this.#who, ...by.map((column) => this.columns.indexOf(column))]);
    const found = new Set<string>();
    for (const [i, cells] of this.#inColumn.entries()) {
      for (const { all, numbers } of cells)
        for (const spelling of places.has(i) ? all : numbers) found.add(spelling);
    }
    return found;
  }
}

/** Whether a value is a number with letters: an invoice's, not a sentence or a date. */
function isNumberCell(words: readonly NameWord[]): boolean {
  return words.length < 4 && words.some(({ short }) => /\d/.test(short));
}

function lettersOf(words: readonly NameWord[]): readonly NameWord[] {
  return words.filter(({ short }) => /^\p{L}+$/u.test(short));
}
