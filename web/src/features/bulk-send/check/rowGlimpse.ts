import type { Problem } from "@sendwright/core/check/types";
import type { CsvTable } from "@sendwright/core/csv/readCsv";
import { fixedCells, type RowEdits } from "../form/rowEdits.ts";

/** Cells enough to know a person by, and no line longer than the list has. */
const CELLS = 3;
const LONGEST = 40;

/**
 * What else stands in a problem's row, so that the person knows who it is: an address that stands twice may be somebody
 * else's mistake. "" where nothing does.
 */
export function rowGlimpse(table: CsvTable, { row, column }: Pick<Problem, "row" | "column">, edits: RowEdits): string {
  const { headers } = table;
  const found = table.rows.find(({ n }) => n === row);
  if (!found) return "";
  const others = fixedCells(headers, found, edits)
    .filter((_, index) => headers[index] !== column)
    .map((text) => text.trim())
    .filter((text) => text !== "" && text.length <= LONGEST);
  return others.slice(0, CELLS).join(", ");
}
