import type { DateFormat, DateOrder } from "../contract/templates.ts";
import { readWordDate } from "./months.ts";

/** Lengths of time in milliseconds. */
export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** What a formatter makes of a value: the text to show, and whether the value was understood at all. */
export interface Formatted {
  text: string;
  /** False: `text` is the value as it was given, and the check lists it as a note. */
  recognized: boolean;
}

interface CalendarDate {
  year: number;
  month: number;
  day: number;
}

/** A value that is a date: the day that it is in each order. */
interface ReadDate extends Record<DateOrder, CalendarDate> {
  /** The order that its own parts show (one is above 12); null where they show none. */
  shows: DateOrder | null;
  /** Whether the order makes two days of it. */
  isOpen: boolean;
}

const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?\s?(?:Z|[+-]\d{2}:?\d{2})?)?$/i;
const NUMERIC = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})$/;

/** A two-digit year below this is of the 2000s, else of the 1900s (as POSIX reads `%y`). */
const TWO_DIGIT_PIVOT = 69;

function yearOf(digits: string): number {
  const year = Number(digits);
  if (digits.length > 2) return year;
  return year < TWO_DIGIT_PIVOT ? 2000 + year : 1900 + year;
}

/** A year of fewer than four digits is one that somebody has not finished typing. */
const FIRST_YEAR = 1000;

/** The year meant where two digits were typed into a date field, which writes four ("0027"); other years as they are. */
export function fullYear(digits: string): string {
  return /^00[1-9]\d$/.test(digits) ? String(yearOf(digits.slice(2))) : digits;
}

function utc({ year, month, day }: CalendarDate): Date {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date;
}

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** A date; null if the calendar doesn't have it (31 February). */
function dateOf(year: number, month: number, day: number): CalendarDate | null {
  const leapDay = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 1 : 0;
  // There are no days in a month 0 or 13.
  const days = (DAYS[month - 1] ?? 0) + leapDay;
  return year >= FIRST_YEAR && day >= 1 && day <= days ? { year, month, day } : null;
}

/**
 * The day that a value is in each order (rule: reading a date), null if it is no date of the calendar: ISO with or
 * without a time, `d.m.y`, `d/m/y` or `m/d/y` with `/` or `-`, a month in words. A time beside a date, and its zone,
 * are passed over: the day as written is the day that is meant.
 */
export function readDate(value: string): ReadDate | null {
  const text = value.trim();
  const iso = ISO.exec(text);
  if (iso) return certain(dateOf(Number(iso[1]), Number(iso[2]), Number(iso[3])));
  const words = readWordDate(text);
  if (words) return certain(dateOf(yearOf(words.year), words.month, words.day));
  return readNumericDate(text);
}

/** Like `readDate`, but only for three numbers: no other date shows an order or leaves one open. */
export function readNumericDate(value: string): ReadDate | null {
  const numeric = NUMERIC.exec(value.trim());
  if (!numeric) return null;
  const [first, second, year] = [Number(numeric[1]), Number(numeric[3]), yearOf(numeric[4] ?? "")];
  const dmy = dateOf(year, second, first);
  return numeric[2] === "." ? certain(dmy, first > 12) : eitherWay(dmy, dateOf(year, first, second));
}

function certain(date: CalendarDate | null, isDayFirst = false): ReadDate | null {
  return date && { dmy: date, mdy: date, shows: isDayFirst ? "dmy" : null, isOpen: false };
}

/** A value that is a date in only one order is that date, whatever its column says. */
function eitherWay(dmy: CalendarDate | null, mdy: CalendarDate | null): ReadDate | null {
  if (dmy && mdy) return { dmy, mdy, shows: null, isOpen: dmy.day !== mdy.day };
  const date = dmy ?? mdy;
  return date && { dmy: date, mdy: date, shows: dmy ? "dmy" : "mdy", isOpen: false };
}

const LONG = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

function pad(number: number, length = 2): string {
  return String(number).padStart(length, "0");
}

function write(date: CalendarDate, format: DateFormat): string {
  const [day, month, year] = [pad(date.day), pad(date.month), pad(date.year, 4)];
  switch (format) {
    case "mmddyyyy":
      return `${month}/${day}/${year}`;
    case "ddmmyyyy":
      return `${day}/${month}/${year}`;
    case "dmy_dots":
      return `${day}.${month}.${year}`;
    case "iso":
      return `${year}-${month}-${day}`;
    case "long":
      return LONG.format(utc(date));
  }
}

/**
 * A value in the template's date format, read in its column's order. Other text comes back unchanged. Never
 * throws.
 */
export function formatDate(value: string, { format, order }: { format: DateFormat; order: DateOrder }): Formatted {
  const date = readDate(value);
  return date ? { text: write(date[order], format), recognized: true } : { text: value, recognized: false };
}

const DAY_FIRST = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", timeZone: "UTC" });
const MONTH_FIRST = new Intl.DateTimeFormat("en-US", { day: "numeric", month: "long", timeZone: "UTC" });

/** A date in unambiguous form: "3 April 2026", "March 4, 2026". */
export function dateInWords(date: ReadDate, order: DateOrder): string {
  return order === "dmy" ? `${dayInWords(date, order)} ${date[order].year}` : LONG.format(utc(date[order]));
}

/** As `dateInWords`, without the year: "3 April", "March 4". */
export function dayInWords(date: ReadDate, order: DateOrder): string {
  return (order === "dmy" ? DAY_FIRST : MONTH_FIRST).format(utc(date[order]));
}
