import { isInEmail } from "../check/joinedRows.ts";
import type {
  CheckedColumns,
  CheckedRow,
  CheckResult,
  DateExample,
  DateQuestion,
  MomentColumn,
} from "../check/types.ts";
import {
  type DateFormat,
  type DateOrder,
  dateOrder,
  numberForm,
  type Variable,
} from "../contract/templates.ts";
import {
  type ColumnOrder,
  columnOrder,
  dateInWords,
  dayInWords,
  eitherDay,
  formatDate,
  isCertain,
  readDate,
  readNumericDate,
} from "../dates/dates.ts";
import { DATE_FORMATS, type Formats, formatOrder } from "../dates/formats.ts";
import { formatTime } from "../dates/times.ts";
import { formsOf } from "../numbers/amount.ts";
import { shortened } from "../shortened.ts";
import { cellText, cellValue, type List, type Row } from "./list.ts";

type DateReading = NonNullable<ReturnType<typeof readDate>>;

interface OrderOfColumn extends ColumnOrder {
  /** Whether the order is only likely, and a date of the column could be two days. */
  isOpen: boolean;
}

/** By date variable: how its column is read. */
export type Orders = ReadonlyMap<string, OrderOfColumn>;

interface MomentContext extends Formats {
  variables: readonly Variable[];
  columns: Pick<CheckedColumns, "used">;
  /** The person's answers, by column. */
  dateOrders: ReadonlyMap<string, DateOrder>;
}

/**
 * The header of the column that feeds a variable. A value for everyone counts as a separate column.
 */
export function columnOf(
  { columns, variables }: Pick<MomentContext, "columns" | "variables">,
  index: number,
): string | null {
  return columns.used[index]?.header ?? variables[index]?.name ?? null;
}

/** All texts that say how a variable's column is written, by the variable's index. */
export type TextsOf = (index: number) => readonly string[];

/**
 * The texts that say how a column of a list writes its dates and numbers: those of every row that
 * was read, whether it is sent, skipped, left out, deleted or sent before (rule: the order of a
 * column). A cell that was edited counts as it is now.
 */
export function textsRead(
  { columns, rows, deleted = [], shown }: Pick<List, "columns" | "rows" | "deleted" | "shown">,
  header: string,
  type: string,
): string[] {
  const at = columns.indexOf(header);
  const texts = [...rows, ...deleted].map(({ cells }) => cellValue(cells[at], type).trim());
  return [...texts, ...(shown?.get(header) ?? [])];
}

/** A date that shows an order, and says nothing else of the row it came from. */
const SHOWS: Record<DateOrder, string> = { dmy: "31/12/2000", mdy: "12/31/2000" };

/** Whether a text was written in a list: those that show an order are ours. */
function isWritten(text: string): boolean {
  return text !== SHOWS.dmy && text !== SHOWS.mdy;
}

/**
 * The list without all but these of its rows, because the others were sent: how those wrote its
 * dates and numbers is still known.
 */
export function withRowsLeft(list: List, rows: readonly Row[]): List {
  const left = new Set(rows.map(({ id }) => id));
  const sent = { ...list, rows: list.rows.filter(({ id }) => !left.has(id)), deleted: [] };
  const shown = list.columns.flatMap((header) => {
    const texts = textsShowing(textsRead(sent, header, "date"));
    return texts.length === 0 ? [] : [[header, texts] as const];
  });
  return { ...list, rows, ...(shown.length > 0 && { shown: new Map(shown) }) };
}

/** Of these texts, one for each order of dates and each notation of numbers that they show. */
function textsShowing(texts: readonly string[]): string[] {
  const orders = new Set(texts.map((text) => readNumericDate(text)?.shows));
  const numbers = new Map(
    texts.map((text) => [/[.,．，]/u.test(text) ? formsOf(text) : "any", text] as const),
  );
  return [
    ...dateOrder.options.flatMap((order) => (orders.has(order) ? SHOWS[order] : [])),
    ...numberForm.options.flatMap((form) => numbers.get(form) ?? []),
  ];
}

