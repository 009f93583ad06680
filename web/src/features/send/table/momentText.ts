import type { DateFormat, TimeFormat, Variable } from "@sendwright/core/contract";
import { formatDate } from "@sendwright/core/dates/dates";
import { formatTime } from "@sendwright/core/dates/times";
import { type Cell, cellText } from "@sendwright/core/list/list";

/** In which the email shows its dates and times. */
export interface Formats {
  dateFormat: DateFormat;
  timeFormat: TimeFormat;
}

/** A date and a time as a field for them writes them. */
const DATE_FROM_FIELD = /^\d{4}-\d{2}-\d{2}$/;
const TIME_FROM_FIELD = /^\d{2}:\d{2}$/;

/** A date or time that a field wrote, as the email shows it. Any other text as it is. */
export function shownText(cell: Cell | undefined, type: Variable["type"] | undefined, formats: Formats): string {
  const text = cellText(cell);
  if (type === "date" && DATE_FROM_FIELD.test(text)) {
    return formatDate(text, { format: formats.dateFormat, order: "mdy" }).text;
  }
  return type === "time" ? editedText(cell, type, formats) : text;
}

/** The text that an editor begins with: a time is one whichever way it is written; of a date the order may be asked. */
export function editedText(cell: Cell | undefined, type: Variable["type"] | undefined, formats: Formats): string {
  const text = cellText(cell);
  return type === "time" && TIME_FROM_FIELD.test(text) ? formatTime(text, formats.timeFormat).text : text;
}
