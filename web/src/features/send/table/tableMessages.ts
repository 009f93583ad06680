import type { Pasted } from "@sendwright/core/list/change";
import { counted } from "../../../lib/counted.ts";

/** What of a pasted block had no place, in words; "" if all of it had. */
export function pasteMessage(
  { rowsLeft, columnsLeft }: Pick<Pasted, "rowsLeft" | "columnsLeft">,
  { limit, isFiltered }: { limit: number; isFiltered: boolean },
): string {
  const words: string[] = [];
  if (rowsLeft > 0) {
    const were = rowsLeft === 1 ? "was" : "were";
    const why = isFiltered
      ? "there are no more rows here. To add rows, show all."
      : `the table takes ${limit.toLocaleString("en-US")}.`;
    words.push(`${counted(rowsLeft, "row")} ${were} not pasted: ${why}`);
  }
  if (columnsLeft > 0) {
    const were = columnsLeft === 1 ? "was" : "were";
    words.push(`${counted(columnsLeft, "column")} beside the table ${were} not pasted.`);
  }
  return words.join(" ");
}

/** After a row was skipped together with those that repeat it; "" if it was alone. */
export function skipMessage(n: number | null, count: number): string {
  if (count === 1) return "";
  return `Row ${n} is skipped, and ${counted(count - 1, "row")} that repeat${count === 2 ? "s" : ""} it.`;
}
