import type { DateFormat } from "../contract/templates.ts";
import { readDate } from "./dates.ts";
import { DATE_FORMATS, type Formats, formatOrder } from "./formats.ts";
import { DEFAULT_LANGUAGE, numbersInLanguage } from "./languages.ts";

/** A date and a time as their native fields write them. */
export const DATE_FROM_FIELD = /^\d{4}-\d{2}-\d{2}$/;
export const TIME_FROM_FIELD = /^\d{2}:\d{2}$/;

/**
 * The format in which a field takes dates: that of the email, but for words in another language the
 * numbers of that language.
 */
export function fieldFormat({ dateFormat, date_language = "" }: Formats): DateFormat {
  if (!DATE_FORMATS[dateFormat].isInWords || ["", DEFAULT_LANGUAGE].includes(date_language))
    return dateFormat;
  const written = numbersInLanguage(new Date(Date.UTC(2025, 0, 31)), date_language);
  if (written.startsWith("2025")) return "iso";
  if (written.startsWith("01")) return "mmddyyyy";
  return written.includes(".") ? "dmy_dots" : "ddmmyyyy";
}

/**
 * A text as the value of a date field, in the order of its format. Null if it is no date, or could
 * be two days because the year comes first there.
 */
export function dateForField(text: string, format: DateFormat): string | null {
  const date = readDate(text);
  if (date === null || (date.isOpen && format === "iso")) return null;
  return DATE_FORMATS.iso.write(date[formatOrder(format)], {});
}
