import type { DateQuestion } from "../check/types.ts";
import type { DateOrder, NumberForm } from "../contract/templates.ts";
import { columnOrder, dateInWords, isCertain, readDate, readNumericDate } from "../dates/dates.ts";
import { lazily } from "../lazily.ts";
import { comparable } from "../placeholders/grammar.ts";
import type { ListChange } from "./change.ts";
import {
  cellText,
  cellValue,
  isFilled,
  isIncluded,
  type List,
  type Row,
  type RowFilter,
  textIn,
} from "./list.ts";
import { textsRead } from "./moments.ts";
import { likelyForm, numberIn, numbersOf } from "./numbers.ts";

/**
 * Includes only the rows that meet a filter, of those included so far (rule: working with a list).
 */
export function filterBy(list: List, filter: RowFilter): ListChange {
  const passes = filterTest(list, filter);
  const ids = list.rows.flatMap((row) => (isIncluded(row) && !passes(row) ? row.id : []));
  return { type: "filter", ids, filter };
}

/** How many rows of a list aren't included. */
export function excludedCount({ rows }: Pick<List, "rows">): number {
  return rows.reduce((sum, { excluded }) => sum + (excluded === undefined ? 0 : 1), 0);
}

/**
 * How many included rows meet a filter; null for a date or number that can't be read, or while
 * `dateQuestion` asks.
 */
export function matchCount(list: List, filter: RowFilter): number | null {
  if (isDated(filter) && numberIn(filter.value, "point") === null) {
    if (dayOf(filter.value, orderIn(list, filter.header, [filter.value])) === null) return null;
    if (dateQuestion(list, filter.header, filter.value)?.answer === null) return null;
  }
  const passes = filterTest(list, filter);
  return list.rows.filter((row) => isIncluded(row) && passes(row)).length;
}

function isDated(filter: RowFilter): filter is Extract<RowFilter, { test: "before" | "after" }> {
  return filter.test === "before" || filter.test === "after";
}

/** Tests whether a row meets a filter. */
export function filterTest(list: List, filter: RowFilter): (row: Row) => boolean {
  const textOf = (row: Row) => comparable(textIn(list, row, filter.header));
  const form = numberFormIn(list, filter.header);
  const numberOf = (text: string) => numberIn(text, form);
  switch (filter.test) {
    case "blank":
      return (row) => textOf(row) === "";
    case "filled":
      return (row) => textOf(row) !== "";
    case "is":
    case "is_not": {
      const wanted = comparable(filter.value);
      const number = numberOf(filter.value);
      // "34.50 €" is 34.5.
      const isSame = (row: Row) =>
        textOf(row) === wanted ||
        (number !== null && numberOf(textIn(list, row, filter.header)) === number);
      return (row) => isSame(row) === (filter.test === "is");
    }
    case "contains": {
      const wanted = comparable(filter.value);
      return (row) => textOf(row).includes(wanted);
    }
    case "before":
    case "after": {
      const order = orderIn(list, filter.header, [filter.value]);
      const limit = dayOf(filter.value, order);
      const number = limit === null ? numberOf(filter.value) : null;
      if (number !== null) {
        return (row) => {
          const own = numberOf(textIn(list, row, filter.header));
          return own !== null && own !== number && own < number === (filter.test === "before");
        };
      }
      return (row) => {
        const day = dayIn(list, row, filter.header, order);
        if (day === null || limit === null || day === limit) return false;
        return day < limit === (filter.test === "before");
      };
    }
  }
}

/** How the numbers of a column are written: as the person said, or probably. */
function numberFormIn(list: List, header: string): NumberForm {
  return list.mapping.numbers.get(header) ?? likelyForm(textsRead(list, header, "text"));
}

/**
 * How the numeric dates of a column are read, and those that are compared with them: as the person
 * said, or as they show; null if neither is certain.
 */
function orderIn(list: List, header: string, others: readonly string[] = []): DateOrder | null {
  const texts = [...textsRead(list, header, "date"), ...others];
  const order = columnOrder(texts, "ddmmyyyy", list.mapping.dates.get(header));
  return isCertain(order) ? order.order : null;
}

/**
 * What to ask before a column is sorted or filtered by date: which day a value is that could be
 * two, or how that was answered. Null if all of its dates are certain, or if it isn't a column of
 * dates. `compared`: the filter's own date.
 */
export function dateQuestion(list: List, header: string, compared = ""): DateQuestion | null {
  const answer = list.mapping.dates.get(header) ?? null;
  const at = list.columns.indexOf(header);
  const texts = [...list.rows.map(({ cells }) => cellValue(cells[at], "date")), compared];
  const open = texts.find((text) => readNumericDate(text)?.isOpen);
  const date = open === undefined ? null : readNumericDate(open);
  if (
    open === undefined ||
    date === null ||
    (answer === null && orderIn(list, header, [compared]) !== null)
  )
    return null;
  return {
    value: open.trim(),
    dmy: dateInWords(date, "dmy"),
    mdy: dateInWords(date, "mdy"),
    answer,
  };
}

/** A date as a text that sorts; null if it isn't one, or could be two days. */
function dayOf(text: string, order: DateOrder | null): string | null {
  const read = readDate(text);
  if (read === null || (order === null && read.isOpen)) return null;
  const date = read[order ?? "dmy"];
  return new Date(Date.UTC(date.year, date.month - 1, date.day)).toISOString();
}

function dayIn(list: List, row: Row, header: string, order: DateOrder | null): string | null {
  const cell = row.cells[list.columns.indexOf(header)];
  return dayOf(typeof cell === "object" ? cell.iso : cellText(cell), order);
}

/** Compares as a person would: "2" before "10", "ä" beside "a". */
const collator = lazily(() => new Intl.Collator(undefined, { numeric: true, sensitivity: "base" }));

/**
 * Sorts a list by a column: by date if all of its values are dates, by number if all are numbers,
 * else by letter. Blank cells come last, and rows that are equal keep their order.
 */
export function sortBy(list: List, header: string, isDescending: boolean): ListChange {
  const order = orderIn(list, header);
  const filled = list.rows.filter(isFilled);
  const texts = filled.map((row) => textIn(list, row, header).trim());
  const days = filled.map((row) => dayIn(list, row, header, order));
  const areDates = texts.every((text, index) => text === "" || days[index] !== null);
  const numbers = numbersOf(texts, numberFormIn(list, header));
  const areNumbers =
    !areDates && texts.every((text, index) => text === "" || numbers[index] !== null);
  const keys = areDates ? days.map((day) => day ?? "") : texts;
  const sign = isDescending ? -1 : 1;
  const positions = filled.map((_, index) => index);
  positions.sort((a, b) => {
    const [one = "", other = ""] = [keys[a], keys[b]];
    if (one === "" || other === "") return Number(one === "") - Number(other === "");
    if (areNumbers) return sign * ((numbers[a] ?? 0) - (numbers[b] ?? 0));
    return sign * (areDates ? one.localeCompare(other, "en") : collator().compare(one, other));
  });
  const ids = positions.flatMap((index) => filled[index]?.id ?? []);
  return { type: "order", ids, by: { header, isDescending } };
}
