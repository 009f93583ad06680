import { readDate } from "../dates/dates.ts";
import { comparable } from "../placeholders/grammar.ts";
import type { CarryContext } from "./carriedCells.ts";
import { isFilled, type List, type Row, type RowFilter, textIn } from "./list.ts";
import { filterTest } from "./narrow.ts";
import { likelyForm, numberIn } from "./numbers.ts";

/**
 * The list with the same filters; `lost` gets those that it can't have. A row that hasn't changed
 * stays as it was, even if it has been edited since.
 */
export function withFilters(
  before: List,
  next: List,
  { columns, matched, isSameFile }: CarryContext,
  lost: string[],
): List {
  const filters = (before.filters ?? []).flatMap((filter): RowFilter[] => {
    const header = columns.get(filter.header);
    const isGone = header === undefined;
    if (!isGone && (isSameFile || !isReplaced(before, filter, next, header)))
      return [{ ...filter, header }];
    lost.push(`the filter by “${filter.header}”${isGone ? "" : ", which has other values now"}`);
    return [];
  });
  // Drafts of older pages know the rows, but not the filters.
  const isKnown = before.filters !== undefined;
  const areRowsKept = !isKnown || filters.length === before.filters?.length;
  const tests = filters.map((filter) => filterTest(next, filter));
  const headersBefore = new Map([...columns].map(([header, now]) => [now, header]));
  const isAsBefore = (row: Row, rowBefore: Row) =>
    filters.every(
      ({ header }) =>
        textIn(next, row, header) === textIn(before, rowBefore, headersBefore.get(header) ?? ""),
    );
  const rows = next.rows.map((row): Row => {
    if (!isFilled(row)) return row;
    const rowBefore = matched.get(row.id);
    const isOut =
      areRowsKept && rowBefore !== undefined && isAsBefore(row, rowBefore)
        ? isFiltered(rowBefore)
        : tests.some((passes) => !passes(row));
    return isOut ? { ...row, excluded: "filtered" } : row;
  });
  if (!isKnown && before.rows.some(isFiltered) && !rows.some(isFiltered)) lost.push("your filter");
  return { ...next, rows, ...(filters.length > 0 && { filters }) };
}

function isFiltered({ excluded }: Row): boolean {
  return excluded === "filtered";
}

/**
 * Whether the column of a filter holds something else in another file: none of the texts it had,
 * nor the filter's own value; or nothing that could be before or after.
 */
function isReplaced(before: List, filter: RowFilter, next: List, header: string): boolean {
  const textsOf = (list: List, name: string) =>
    list.rows.map((row) => comparable(textIn(list, row, name))).filter((text) => text !== "");
  const texts = textsOf(next, header);
  if (texts.length === 0 || !("value" in filter)) return false;
  const value = comparable(filter.value);
  const known = new Set(textsOf(before, filter.header));
  switch (filter.test) {
    case "before":
    case "after": {
      if (readDate(value) !== null) return texts.every((text) => readDate(text) === null);
      const form = likelyForm(texts);
      return texts.every((text) => numberIn(text, form) === null);
    }
    case "contains":
      return texts.every((text) => !known.has(text) && !text.includes(value));
    default:
      return texts.every((text) => !known.has(text) && text !== value);
  }
}
