import { cellText, isIncluded, type List } from "./list.ts";

/** How many values say what a column holds. */
const SAMPLES = 3;
/** Characters of a value. */
const ENOUGH = 24;
/** Of a long list, only so many rows are looked at. */
const FIRST_ROWS = 200;

/**
 * By header: the first different values of the column, "Mia, Ben, Sofia"; "" if its first rows have
 * none.
 */
export function samplesIn({
  columns,
  rows,
}: Pick<List, "columns" | "rows">): ReadonlyMap<string, string> {
  const first = rows.filter(isIncluded).slice(0, FIRST_ROWS);
  return new Map(
    columns.map((header, at) => {
      const values = new Set<string>();
      for (const { cells } of first) {
        const text = cellText(cells[at]).replace(/\s+/g, " ").trim();
        if (text !== "")
          values.add(text.length > ENOUGH ? `${text.slice(0, ENOUGH - 1).trimEnd()}…` : text);
        if (values.size === SAMPLES) break;
      }
      return [header, [...values].join(", ")];
    }),
  );
}
