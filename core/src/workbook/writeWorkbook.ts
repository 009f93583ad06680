import { utils, write } from "@e965/xlsx";
import { textCell } from "../table/cellProtection.ts";

/** The most characters that Excel takes in a cell. */
const MAX_CELL = 32_767;

/**
 * An `.xlsx` workbook with one sheet, in which every cell is text: no formula runs, and zeros in
 * front stay.
 */
export function writeWorkbook(
  sheet: string,
  rows: readonly (readonly string[])[],
): Uint8Array<ArrayBuffer> {
  const cells = rows.map((row) =>
    row.map((text) => ({ t: "s" as const, v: textCell(text).slice(0, MAX_CELL) })),
  );
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(cells), sheet);
  return new Uint8Array(
    write(book, { type: "array", bookType: "xlsx", compression: true }) as ArrayBuffer,
  );
}
