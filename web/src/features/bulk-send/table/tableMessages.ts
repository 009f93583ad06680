import { counted } from "../../../lib/counted.ts";

/** What of a pasted block had no place, in words, "" when all of it had. */
export function pasteMessage(
  { rowsLeftOut, columnsLeftOut }: { rowsLeftOut: number; columnsLeftOut: number },
  maxRows: number,
): string {
  const words: string[] = [];
  if (rowsLeftOut > 0) {
    const were = rowsLeftOut === 1 ? "was" : "were";
    words.push(
      `${counted(rowsLeftOut, "row")} ${were} not pasted: the table takes ${maxRows.toLocaleString("en-US")}.`,
    );
  }
  if (columnsLeftOut > 0) {
    const were = columnsLeftOut === 1 ? "was" : "were";
    words.push(`${counted(columnsLeftOut, "column")} beside the table ${were} not pasted.`);
  }
  return words.join(" ");
}
