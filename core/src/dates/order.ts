import type { DateFormat, DateOrder } from "../contract/templates.ts";
import { readNumericDate } from "./dates.ts";

/** How the open dates of a column are read, and what says so. */
export interface ColumnOrder {
  order: DateOrder;
  /** A person's answer; parts above 12; most of the parts above 12, which disagree; the template's date format. */
  by: "answer" | "parts" | "most" | "format";
}

/** The order of day and month in a date format. */
export function formatOrder(format: DateFormat): DateOrder {
  return format === "ddmmyyyy" || format === "dmy_dots" ? "dmy" : "mdy";
}

/**
 * The order in which the `1/2/2025` of a column are read (rule: the order of a column). `answer` is a person's, where
 * there is one.
 */
export function columnOrder(values: Iterable<string>, format: DateFormat, answer?: DateOrder): ColumnOrder {
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

/** Whether how a column is read is certain, or only likely. */
export function isCertain({ by }: ColumnOrder): boolean {
  return by === "answer" || by === "parts";
}
