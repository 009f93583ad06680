import { lazily } from "../lazily.ts";
import type { ListChange } from "./change.ts";
import { isFilled, type List, textIn } from "./list.ts";
import { certainOrder, dayIn } from "./moments.ts";
import { type CellNumber, numberFormIn, numberIn, sharedUnit } from "./numbers.ts";

/** Compares as a person would: "2" before "10", "ä" beside "a". */
const collator = lazily(() => new Intl.Collator(undefined, { numeric: true, sensitivity: "base" }));

/** A cell of the column that a list is sorted by. */
interface SortedCell {
  id: number;
  text: string;
  /** The cell as a date and as a number; null if it is none. */
  day: number | null;
  number: CellNumber | null;
}

/**
 * Sorts a list by a column: by date if all of its values are dates, by number if all are numbers
 * of one unit, otherwise by letter. Blank cells come last, and rows that are equal keep their order.
 */
export function sortBy(list: List, header: string, isDescending: boolean): ListChange {
  const order = certainOrder(list, header);
  const form = numberFormIn(list, header);
  const cells = list.rows.filter(isFilled).map((row): SortedCell => {
    const text = textIn(list, row, header).trim();
    return { id: row.id, text, day: dayIn(list, row, header, order), number: numberIn(text, form) };
  });
  const written = cells.filter(({ text }) => text !== "");
  const compare = comparisonOf(written);
  const sorted = written.toSorted((a, b) => (isDescending ? compare(b, a) : compare(a, b)));
  const blank = cells.filter(({ text }) => text === "");
  const ids = [...sorted, ...blank].map(({ id }) => id);
  return { type: "order", ids, by: { header, isDescending } };
}

function comparisonOf(cells: readonly SortedCell[]): (a: SortedCell, b: SortedCell) => number {
  if (cells.every(({ day }) => day !== null)) return (a, b) => (a.day ?? 0) - (b.day ?? 0);
  const numbers = cells.map(({ number }) => number);
  if (!numbers.includes(null) && sharedUnit(numbers) !== null)
    return (a, b) => (a.number?.size ?? 0) - (b.number?.size ?? 0);
  return (a, b) => collator().compare(a.text, b.text);
}
