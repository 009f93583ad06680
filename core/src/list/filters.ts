import { readDate } from "../dates/dates.ts";
import { comparable } from "../placeholders/grammar.ts";
import type { CarryContext } from "./carriedCells.ts";
import type { ListChange } from "./change.ts";
import {
  isFilled,
  isIncluded,
  type LimitFilter,
  type List,
  type Row,
  type RowFilter,
  textIn,
} from "./list.ts";
import { certainOrder, dateQuestion, dayIn, dayOf } from "./moments.ts";
import { isCode, numberFormIn, numberIn, sharedUnit } from "./numbers.ts";

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
  if (isLimitFilter(filter)) {
    const limit = readLimit(list, filter);
    if (limit === null) return null;
    if (limit.isDate && dateQuestion(list, filter.header, filter.value)?.answer === null)
      return null;
    return countOf(list, limitTest(limit, filter.test));
  }
  return countOf(list, filterTest(list, filter));
}

function isLimitFilter(filter: RowFilter): filter is LimitFilter {
  return filter.test in COMPARISONS;
}

/**
 * Counts the rows that a filter can't compare with its date or number: they have neither, or
 * another unit. `isOf` says which rows to count.
 */
export function incomparableCount(
  list: List,
  filter: RowFilter,
  isOf: (row: Row) => boolean,
): number {
  const limit = isLimitFilter(filter) ? readLimit(list, filter) : null;
  if (limit === null) return 0;
  return list.rows.filter((row) => isOf(row) && limit.readRow(row) === null).length;
}

/** Whether a column has numbers and no dates, so that no value of it is before another. */
export function isOfNumbers(list: List, header: string): boolean {
  const form = numberFormIn(list, header);
  const texts = list.rows.map((row) => textIn(list, row, header));
  return texts.some((text) => numberIn(text, form)) && !texts.some((text) => readDate(text));
}

function countOf(list: List, passes: (row: Row) => boolean): number {
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
    default: {
      const limit = readLimit(list, filter);
      return limit === null ? () => false : limitTest(limit, filter.test);
    }
  }
}

/** The column of a filter, and the text that its rows are compared with. */
interface TypedFilter {
  header: string;
  value: string;
}

/**
 * Numbers are equal however they are written: "34.50 €" is 34.5. One without a unit equals that of
 * any unit: 0 is "0 €" and "0 CHF". A code is only itself.
 */
function equalityTest(list: List, { header, value }: TypedFilter): (row: Row) => boolean {
  const text = comparable(value);
  const form = numberFormIn(list, header);
  const wanted = isCode(value) ? null : numberIn(value, form);
  return (row) => {
    const own = textIn(list, row, header);
    if (comparable(own) === text) return true;
    const number = wanted && numberIn(own, form);
    if (!wanted || !number || number.size !== wanted.size || isCode(own)) return false;
    return number.unit === "" || wanted.unit === "" || number.unit === wanted.unit;
  };
}

const COMPARISONS: Readonly<Record<LimitFilter["test"], (own: number, limit: number) => boolean>> =
  {
    before: (own, limit) => own < limit,
    after: (own, limit) => own > limit,
    at_least: (own, limit) => own >= limit,
    at_most: (own, limit) => own <= limit,
  };

function limitTest({ value, readRow }: Limit, test: LimitFilter["test"]): (row: Row) => boolean {
  return (row) => {
    const own = readRow(row);
    return own !== null && COMPARISONS[test](own, value);
  };
}

/** A date or number as one that can be compared, and how to read that of a row. */
interface Limit {
  isDate: boolean;
  value: number;
  /** Returns null for a row that can't be compared with it. */
  readRow: (row: Row) => number | null;
}

/**
 * Reads the date or number that rows are compared with, as their column writes it. Returns null if
 * it is neither, or could be two days or amounts.
 */
