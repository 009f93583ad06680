import type { CsvTable, Problem } from "@sendwright/functions/core";
import type { RowEdits } from "../form/rowEdits.ts";

/** Cells enough to know a person by, and no line longer than the list has. */
const CELLS = 3;
const LONGEST = 40;

/**
 * Takes a problem's row; gives what else stands in it, so that one knows who it is: an address that stands twice may be somebody
 * else's mistake. "" where nothing does.
 */
export function rowGlimpse(table: CsvTable, { row, column }: Pick<Problem, "row" | "column">, edits: RowEdits): string {
  const cells = table.rows.find(({ n }) => n === row)?.cells ?? [];
  const changed = new Map(Object.entries(edits[row] ?? {}));
  const others = table.headers.flatMap((header, index) => {
    const text = (changed.get(header) ?? cells[index] ?? "").trim();
    return header === column || text === "" || text.length > LONGEST ? [] : [text];
  });
  return others.slice(0, CELLS).join(", ");
}
