import type { DateFormat, TimeFormat } from "@sendwright/core/contract";
import { formatDate } from "@sendwright/core/dates/dates";
import { formatTime } from "@sendwright/core/dates/times";

/** The example day for each format: it can't be misread as another day, even in numbers. */
export const EXAMPLE_DAY = "31 January 2025";
const EXAMPLE = "2025-01-31";

/** The example's day, written in a format. */
export function dateExample(format: DateFormat): string {
  return formatDate(EXAMPLE, { format, order: "mdy" }).text;
}

/** Half past two in the afternoon, written in a format. */
export function timeExample(format: TimeFormat): string {
  return formatTime("14:30", format).text;
}
