import { type DateFormat, dateFormat } from "@sendwright/core/contract";
import { dateExample } from "./examples.ts";

/** The numeric date format of a language, or null if we don't have it. */
export function localDateFormat(language: string = navigator.language): DateFormat | null {
  const written = new Intl.DateTimeFormat(language, {
    day: "2-digit",
    month: "2-digit",
    year: "numeric",
    timeZone: "UTC",
  });
  const example = written.format(new Date("2025-01-31T00:00:00Z"));
  return dateFormat.options.find((format) => dateExample(format) === example) ?? null;
}
