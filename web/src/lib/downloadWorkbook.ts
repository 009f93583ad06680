import { download } from "./download.ts";

const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/**
 * Downloads rows as an `.xlsx` with one sheet, in which every cell is text. Loads the library
 * first.
 */
export async function downloadWorkbook(
  name: string,
  sheet: string,
  rows: readonly (readonly string[])[],
): Promise<void> {
  const { writeWorkbook } = await import("@sendwright/core/workbook/writeWorkbook");
  download(`${name}.xlsx`, new Blob([writeWorkbook(sheet, rows)], { type: XLSX }));
}
