import type { DateFormat } from "../../contract/templates.ts";

/** Which part of `01/02/2025` is the day: the first (`dmy`) or the second (`mdy`). */
export type DateOrder = "dmy" | "mdy";

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

const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?\s?(?:Z|[+-]\d{2}:?\d{2})?)?$/i;
const NUMERIC = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})$/;
const WORDS = /^([a-z]{3,9})\.? (\d{1,2}),? (\d{4})$/i;
const MONTHS = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];

/** A two-digit year below this is of the 2000s, else of the 1900s (as POSIX reads `%y`). */
const TWO_DIGIT_PIVOT = 69;

function yearOf(digits: string): number {
  const year = Number(digits);
  if (digits.length > 2) return year;
  return year < TWO_DIGIT_PIVOT ? 2000 + year : 1900 + year;
}

/** A full or three-letter English month name; gives 1 to 12, or 0. */
function monthNumber(word: string): number {
  const lower = word.toLowerCase();
  return MONTHS.findIndex((month) => month === lower || month.slice(0, 3) === lower) + 1;
}

function utc({ year, month, day }: CalendarDate): Date {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date;
}

/** Rolling over (31 February becomes 3 March) gives an impossible date away. */
function exists(date: CalendarDate): boolean {
  if (date.year < 1 || date.month < 1 || date.day < 1) return false;
  const rolled = utc(date);
  return rolled.getUTCMonth() === date.month - 1 && rolled.getUTCDate() === date.day;
}

function read(value: string, order: DateOrder): CalendarDate | null {
  const text = value.trim();
  const iso = ISO.exec(text);
  if (iso) return { year: Number(iso[1]), month: Number(iso[2]), day: Number(iso[3]) };
  const numeric = NUMERIC.exec(text);
  if (numeric) {
    const [first, second] = [Number(numeric[1]), Number(numeric[3])];
    const [day, month] = order === "dmy" ? [first, second] : [second, first];
    return { year: yearOf(numeric[4] ?? ""), month, day };
  }
  const words = WORDS.exec(text);
  if (words) return { year: Number(words[3]), month: monthNumber(words[1] ?? ""), day: Number(words[2]) };
  return null;
}

/** A time beside an ISO date, and its zone, are passed over: the day as written is the day that is meant. */
function parse(value: string, order: DateOrder): CalendarDate | null {
  const date = read(value, order);
  return date && exists(date) ? date : null;
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
    case "iso":
      return `${year}-${month}-${day}`;
    case "long":
      return LONG.format(utc(date));
  }
}

/**
 * Takes a value (ISO with or without a time, `d/m/y` or `m/d/y` with `/`, `.` or `-`, "April 1, 2025") and gives it in the
 * template's date format (rule: reading a date). What is no date of the calendar comes back unchanged. Never throws.
 */
export function formatDate(value: string, { format, order }: { format: DateFormat; order: DateOrder }): Formatted {
  const date = parse(value, order);
  return date ? { text: write(date, format), recognized: true } : { text: value, recognized: false };
}

/**
 * Takes the values of one column and the template's date format; gives the order in which its `1/2/2025` are to be read.
 * Dates that exist in one order only (a part above 12) decide, the greater number of them where they disagree;
 * where none or equally many speak, the template's own format decides.
 */
export function dateOrderOf(values: Iterable<string>, format: DateFormat): DateOrder {
  let balance = 0;
  for (const value of values) {
    balance += Number(parse(value, "dmy") !== null) - Number(parse(value, "mdy") !== null);
  }
  if (balance !== 0) return balance > 0 ? "dmy" : "mdy";
  return format === "ddmmyyyy" ? "dmy" : "mdy";
}