function readLimit(list: List, filter: TypedFilter): Limit | null {
  const { header, value } = filter;
  const order = certainOrder(list, header, [value]);
  const day = dayOf(value, order);
  if (day === null) return readNumberLimit(list, filter);
  return { isDate: true, value: day, readRow: (row) => dayIn(list, row, header, order) };
}

/**
 * A limit has the unit that it names, or else that of its column; null if the column has several. A
 * row can be compared with it if its number has the same unit or none.
 */
function readNumberLimit(list: List, { header, value }: TypedFilter): Limit | null {
  const form = numberFormIn(list, header);
  const limit = numberIn(value, form);
  if (limit === null) return null;
  const numberOf = (row: Row) => numberIn(textIn(list, row, header), form);
  const unit = limit.unit || sharedUnit(list.rows.map(numberOf));
  if (unit === null) return null;
  const readRow = (row: Row) => {
    const own = numberOf(row);
    return own !== null && (own.unit === "" || own.unit === unit) ? own.size : null;
  };
  return { isDate: false, value: limit.size, readRow };
}

/** Gives a list the filters of the one before; `lost` gets those that it can't have. */
export function withFilters(
  before: List,
  next: List,
  { columns, matched, isSameFile }: CarryContext,
  lost: string[],
): List {
  const wasOut = (row: Row) => isFiltered(matched.get(row.id));
  const { filters } = before;
  if (filters === undefined) {
    // Drafts of older pages have the rows that a filter excluded, but not the filter.
    const list = excluding(next, wasOut);
    if (before.rows.some(isFiltered) && !list.rows.some(isFiltered)) lost.push("your filter");
    return list;
  }
  const kept: KeptFilter[] = [];
  for (const was of filters) {
    const header = columns.get(was.header);
    const one = header !== undefined && { was, now: { ...was, header } };
    if (one && (isSameFile || !isReplaced(one, before, next))) kept.push(one);
    else lost.push(`the filter by “${was.header}”${one ? ", which has other values now" : ""}`);
  }
  const tests = kept.map(({ now }) => filterTest(next, now));
  const fails = (row: Row) => tests.some((passes) => !passes(row));
  // A row whose filtered texts are as before stays in or out, unless a lost filter kept it out.
  const isSettled = (row: Row) => {
    const rowBefore = matched.get(row.id);
    const isAsBefore = ({ was, now }: KeptFilter) =>
      rowBefore && textIn(next, row, now.header) === textIn(before, rowBefore, was.header);
    return rowBefore !== undefined && kept.length === filters.length && kept.every(isAsBefore);
  };
  const list = excluding(next, (row) => (isSettled(row) ? wasOut(row) : fails(row)));
  return kept.length === 0 ? list : { ...list, filters: kept.map(({ now }) => now) };
}

/** A filter in the list before and in this one, whose column may have another header. */
interface KeptFilter {
  was: RowFilter;
  now: RowFilter;
}

function excluding(list: List, isOut: (row: Row) => boolean): List {
  const rows = list.rows.map(
    (row): Row => (isFilled(row) && isOut(row) ? { ...row, excluded: "filtered" } : row),
  );
  return { ...list, rows };
}

function isFiltered(row: Row | undefined): boolean {
  return row?.excluded === "filtered";
}

/**
 * Whether the column of a filter holds something else in another file: none of the texts it had,
 * and nothing that the filter's value could find there; or nothing that can be compared.
 */
function isReplaced({ was, now }: KeptFilter, before: List, next: List): boolean {
  const textsOf = (list: List, { header }: RowFilter) =>
    list.rows.map((row) => comparable(textIn(list, row, header))).filter((text) => text !== "");
  const texts = textsOf(next, now);
  if (texts.length === 0 || !("value" in now)) return false;
  if (isLimitFilter(now)) {
    const limit = readLimit(next, now);
    return limit === null || next.rows.every((row) => limit.readRow(row) === null);
  }
  const known = new Set(textsOf(before, was));
  const finds = filterTest(next, now.test === "is_not" ? { ...now, test: "is" } : now);
  return !texts.some((text) => known.has(text)) && !next.rows.some(finds);
}
