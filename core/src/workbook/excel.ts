import { type CellObject, type ParsingOptions, read, type WorkSheet } from "@e965/xlsx";
import { zipSync } from "fflate";
import { requireSafeXls, withSafeSheets } from "./bounds.ts";
import type { Display } from "./display.ts";
import { damaged, type Sheet, type SheetCell, type SheetRow } from "./sheet.ts";
import { orDamaged, type Parts } from "./unpack.ts";

const OPTIONS: ParsingOptions = {
  ...{ type: "array", dense: true, cellFormula: false, cellHTML: false, cellText: false },
  // Without styles, the library reports no hidden rows and columns.
  cellStyles: true,
};
/** The last row and column that Excel has. */
const LAST = { row: 1_048_575, column: 16_383 };

/** The sheets of an `.xlsx` or `.xlsm`. The library gets only the parts that were counted, packed anew. */
export function sheetsOfXlsx(parts: Parts, display: Display): Sheet[] {
  const safe = withSafeSheets(parts);
  return sheetsOf(zipSync(Object.fromEntries(safe), { level: 0 }), display);
}

/** The sheets of an `.xls`. */
export function sheetsOfXls(bytes: Uint8Array, display: Display): Sheet[] {
  requireSafeXls(bytes);
  return sheetsOf(bytes, display);
}

function sheetsOf(bytes: Uint8Array, display: Display): Sheet[] {
  const { SheetNames, Sheets, Workbook } = orDamaged(() => read(bytes, OPTIONS));
  const from1904 = Workbook?.WBProps?.date1904 === true;
  return SheetNames.flatMap((name, index) => {
    const sheet = Sheets[name];
    // The library leaves a sheet out if it can't read it.
    if (!sheet) throw damaged();
    const isHidden = (Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0;
    return isTable(sheet) ? sheetOf(sheet, name, isHidden, (cell) => cellOf(cell, display, from1904)) : [];
  });
}

function isTable(sheet: WorkSheet): boolean {
  return sheet["!data"] !== undefined && (sheet["!type"] ?? "sheet") === "sheet";
}

function sheetOf(sheet: WorkSheet, name: string, isHidden: boolean, convert: (cell: CellObject) => SheetCell): Sheet {
  const rows = entriesWithin(sheet["!data"] ?? [], LAST.row).flatMap(([row, cells]) => {
    const filled = entriesWithin(cells ?? [], LAST.column).filter(([, cell]) => isFilled(cell));
    return filled.length === 0 ? [] : { row, filled };
  });
  const columns = entriesWithin(sheet["!cols"] ?? [], LAST.column);
  return {
    ...{ name, isHidden, filled: rows.length },
    hiddenColumns: new Set(columns.flatMap(([column, info]) => (info?.hidden ? column : []))),
    rows: () =>
      rows.map(({ row, filled }): SheetRow => {
        const cells: SheetCell[] = [];
        for (const [column, cell] of filled) cells[column] = convert(cell);
        return { line: row + 1, isHidden: sheet["!rows"]?.[row]?.hidden === true, cells };
      }),
  };
}

/** Only what is there: the array of a sheet whose last cell is far down is long and almost empty. */
function entriesWithin<T>(sparse: readonly T[], last: number): [number, T][] {
  return Object.keys(sparse).flatMap((key) => {
    const at = Number(key);
    const entry = sparse[at];
    return entry !== undefined && at <= last ? [[at, entry] as [number, T]] : [];
  });
}

function isFilled({ t, v }: CellObject): boolean {
  return t === "e" || (t !== "z" && v !== undefined && v !== "");
}

function cellOf({ t, v, z }: CellObject, display: Display, from1904: boolean): SheetCell {
  if (t === "e" || (typeof v === "number" && !Number.isFinite(v))) return { text: "", isError: true };
  if (t === "b") return { text: v ? "TRUE" : "FALSE" };
  if (typeof v !== "number") return { text: String(v) };
  return display.cell(v, typeof z === "string" ? z : "General", from1904);
}
