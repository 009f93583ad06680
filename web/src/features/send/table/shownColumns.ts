import type { Variable } from "@sendwright/core/contract";
import { formatDate, readNumericDate } from "@sendwright/core/dates/dates";
import { DATE_FROM_FIELD, TIME_FROM_FIELD } from "@sendwright/core/dates/fields";
import { dateStyleOf, type Formats } from "@sendwright/core/dates/formats";
import { formatTime } from "@sendwright/core/dates/times";
import { type Cell, cellText, type List } from "@sendwright/core/list/list";
import { copyColumn, feedsOf } from "@sendwright/core/list/mapping";
import { COPY_FIELDS, type CopyField } from "@sendwright/core/recipients/copies";

/**
 * A date or time from a native field, or such as `2026-12-04` in a file, as the email shows it; in
 * words if it could be another day in a column whose dates are typed. Returns other text unchanged.
 */
export function shownText(
  cell: Cell | undefined,
  type: Variable["type"] | undefined,
  formats: Formats,
): string {
  const text = cellText(cell);
  if (type === "date" && DATE_FROM_FIELD.test(text)) {
    const shown = formatDate(text, { ...dateStyleOf(formats), order: "mdy" }).text;
    return readNumericDate(shown)?.isOpen
      ? formatDate(text, { ...dateStyleOf(formats), format: "long", order: "mdy" }).text
      : shown;
  }
  return type === "time" ? editedText(cell, type, formats) : text;
}

/**
 * The initial text of an editor. A time is clear in any format, but a date's order may be
 * ambiguous.
 */
export function editedText(
  cell: Cell | undefined,
  type: Variable["type"] | undefined,
  formats: Formats,
): string {
  const text = cellText(cell);
  return type === "time" && TIME_FROM_FIELD.test(text)
    ? formatTime(text, formats.timeFormat).text
    : text;
}

/** A column of the list as the table shows it. */
export interface ShownColumn {
  header: string;
  isAddress: boolean;
  /** The placeholders that it feeds. */
  variables: readonly Variable[];
  /** The copies that it says who gets. */
  copies: readonly CopyField[];
}

/**
 * The addresses, then the columns that feed placeholders in the order of these, then the others.
 */
export function shownColumns(
  list: Pick<List, "columns" | "mapping" | "several">,
  variables: readonly Variable[],
): ShownColumn[] {
  const feeds = feedsOf(list, variables);
  const further = list.several?.as === "cc" ? list.several.columns : [];
  const { address } = list.mapping;
  const fed = variables.flatMap(({ name }) => feeds.get(name) ?? []);
  const isColumn = new Set(list.columns);
  const copied = COPY_FIELDS.flatMap((field) => copyColumn(list, field) ?? []);
  const headers = new Set([
    ...(address === null ? [] : [address]),
    ...further,
    ...copied,
    ...fed,
    ...list.columns,
  ]);
  return [...headers]
    .filter((header) => isColumn.has(header))
    .map((header) => ({
      header,
      isAddress: header === address,
      variables: variables.filter(({ name }) => feeds.get(name) === header),
      copies: COPY_FIELDS.filter(
        (field) =>
          copyColumn(list, field) === header ||
          (field === "cc" && header !== address && further.includes(header)),
      ),
    }));
}

/** The columns that the email uses; all of them until the address column is known. */
export function neededColumns(columns: readonly ShownColumn[]): readonly ShownColumn[] {
  if (!columns.some(({ isAddress }) => isAddress)) return columns;
  return columns.filter(
    ({ isAddress, variables, copies }) => isAddress || variables.length + copies.length > 0,
  );
}

/**
 * Whether a table with this many columns gets the whole window except for a phone's width, which
 * the email keeps. Before all columns are shown, each placeholder of the email counts as one, so
 * that the page doesn't move when someone chooses a column.
 */
export function isWideTable(columns: number): boolean {
  return columns > 6;
}
