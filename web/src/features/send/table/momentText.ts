import type { DateFormat, TimeFormat, Variable } from "@sendwright/core/contract";
import { formatDate } from "@sendwright/core/dates/dates";
import { formatTime } from "@sendwright/core/dates/times";
import { type Cell, cellText } from "@sendwright/core/list/list";

/** The formats of dates and times in the email. */
export interface Formats {
  dateFormat: DateFormat;
  timeFormat: TimeFormat;
}

/** A date and a time as their native fields write them. */
const DATE_FROM_FIELD = /^\d{4}-\d{2}-\d{2}$/;
const TIME_FROM_FIELD = /^\d{2}:\d{2}$/;

/** A date or time from a native field as the email shows it. Returns other text unchanged. */
export function shownText(cell: Cell | undefined, type: Variable["type"] | undefined, formats: Formats): string {
  const text = cellText(cell);
  if (type === "date" && DATE_FROM_FIELD.test(text)) {
    return formatDate(text, { format: formats.dateFormat, order: "mdy" }).text;
  }
  return type === "time" ? editedText(cell, type, formats) : text;
}

/** The initial text of an editor. A time is clear in any format, but a date's order may be ambiguous. */
export function editedText(cell: Cell | undefined, type: Variable["type"] | undefined, formats: Formats): string {
  const text = cellText(cell);
  return type === "time" && TIME_FROM_FIELD.test(text) ? formatTime(text, formats.timeFormat).text : text;
}
