import { type DateFormat, type DateOrder, DEFAULT_FORMATS } from "@sendwright/core/contract";
import { readDate, readNumericDate } from "@sendwright/core/dates/dates";
import { columnOrder, isCertain } from "@sendwright/core/dates/order";

/** The format that writes a date as it stands in the file, null for what is no date. */
function formatOf(value: string, order: DateOrder): DateFormat | null {
  const date = readDate(value);
  if (date === null) return null;
  const text = value.trim();
  if (/^\d{1,2}\./.test(text)) return "dmy_dots";
  if (readNumericDate(text) !== null) return (date.shows ?? order) === "dmy" ? "ddmmyyyy" : "mmddyyyy";
  return /^\d{4}-/.test(text) ? "iso" : "long";
}

/**
 * The format that most dates of a file are written in; `answer` is what was said of a column. Where a column does not
 * say which of its numbers is the day, it is the format in words: whatever is answered later, no reader of the mail is
 * misled.
 */
export function fileDateFormat(
  columns: readonly { values: readonly string[]; answer: DateOrder | undefined }[],
): DateFormat {
  const written = new Map<DateFormat, number>();
  for (const { values, answer } of columns) {
    const column = columnOrder(values, DEFAULT_FORMATS.dateFormat, answer);
    if (!isCertain(column) && values.some((value) => readNumericDate(value)?.isOpen)) return "long";
    for (const value of values) {
      const format = formatOf(value, column.order);
      if (format !== null) written.set(format, (written.get(format) ?? 0) + 1);
    }
  }
  const [most] = [...written].sort(([, one], [, other]) => other - one);
  return most?.[0] ?? DEFAULT_FORMATS.dateFormat;
}