/**
 * Returns how a column reads its numeric dates and those that are compared with them: as the person
 * said, or as they show. Returns null if neither is certain.
 */
export function certainOrder(
  list: List,
  header: string,
  compared: readonly string[] = [],
): DateOrder | null {
  const texts = [...textsRead(list, header, "date"), ...compared];
  const order = columnOrder(texts, "ddmmyyyy", list.mapping.dates.get(header));
  return isCertain(order) ? order.order : null;
}

/**
 * Returns the question to ask before a column is sorted or filtered by date: which day a value is
 * that could be two. It has the answer, if there is one. Returns null if all dates are certain, or
 * if it isn't a column of dates. `compared` is the filter's own date.
 */
export function dateQuestion(list: List, header: string, compared = ""): DateQuestion | null {
  const answer = list.mapping.dates.get(header) ?? null;
  if (answer === null && certainOrder(list, header, [compared]) !== null) return null;
  const at = list.columns.indexOf(header);
  const texts = [...list.rows.map(({ cells }) => cellValue(cells[at], "date")), compared];
  for (const text of texts) {
    const date = readNumericDate(text);
    if (date?.isOpen)
      return {
        value: text.trim(),
        dmy: dateInWords(date, "dmy"),
        mdy: dateInWords(date, "mdy"),
        answer,
      };
  }
  return null;
}

/** Returns a date as a number that sorts; null if it isn't a date, or could be two days. */
export function dayOf(text: string, order: DateOrder | null): number | null {
  const read = readDate(text);
  if (read === null || (order === null && read.isOpen)) return null;
  const date = read[order ?? "dmy"];
  return Date.UTC(date.year, date.month - 1, date.day);
}

/** Returns the date in a row's cell, as `dayOf` does. */
export function dayIn(
  list: List,
  row: Row,
  header: string,
  order: DateOrder | null,
): number | null {
  const cell = row.cells[list.columns.indexOf(header)];
  return dayOf(typeof cell === "object" ? cell.iso : cellText(cell), order);
}

/** How each date column is read. */
export function columnOrders(textsOf: TextsOf, about: MomentContext): Orders {
  const orders = new Map<string, OrderOfColumn>();
  about.variables.forEach(({ name, type }, index) => {
    if (type !== "date") return;
    const column = columnOf(about, index);
    const answer = about.dateOrders.get(column ?? "");
    const texts = textsOf(index);
    const order = columnOrder(texts, about.dateFormat, answer);
    const isOpen = !isCertain(order) && texts.some((text) => readNumericDate(text)?.isOpen);
    orders.set(name, { ...order, isOpen });
  });
  return orders;
}

/** The variables with dates whose order is only likely. */
export function openDatesIn(orders: Orders): ReadonlySet<string> {
  return new Set([...orders].flatMap(([name, { isOpen }]) => (isOpen ? name : [])));
}

/** By date variable: its order, and whether that is open. */
interface ReadingOfDates extends Pick<CheckResult, "openDates"> {
  dateOrders: ReadonlyMap<string, DateOrder>;
}

/** A date as a preview shows it; one that is open as both of its days: no guess (rule: no silent guess). */
export function previewedDate(
  { name }: Pick<Variable, "name">,
  value: string,
  { dateOrders, openDates }: ReadingOfDates,
  format: DateFormat,
): string {
  const either = openDates.has(name) ? eitherDay(value) : null;
  return either ?? formatDate(value, { format, order: dateOrders.get(name) ?? "mdy" }).text;
}

/** Open dates of a row that its Details name; more are counted. */
const MAX_NAMED = 3;

