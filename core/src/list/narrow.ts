import type { DateOrder } from "../contract/templates.ts";
import { columnOrder, readDate } from "../dates/dates.ts";
import { lazily } from "../lazily.ts";
import { comparable } from "../placeholders/grammar.ts";
import { splitRecipients } from "../recipients/list.ts";
import { pieceKey } from "../recipients/recipients.ts";
import type { ListChange } from "./change.ts";
import { cellText, isFilled, isIncluded, type List, type Row, textIn } from "./list.ts";
import { decimalSignOf, numberIn, numbersOf } from "./numbers.ts";

/** Which rows to include: those whose cell in a column passes a test. Texts are compared trimmed and without case. */
export type RowFilter =
  | { header: string; test: "is" | "is_not" | "contains"; value: string }
  | { header: string; test: "blank" | "filled" }
  /** By date, or by number: a cell that is neither is never before or after. */
  | { header: string; test: "before" | "after"; value: string };

/** Includes only the rows that meet a filter, of those included so far (rule: working with a list). */
export function filterBy(list: List, filter: RowFilter): ListChange {
  const passes = tester(list, filter);
  const ids = list.rows.flatMap((row) => (isIncluded(row) && !passes(row) ? row.id : []));
  return { type: "filter", ids };
}

/** How many rows of a list aren't included. */
export function excludedCount({ rows }: Pick<List, "rows">): number {
  return rows.reduce((sum, { excluded }) => sum + (excluded === undefined ? 0 : 1), 0);
}

/** How many included rows meet a filter; null for a date or number that can't be read. */
export function matchCount(list: List, filter: RowFilter): number | null {
  const isDated = filter.test === "before" || filter.test === "after";
  if (isDated && numberIn(filter.value, ".") === null && dayOf(filter.value, orderIn(list, filter.header)) === null)
    return null;
  const passes = tester(list, filter);
  return list.rows.filter((row) => isIncluded(row) && passes(row)).length;
}

function tester(list: List, filter: RowFilter): (row: Row) => boolean {
  const textOf = (row: Row) => comparable(textIn(list, row, filter.header));
  const texts = list.rows.map((row) => textIn(list, row, filter.header));
  const sign = decimalSignOf(texts);
  const numberOf = (text: string) => numberIn(text, sign);
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
        textOf(row) === wanted || (number !== null && numberOf(textIn(list, row, filter.header)) === number);
      return (row) => isSame(row) === (filter.test === "is");
    }
    case "contains": {
      const wanted = comparable(filter.value);
      return (row) => textOf(row).includes(wanted);
    }
    case "before":
    case "after": {
      const order = orderIn(list, filter.header);
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

/** How the numeric dates of a column are read: as the person said, else as most of its values show, else day first. */
function orderIn(list: List, header: string): DateOrder {
  const values = list.rows.map((row) => textIn(list, row, header));
  return columnOrder(values, "ddmmyyyy", list.mapping.dates.get(header)).order;
}

/** A date as a text that sorts; null if it isn't one. */
function dayOf(text: string, order: DateOrder): string | null {
  const date = readDate(text)?.[order];
  return date ? new Date(Date.UTC(date.year, date.month - 1, date.day)).toISOString() : null;
}

function dayIn(list: List, row: Row, header: string, order: DateOrder): string | null {
  const cell = row.cells[list.columns.indexOf(header)];
  return dayOf(typeof cell === "object" ? cell.iso : cellText(cell), order);
}

/** Compares as a person would: "2" before "10", "ä" beside "a". */
const collator = lazily(() => new Intl.Collator(undefined, { numeric: true, sensitivity: "base" }));

/**
 * Sorts a list by a column: by date if all of its values are dates, by number if all are numbers, else by letter. Blank cells come last,
 * and rows that are equal keep their order.
 */
export function sortBy(list: List, header: string, isDescending: boolean): ListChange {
  const order = orderIn(list, header);
  const filled = list.rows.filter(isFilled);
  const texts = filled.map((row) => textIn(list, row, header).trim());
  const days = filled.map((row) => dayIn(list, row, header, order));
  const isDated = texts.every((text, index) => text === "" || days[index] !== null);
  const numbers = numbersOf(texts);
  const isNumeric = texts.every((text, index) => text === "" || numbers[index] !== null);
  const keys = isDated ? days.map((day) => day ?? "") : texts;
  const sign = isDescending ? -1 : 1;
  const positions = filled.map((_, index) => index);
  positions.sort((a, b) => {
    const [one = "", other = ""] = [keys[a], keys[b]];
    if (one === "" || other === "") return Number(one === "") - Number(other === "");
    if (isNumeric && !isDated) return sign * ((numbers[a] ?? 0) - (numbers[b] ?? 0));
    return sign * (isDated ? one.localeCompare(other, "en") : collator().compare(one, other));
  });
  return { type: "order", ids: positions.flatMap((index) => filled[index]?.id ?? []) };
}

/** Headers of a results file, and the words for rows whose people have the email or may have it. */
const STATUS = "status";
const REACHED = new Set(["sent", "unconfirmed"]);
const STATUS_WORDS = new Set([...REACHED, "failed", "skipped", "canceled", "to go", "sending", "not included"]);

/** The people of another list, to skip them in this one. */
export interface OtherPeople {
  mailboxes: ReadonlySet<string>;
  /** Rows of a results file whose people didn't get the email: they don't count. */
  notReached: number;
}

/**
 * The mailboxes in another list: those of its column of addresses. In a file of results, only rows that were sent or are
 * unconfirmed count. Null if no column holds addresses.
 */
export function peopleIn(other: List): OtherPeople | null {
  const { address } = other.mapping;
  if (address === null) return null;
  const filled = other.rows.filter(isFilled);
  const header = other.columns.find((column) => comparable(column) === STATUS);
  const statuses = header === undefined ? [] : filled.map((row) => comparable(textIn(other, row, header)));
  const isResults = statuses.length > 0 && statuses.every((status) => STATUS_WORDS.has(status));
  const counting = isResults ? filled.filter((_, index) => REACHED.has(statuses[index] ?? "")) : filled;
  const pieces = counting.flatMap((row) => splitRecipients(textIn(other, row, address)));
  return {
    mailboxes: new Set(pieces.filter(({ address: found }) => found !== null).map(pieceKey)),
    notReached: filled.length - counting.length,
  };
}
