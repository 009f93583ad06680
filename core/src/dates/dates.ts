import type { DateFormat, DateOrder } from "../contract/templates.ts";
import { lazily } from "../lazily.ts";
import { type CalendarDate, DATE_FORMATS, formatOrder, utc, type WordStyle } from "./formats.ts";

/** A formatter's result for a value: the text to show, and whether we could read the value. */
export interface FormattedValue {
  text: string;
  /** False: `text` is the value as it was given, and the check lists it as a note. */
  recognized: boolean;
}

/** A value that is a date: its day in each order. */
interface ReadDate extends Record<DateOrder, CalendarDate> {
  /** The order that its own parts show (one is above 12); null if they show none. */
  shows: DateOrder | null;
  /** Whether it is a different day in each order. */
  isOpen: boolean;
}

/** The names of the months, first to last: English, German, and as both shorten them. */
const MONTH_NAMES = [
  "january jan januar jänner jaenner jän",
  "february feb februar",
  "march mar märz maerz mär mrz",
  "april apr",
  "may mai",
  "june jun juni",
  "july jul juli",
  "august aug",
  "september sep sept",
  "october oct oktober okt",
  "november nov",
  "december dec dezember dez",
];
const NUMBERS = new Map(
  MONTH_NAMES.flatMap((names, index) => names.split(" ").map((name) => [name, index + 1] as const)),
);

/** The English name of the first month that begins with this word; the word if none does. */
export function monthBeginningWith(word: string): string {
  const names = MONTH_NAMES.find((each) => each.startsWith(word.toLowerCase()));
  return names?.split(" ")[0] ?? word;
}

/** Whether a word is the name of a month, in full or short. */
export function isMonthName(word: string): boolean {
  return NUMBERS.has(word.toLowerCase());
}

/** The numbers of its parts, as written. */
export interface WrittenDate {
  year: string;
  month: number;
  day: number;
}

const SPACE = "[ \\u00a0\\u202f]";
const DAY_PATTERN = "(\\d{1,2})(?:st|nd|rd|th)?";
const MONTH = "([a-zä]{3,9})\\.?";
/** "15. April 2026", "15 Apr 2026", "15th April, 2026", "15-Apr-26". */
const DAY_BEFORE_WORD = new RegExp(
  `^${DAY_PATTERN}(?:\\.${SPACE}?|${SPACE}|-)${MONTH}(?:,?${SPACE}|-)(\\d{4}|\\d{2})$`,
  "i",
);
/** "April 15, 2026"; a two-digit year would look like a second day. */
const WORD_BEFORE_DAY = new RegExp(
  `^${MONTH}${SPACE}${DAY_PATTERN}(?:,${SPACE}?|${SPACE})(\\d{4})$`,
  "i",
);

/**
 * The date in a trimmed text with the month in words, English or German, full or short. Null for
 * anything else. The day may not exist in the calendar. Each part has a bounded length, so a long
 * text takes no longer.
 */
export function readWordDate(text: string): WrittenDate | null {
  // Some systems write an ä as two characters.
  const composed = text.length > 40 ? text : text.normalize("NFC");
  const dayFirst = DAY_BEFORE_WORD.exec(composed);
  if (dayFirst) return dated(dayFirst[3], dayFirst[2], dayFirst[1]);
  const monthFirst = WORD_BEFORE_DAY.exec(composed);
  return monthFirst && dated(monthFirst[3], monthFirst[1], monthFirst[2]);
}

function dated(year = "", month = "", day = ""): WrittenDate | null {
  const number = NUMBERS.get(month.toLowerCase());
  return number === undefined ? null : { year, month: number, day: Number(day) };
}

const ISO =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?\s?(?:Z|[+-]\d{2}:?\d{2})?)?$/i;
/** A time may follow, as forms write it: `3/4/2026 14:30:05`, `03.04.2026, 2:30 PM`. */
const NUMERIC =
  /^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})(?:,? {1,2}\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)? ?(?:[ap]\.?m\.?)?)?$/i;

/** A two-digit year below this is of the 2000s, else of the 1900s (as POSIX reads `%y`). */
const TWO_DIGIT_PIVOT = 69;

function yearOf(digits: string): number {
  const year = Number(digits);
  if (digits.length > 2) return year;
  return year < TWO_DIGIT_PIVOT ? 2000 + year : 1900 + year;
}

/** A year of fewer than four digits is still being typed. */
const FIRST_YEAR = 1000;

/**
 * The intended year if two digits were typed into a date field, which writes four ("0027"); other
 * years as they are.
 */
