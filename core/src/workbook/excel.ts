import {
  type CellObject,
  type ColInfo,
  type ParsingOptions,
  type RowInfo,
  read,
  SSF,
  type WorkBook,
  type WorkSheet,
} from "@e965/xlsx";
import { zipSync } from "fflate";
import type { Display } from "./display.ts";
import { SYSTEM_IDS, systemCode } from "./format.ts";
import { guardXls, guardXlsx } from "./guardExcel.ts";
import {
  damagedWorkbook,
  fillMerged,
  type HiddenCells,
  type MergedCells,
  type Sheet,
  type SheetCell,
  type SheetRow,
} from "./sheet.ts";
import { asDamagedWorkbook, type WorkbookParts } from "./unpack.ts";

const OPTIONS: ParsingOptions = {
  type: "array",
  dense: true,
  cellFormula: false,
  cellHTML: false,
  cellText: false,
  cellNF: true,
};
const STYLES = /(?:^|\/)styles\d*\.xml$/i;
/** The last row and column that Excel has. */
const LAST = { row: 1_048_575, column: 16_383 };

/**
 * The sheets of an `.xlsx` or `.xlsm`. The library gets only the parts that were counted, packed
 * anew.
 */
export function sheetsOfXlsx(unpacked: WorkbookParts, display: Display): Sheet[] {
  const { parts, hidden } = guardXlsx(unpacked);
  for (const [name, part] of parts) {
    if (STYLES.test(name))
      parts.set(name, new TextEncoder().encode(withSystemFormats(new TextDecoder().decode(part))));
  }
  const book = asDamagedWorkbook(() =>
    read(zipSync(Object.fromEntries(parts), { level: 0 }), OPTIONS),
  );
  return sheetsOf(book, display, (_, index) => hidden[index] ?? null);
}

/** The styles of an `.xlsx`, with an entry for each of these ids. Entries of its own count. */
function withSystemFormats(styles: string): string {
  const entries = SYSTEM_IDS.map(
    (id) => `<numFmt numFmtId="${id}" formatCode="${systemCode(id)}"/>`,
  ).join("");
  const filled = styles.replace(/<(?:\w+:)?numFmts\b[^<>]*\/>/, "");
  const formats = /<(?:\w+:)?numFmts\b[^<>]*>/;
  return formats.test(filled)
    ? filled.replace(formats, (start) => start + entries)
    : filled.replace(
        /<(?:\w+:)?styleSheet\b[^<>]*>/,
        (start) => `${start}<numFmts>${entries}</numFmts>`,
      );
}

/**
 * The sheets of an `.xls`. With styles, the library reports hidden rows and columns; in an `.xlsx`,
 * they make it slow.
 */
export function sheetsOfXls(bytes: Uint8Array, display: Display): Sheet[] {
  const safe = guardXls(bytes);
  for (const id of SYSTEM_IDS) SSF.load(systemCode(id), id);
  const book = asDamagedWorkbook(() =>
    read(new Uint8Array(safe), { ...OPTIONS, cellStyles: true }),
  );
  return sheetsOf(book, display, (sheet) => ({
    rows: hiddenOf(sheet?.["!rows"], LAST.row),
    columns: hiddenOf(sheet?.["!cols"], LAST.column),
  }));
}

function hiddenOf(
  infos: readonly (RowInfo | ColInfo | undefined)[] = [],
  last: number,
): Set<number> {
  return new Set(indexesIn(infos, last).filter((at) => infos[at]?.hidden));
}

function sheetsOf(
  { SheetNames, Sheets, Workbook }: WorkBook,
  display: Display,
  hiddenIn: (sheet: WorkSheet | undefined, index: number) => HiddenCells | null,
): Sheet[] {
  const from1904 = Workbook?.WBProps?.date1904 === true;
  return SheetNames.flatMap((name, index) => {
    const sheet = Sheets[name];
    const hidden = hiddenIn(sheet, index);
    if (hidden === null) return [];
    // The library leaves a sheet out if it can't read it.
    if (!sheet) throw damagedWorkbook();
    // A chart can be a sheet, too.
    if (sheet["!data"] === undefined || (sheet["!type"] ?? "sheet") !== "sheet") return [];
    const isHidden = (Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0;
    const data = sheet["!data"];
    const rows = indexesIn(data, LAST.row).filter((row) => filledColumns(data[row]).length > 0);
    return {
      name,
      isHidden,
      hiddenColumns: hidden.columns,
      filled: rows.length,
      rows: () => {
        const made = rows.map((row): SheetRow => {
          const cells: SheetCell[] = [];
          for (const column of filledColumns(data[row])) {
            const cell = data[row]?.[column];
            if (cell) cells[column] = readExcelCell(cell, display, from1904);
          }
          return { line: row + 1, isHidden: hidden.rows.has(row), cells };
        });
        fillMerged(made, mergedIn(sheet));
        return made;
      },
    };
  });
}

function mergedIn({ "!merges": ranges = [] }: WorkSheet): MergedCells[] {
  return ranges
    .filter(({ s, e }) => e.r > s.r)
    .map(({ s, e }) => ({ first: s.r + 1, last: e.r + 1, column: s.c }));
}

function filledColumns(cells: CellObject[] = []): number[] {
  return indexesIn(cells, LAST.column).filter((column) => {
    const cell = cells[column];
    return cell !== undefined && isFilled(cell);
  });
}

/**
 * Where an array has something. That of a sheet whose last cell is far down is long and almost
 * empty.
 */
function indexesIn(sparse: readonly unknown[], last: number): number[] {
  const indexes = sparse.length <= SHORT ? [...sparse.keys()] : Object.keys(sparse).map(Number);
  return indexes.filter((at) => at <= last && sparse[at] !== undefined);
}

/** The most entries of which each is looked at. */
const SHORT = 100;

function isFilled({ t, v }: CellObject): boolean {
  return t === "e" || (t !== "z" && v !== undefined && v !== "");
}

function readExcelCell({ t, v, z }: CellObject, display: Display, from1904: boolean): SheetCell {
  if (t === "e" || (typeof v === "number" && !Number.isFinite(v)))
    return { text: "", isError: true };
  if (t === "b") return { text: v ? "TRUE" : "FALSE" };
  const code = typeof z === "string" ? z : null;
  return typeof v === "number" ? display.cell(v, code, from1904) : display.text(String(v), code);
}