/** The notes in a row's Details about ambiguous dates, where no one can be asked (rule: no silent guess). */
export function openDateNotes(
  values: readonly string[],
  about: MomentContext,
  orders: Orders,
): string[] {
  const open: { name: string; value: string; date: DateReading; column: ColumnOrder }[] = [];
  for (const [index, { name }] of about.variables.entries()) {
    const column = orders.get(name);
    if (column === undefined || isCertain(column)) continue;
    const value = values[index] ?? "";
    const date = readNumericDate(value);
    if (date?.isOpen) open.push({ name, value, date, column });
  }
  if (open.length === 0) return [];
  const more = open.length - MAX_NAMED;
  const notes = open.slice(0, MAX_NAMED).map(({ name, value, date, column: { order, by } }) => {
    const read = `"${shortened(value)}" in {{${name}}} is read as ${dateInWords(date, order)}`;
    const why = by === "most" ? "most dates in its column have" : "the date format has";
    return `${read}: ${why} the ${order === "dmy" ? "day before the month" : "month before the day"}.`;
  });
  return more > 0
    ? [...notes, `${more} more ${more === 1 ? "date is" : "dates are"} read in the same way.`]
    : notes;
}

/** How each column of dates or times was read, and the open question about it. */
export function momentColumns(
  rows: readonly CheckedRow[],
  textsOf: TextsOf,
  about: MomentContext,
  orders: Orders,
): MomentColumn[] {
  const found = new Map<string, MomentColumn>();
  // Don't ask about a date that appears in no email.
  const sent = rows.filter(isInEmail);
  about.variables.forEach(({ name, type }, index) => {
    const column = columnOf(about, index);
    // Two variables may read one column.
    const key = JSON.stringify([type, column]);
    if (column === null || (type !== "date" && type !== "time") || found.has(key)) return;
    const values = sent.map((row) => row.values[index] ?? "").filter((value) => value !== "");
    const order = orders.get(name);
    if (values.length === 0) return;
    const asRead = (texts: readonly string[]) =>
      order ? asDates(texts, order, about.dateFormat) : asTimes(texts);
    const read = asRead(values);
    // Another row of the column may have one, but not one that is still a guess.
    const isKnown = (text: string) =>
      isWritten(text) && (!order || isCertain(order) || readNumericDate(text)?.isOpen !== true);
    const { example } = read.example === null ? asRead(textsOf(index).filter(isKnown)) : read;
    found.set(key, { column, type, ...read, example });
  });
  return [...found.values()];
}

function asTimes(values: readonly string[]): Pick<MomentColumn, "example" | "question"> {
  for (const value of values) {
    const { recognized, text } = formatTime(value, "12hr");
    if (recognized) return { example: { value: shortened(value), readAs: text }, question: null };
  }
  return { example: null, question: null };
}

function asDates(
  values: readonly string[],
  column: ColumnOrder,
  format: DateFormat,
): Pick<MomentColumn, "example" | "question"> {
  // An open value is the best example of how the column is read.
  const open = values.find((value) => readNumericDate(value)?.isOpen);
  const value = open ?? values.find((each) => readDate(each) !== null) ?? "";
  const date = readDate(value);
  if (date === null) return { example: null, question: null };
  return {
    example: exampleOf(value, date, column, format),
    question: open === undefined ? null : questionOf(value, date, column),
  };
}

function exampleOf(
  value: string,
  date: DateReading,
  { order }: ColumnOrder,
  format: DateFormat,
): DateExample {
  const as = date.shows ?? order;
  const inMail = turnedRound(value, as, format);
  return {
    value: shortened(value),
    readAs: dateInWords(date, as),
    ...(inMail !== null && { inMail }),
  };
}

/** A date in the email's format if that has day and month in the other order, else null. */
function turnedRound(value: string, order: DateOrder, format: DateFormat): string | null {
  if (!DATE_FORMATS[format].isAmbiguous) return null;
  const numeric = readNumericDate(value);
  const stands = value.includes(".") ? "dmy" : order;
  if (
    numeric === null ||
    stands === formatOrder(format) ||
    numeric[order].day === numeric[order].month
  )
    return null;
  return formatDate(value, { format, order }).text;
}

function questionOf(
  value: string,
  date: DateReading,
  { order, by }: ColumnOrder,
): DateQuestion | null {
  if (by === "parts") return null;
  const words = { dmy: dayInWords(date, "dmy"), mdy: dayInWords(date, "mdy") };
  return { value: shortened(value), ...words, answer: by === "answer" ? order : null };
}