export function fullYear(digits: string): string {
  return /^00[1-9]\d$/.test(digits) ? String(yearOf(digits.slice(2))) : digits;
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
 * The day that a value is in each order (rule: reading a date), null if it is no date of the
 * calendar: ISO with or without a time, `d.m.y`, `d/m/y` or `m/d/y` with `/` or `-`, a month in
 * words. We ignore a time next to a date and its zone: the day as written counts.
 */
export function readDate(value: string): ReadDate | null {
  const text = value.trim();
  const iso = ISO.exec(text);
  if (iso) return certain(dateOf(Number(iso[1]), Number(iso[2]), Number(iso[3])));
  const words = readWordDate(text);
  if (words) return certain(dateOf(yearOf(words.year), words.month, words.day));
  return readNumericDate(text);
}

/** Whether a date's year has two digits, so that its century is a guess. */
export function hasShortYear(value: string): boolean {
  const text = value.trim();
  const year = ISO.test(text) ? undefined : (readWordDate(text)?.year ?? NUMERIC.exec(text)?.[4]);
  return year?.length === 2;
}

/** Like `readDate`, but only for three numbers: no other date shows an order or leaves one open. */
export function readNumericDate(value: string): ReadDate | null {
  const numeric = NUMERIC.exec(value.trim());
  if (!numeric) return null;
  const [first, second, year] = [Number(numeric[1]), Number(numeric[3]), yearOf(numeric[4] ?? "")];
  const dmy = dateOf(year, second, first);
  return numeric[2] === "."
    ? certain(dmy, first > 12)
    : eitherWay(dmy, dateOf(year, first, second));
}

function certain(date: CalendarDate | null, isDayFirst = false): ReadDate | null {
  return date && { dmy: date, mdy: date, shows: isDayFirst ? "dmy" : null, isOpen: false };
}

/** A value that is a date in only one order is that date, regardless of its column. */
function eitherWay(dmy: CalendarDate | null, mdy: CalendarDate | null): ReadDate | null {
  if (dmy && mdy) return { dmy, mdy, shows: null, isOpen: dmy.day !== mdy.day };
  const date = dmy ?? mdy;
  return date && { dmy: date, mdy: date, shows: dmy ? "dmy" : "mdy", isOpen: false };
}

/**
 * A value in the template's date format, read in its column's order. Other text comes back
 * unchanged. Never throws.
 */
export function formatDate(
  value: string,
  { format, order, ...style }: { format: DateFormat; order: DateOrder } & WordStyle,
): FormattedValue {
  const date = readDate(value);
  return date
    ? { text: DATE_FORMATS[format].write(date[order], style), recognized: true }
    : { text: value, recognized: false };
}

const dayFirst = lazily(
  () => new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", timeZone: "UTC" }),
);
const monthFirst = lazily(
  () => new Intl.DateTimeFormat("en-US", { day: "numeric", month: "long", timeZone: "UTC" }),
);

/** A date in unambiguous form: "3 April 2026", "March 4, 2026". */
export function dateInWords(date: ReadDate, order: DateOrder): string {
  return order === "dmy"
    ? `${dayInWords(date, order)} ${date[order].year}`
    : DATE_FORMATS.long.write(date[order], {});
}

/** As `dateInWords`, without the year: "3 April", "March 4". */
export function dayInWords(date: ReadDate, order: DateOrder): string {
  return (order === "dmy" ? dayFirst() : monthFirst()).format(utc(date[order]));
}

/** The two days that an open date can be: "3 April or March 4?"; null for any other text. */
export function eitherDay(value: string): string | null {
  const date = readNumericDate(value);
  if (date === null || !date.isOpen) return null;
  return `${dayInWords(date, "dmy")} or ${dayInWords(date, "mdy")}?`;
}

/** How the open dates of a column are read, and the reason. */
export interface ColumnOrder {
  order: DateOrder;
  /**
   * A person's answer; parts above 12; most of the parts above 12, which disagree; the template's
   * date format.
   */
  by: "answer" | "parts" | "most" | "format";
}

/**
 * The order in which the `1/2/2025` of a column are read (rule: the order of a column). `answer` is
 * a person's, if there is one.
 */
export function columnOrder(
  values: Iterable<string>,
  format: DateFormat,
  answer?: DateOrder,
): ColumnOrder {
  if (answer !== undefined) return { order: answer, by: "answer" };
  const shown = { dmy: 0, mdy: 0 };
  for (const value of values) {
    const shows = readNumericDate(value)?.shows;
    if (shows) shown[shows] += 1;
  }
  if (shown.dmy === shown.mdy) return { order: formatOrder(format), by: "format" };
  const order = shown.dmy > shown.mdy ? "dmy" : "mdy";
  return { order, by: Math.min(shown.dmy, shown.mdy) === 0 ? "parts" : "most" };
}

/** Whether the order of a column is certain, or only likely. */
export function isCertain({ by }: ColumnOrder): boolean {
  return by === "answer" || by === "parts";
}
