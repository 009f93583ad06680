import { readDate } from "../dates/dates.ts";
import { comparable } from "../placeholders/grammar.ts";
import type { CarryContext } from "./carriedCells.ts";
import type { ListChange } from "./change.ts";
import { isFilled, isIncluded, type List, type Row, type RowFilter, textIn } from "./list.ts";
import { certainOrder, dateQuestion, dayIn, dayOf } from "./moments.ts";
import { isCode, numberFormIn, numberIn } from "./numbers.ts";

/** Includes only the rows that meet a filter, of those included so far. */
export function filterBy(list: List, filter: RowFilter): ListChange {
  const passes = filterTest(list, filter);
  const out = list.rows.filter((row) => isIncluded(row) && !passes(row));
  return { type: "filter", ids: out.map(({ id }) => id), filter };
}

/**
 * Counts the included rows that meet a filter. Returns null for a date or number that can't be
 * read, and while `dateQuestion` asks which day a date is.
 */
export function matchCount(list: List, filter: RowFilter): number | null {
  if (filter.test === "before" || filter.test === "after") {
    const limit = readLimit(list, filter);
    if (limit === null) return null;
    if (limit.isDate && dateQuestion(list, filter.header, filter.value)?.answer === null)
      return null;
  }
  const passes = filterTest(list, filter);
  return list.rows.filter((row) => isIncluded(row) && passes(row)).length;
}

/** Returns a function that tests whether a row meets a filter. */
function filterTest(list: List, filter: RowFilter): (row: Row) => boolean {
  const textOf = (row: Row) => comparable(textIn(list, row, filter.header));
  switch (filter.test) {
    case "blank":
      return (row) => textOf(row) === "";
    case "filled":
      return (row) => textOf(row) !== "";
    case "is":
      return equalityTest(list, filter);
    case "is_not": {
      const isEqual = equalityTest(list, filter);
      return (row) => !isEqual(row);
    }
    case "contains": {
      const wanted = comparable(filter.value);
      return (row) => textOf(row).includes(wanted);
    }
    case "before":
    case "after": {
      const limit = readLimit(list, filter);
      if (limit === null) return () => false;
      return (row) => {
        const own = limit.readRow(row);
        if (own === null) return false;
        return filter.test === "before" ? own < limit.value : own > limit.value;
      };
    }
  }
}

/** The column of a filter, and the text that its rows are compared with. */
interface TypedFilter {
  header: string;
  value: string;
}

/** Numbers are equal however they are written: "34.50 €" is 34.5. A code is only itself. */
function equalityTest(list: List, { header, value }: TypedFilter): (row: Row) => boolean {
  const form = numberFormIn(list, header);
  const numberOf = (text: string) => (isCode(text) ? null : numberIn(text, form));
  const text = comparable(value);
  const number = numberOf(value);
  return (row) => {
    const own = textIn(list, row, header);
    return comparable(own) === text || (number !== null && numberOf(own) === number);
  };
}

/** A date or number as one that can be compared, and how to read that of a row. */
interface Limit {
  isDate: boolean;
  value: number;
  readRow: (row: Row) => number | null;
}

/**
 * Reads the date or number that rows must be before or after, as their column writes it. Returns
 * null if it is neither, or could be two days.
 */
function readLimit(list: List, { header, value }: TypedFilter): Limit | null {
  const order = certainOrder(list, header, [value]);
  const day = dayOf(value, order);
  if (day !== null)
    return { isDate: true, value: day, readRow: (row) => dayIn(list, row, header, order) };
  const form = numberFormIn(list, header);
  const number = numberIn(value, form);
  if (number === null) return null;
  const readRow = (row: Row) => numberIn(textIn(list, row, header), form);
  return { isDate: false, value: number, readRow };
}

/**
 * Gives a list the filters of the one before; `lost` gets those that it can't have. A row that
 * hasn't changed stays as it was, even if it has been edited since.
 */
export function withFilters(
  before: List,
  next: List,
  { columns, matched, isSameFile }: CarryContext,
  lost: string[],
): List {
  const filters = (before.filters ?? []).flatMap((filter): RowFilter[] => {
    const header = columns.get(filter.header);
    const isGone = header === undefined;
    if (!isGone && (isSameFile || !isReplaced(before, filter, next, header)))
      return [{ ...filter, header }];
    lost.push(`the filter by “${filter.header}”${isGone ? "" : ", which has other values now"}`);
    return [];
  });
  // Drafts of older pages know the rows, but not the filters.
  const isKnown = before.filters !== undefined;
  const areRowsKept = !isKnown || filters.length === before.filters?.length;
  const tests = filters.map((filter) => filterTest(next, filter));
  const headersBefore = new Map([...columns].map(([header, now]) => [now, header]));
  const isAsBefore = (row: Row, rowBefore: Row) =>
    filters.every(
      ({ header }) =>
        textIn(next, row, header) === textIn(before, rowBefore, headersBefore.get(header) ?? ""),
    );
  const rows = next.rows.map((row): Row => {
    if (!isFilled(row)) return row;
    const rowBefore = matched.get(row.id);
    const isOut =
      areRowsKept && rowBefore !== undefined && isAsBefore(row, rowBefore)
        ? isFiltered(rowBefore)
        : tests.some((passes) => !passes(row));
    return isOut ? { ...row, excluded: "filtered" } : row;
  });
  if (!isKnown && before.rows.some(isFiltered) && !rows.some(isFiltered)) lost.push("your filter");
  return { ...next, rows, ...(filters.length > 0 && { filters }) };
}

function isFiltered({ excluded }: Row): boolean {
  return excluded === "filtered";
}

/**
 * Whether the column of a filter holds something else in another file: none of the texts it had,
 * nor the filter's own value; or nothing that could be before or after.
 */
function isReplaced(before: List, filter: RowFilter, next: List, header: string): boolean {
  const textsOf = (list: List, name: string) =>
    list.rows.map((row) => comparable(textIn(list, row, name))).filter((text) => text !== "");
  const texts = textsOf(next, header);
  if (texts.length === 0 || !("value" in filter)) return false;
  const value = comparable(filter.value);
  const known = new Set(textsOf(before, filter.header));
  switch (filter.test) {
    case "before":
    case "after": {
      if (readDate(value) !== null) return texts.every((text) => readDate(text) === null);
      const form = numberFormIn(next, header);
      return texts.every((text) => numberIn(text, form) === null);
    }
    case "contains":
      return texts.every((text) => !known.has(text) && !text.includes(value));
    default:
      return texts.every((text) => !known.has(text) && text !== value);
  }
}
