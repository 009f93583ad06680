import type { DateFormat, DateOrder, TimeFormat } from "../contract/templates.ts";
import { dayInLanguage } from "./languages.ts";

export interface CalendarDate {
  year: number;
  month: number;
  day: number;
}

/** How an email writes dates and times (rule: formats). */
export interface Formats {
  dateFormat: DateFormat;
  timeFormat: TimeFormat;
  /** The language of dates in words; "" or absent for American English. */
  date_language?: string | undefined;
  /** Whether dates in words begin with the day of the week; absent for no. */
  date_weekday?: boolean | undefined;
}

/** The formats that a call names; `undefined` for the others. */
export type GivenFormats = { [Name in keyof Formats]?: Formats[Name] | undefined };

/** The way to write dates in words; without any, American English without the day of the week. */
export interface WordStyle {
  language?: string | undefined;
  weekday?: boolean | undefined;
}

/** Everything about one date format. */
interface DateFormatEntry {
  write(date: CalendarDate, style: WordStyle): string;
  /** The order in which it makes us read `1/2/2025` if nothing else decides. */
  order: DateOrder;
  /** Whether it has the month in words, in a language of its own. */
  isInWords: boolean;
  /** Whether its numbers can be taken for another day. */
  isAmbiguous: boolean;
  /** Whether a date of a list, read in this order, is already written like this. */
  isLike(text: string, order: DateOrder): boolean;
  /** The pattern of a date field (dayjs). */
  pattern: string;
  /** The choice's name beside the example. */
  words: string;
}

const NUMBERS = /^\d{1,2}[/-]\d{1,2}[/-]/;

/** The date formats. A new one needs a value in the contract and its line here. */
export const DATE_FORMATS: Readonly<Record<DateFormat, DateFormatEntry>> = {
  mmddyyyy: {
    write: ({ year, month, day }) => `${pad(month)}/${pad(day)}/${pad(year, 4)}`,
    order: "mdy",
    isInWords: false,
    isAmbiguous: true,
    isLike: (text, order) => NUMBERS.test(text) && order === "mdy",
    pattern: "MM/DD/YYYY",
    words: "month/day/year",
  },
  long: {
    write: (date, { language = "", weekday = false }) =>
      dayInLanguage(utc(date), language, weekday),
    order: "mdy",
    isInWords: true,
    isAmbiguous: false,
    // "3. April 2026" is nearer to 03.04.2026 than to April 3, 2026.
    isLike: (text) => /^(?!\d{1,2}\.).*\p{L}{3}/u.test(text),
    pattern: "MMMM D, YYYY",
    words: "in words",
  },
  ddmmyyyy: {
    write: ({ year, month, day }) => `${pad(day)}/${pad(month)}/${pad(year, 4)}`,
    order: "dmy",
    isInWords: false,
    isAmbiguous: true,
    isLike: (text, order) => NUMBERS.test(text) && order === "dmy",
    pattern: "DD/MM/YYYY",
    words: "day/month/year",
  },
  iso: {
    write: ({ year, month, day }) => `${pad(year, 4)}-${pad(month)}-${pad(day)}`,
    order: "mdy",
    isInWords: false,
    isAmbiguous: false,
    isLike: (text) => /^\d{4}-/.test(text),
    pattern: "YYYY-MM-DD",
    words: "year-month-day",
  },
  dmy_dots: {
    write: ({ year, month, day }) => `${pad(day)}.${pad(month)}.${pad(year, 4)}`,
    order: "dmy",
    isInWords: false,
    isAmbiguous: true,
    isLike: (text) => /^\d{1,2}\./.test(text),
    pattern: "DD.MM.YYYY",
    words: "day.month.year",
  },
};

export function utc({ year, month, day }: CalendarDate): Date {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date;
}

function pad(number: number, length = 2): string {
  return String(number).padStart(length, "0");
}

/** The order of day and month in a date format. */
export function formatOrder(format: DateFormat): DateOrder {
  return DATE_FORMATS[format].order;
}

/** The formats of anything that has them, without its other fields. */
export function formatsOf(
  of: Formats,
): Pick<Formats, "dateFormat" | "timeFormat"> & ReturnType<typeof dateWordsOf> {
  const { dateFormat, timeFormat } = of;
  return { dateFormat, timeFormat, ...dateWordsOf(of) };
}

/** The fields of an email about its dates in words, if it has any. */
export function dateWordsOf({
  date_language,
  date_weekday,
}: Pick<Formats, "date_language" | "date_weekday">): {
  date_language?: string;
  date_weekday?: boolean;
} {
  return {
    ...(date_language !== undefined && { date_language }),
    ...(date_weekday !== undefined && { date_weekday }),
  };
}

/**
 * The formats of an email as a call asks for them, else as `own`; without a language of its own,
 * none.
 */
export function formatsAsked(asked: GivenFormats, own: Formats): Formats {
  return {
    dateFormat: asked.dateFormat ?? own.dateFormat,
    timeFormat: asked.timeFormat ?? own.timeFormat,
    ...dateWordsOf({
      date_language: asked.date_language ?? own.date_language,
      date_weekday: asked.date_weekday ?? own.date_weekday,
    }),
  };
}

/** How an email with these formats writes dates, for `formatDate`. */
export function dateStyleOf({
  dateFormat,
  date_language,
  date_weekday,
}: Omit<Formats, "timeFormat">): { format: DateFormat } & WordStyle {
  return { format: dateFormat, language: date_language, weekday: date_weekday };
}
