import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { AppError } from "../contract/appError.ts";
import { listOfCsv } from "../list/read.ts";
import { xlsxOf, xlsxRows } from "../testing/workbooks.ts";
import { isWorkbook } from "./isWorkbook.ts";
import { readWorkbook, type WorkbookReading } from "./readWorkbook.ts";

const NOTHING_CHOSEN = { sheet: null, language: null, headerRow: null, withHidden: false, noHeadings: false };

function read(file: string | Uint8Array, reading: Partial<WorkbookReading> = {}, maxRows = 100) {
  const content = typeof file === "string" ? readFileSync(new URL(`fixtures/${file}`, import.meta.url)) : file;
  return readWorkbook(new Uint8Array(content), { ...NOTHING_CHOSEN, ...reading }, maxRows);
}

function refusal(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return `${error.reason}: ${error.message}`;
    throw error;
  }
  return "none";
}

describe.each(["hidden-openpyxl.xlsx", "hidden-gnumeric.xls", "hidden-libreoffice.ods"])("%s", (file) => {
  test("takes hidden rows and columns only if they count", () => {
    const { headers, rows, hidden } = read(file, { withHidden: true });
    expect(headers).toEqual(["Name", "Email", "Salary", "City"]);
    expect(rows.map(({ line }) => line)).toEqual([2, 3, 4, 5]);
    expect(hidden).toEqual({ rows: 1, columns: ["Salary"], sheets: ["Old", "Secret"] });
  });

  test("takes another sheet, hidden or not", () => {
    expect(read(file).sheets).toEqual([
      { name: "Notes", isHidden: false, rows: 1 },
      { name: "People", isHidden: false, rows: 5 },
      { name: "Old", isHidden: true, rows: 2 },
      { name: "Secret", isHidden: true, rows: 2 },
    ]);
    const old = read(file, { sheet: "Old" });
    expect(old.rows[0]?.cells).toEqual(["old@example.org"]);
    expect(old.hidden.sheets).toEqual(["Secret"]);
    expect(refusal(() => read(file, { sheet: "New" }))).toBe(
      'csv_unreadable: This workbook has no sheet called "New".',
    );
    expect(refusal(() => read(file, { sheet: "Notes" }))).toBe(
      'csv_no_rows: The sheet "Notes" has no rows below its headers.',
    );
  });
});

test("writes numbers and dates in the chosen language", () => {
  const cells = (language: string | null) => read("values-openpyxl.xlsx", { language }).rows[0]?.cells.slice(4, 8);
  const due = { text: "03.04.2026", iso: "2026-04-03" };
  expect(cells(null)).toEqual(["1,234.50 €", "12.5%", due, { text: "04/03/2026", iso: "2026-04-03" }]);
  expect(cells("de")).toEqual(["1.234,50 €", "12,5%", due, due]);
  const { example } = read("values-openpyxl.xlsx", { language: "de" });
  expect(example).toEqual({ kind: "number", value: "1234.5", text: "1.234,50 €" });
});

test("takes the headers from the chosen line", () => {
  const sheet = xlsxOf(xlsxRows(["a", "b"], ["Name", "Email"], ["Ada", "ada@example.org"], ["Bob", "bob@example.org"]));
  expect(read(sheet, { headerRow: 2 })).toMatchObject({ headers: ["Name", "Email"], above: 1 });
  expect(read(sheet, { headerRow: 3 }).headers).toEqual(["Ada", "ada@example.org"]);
  expect(refusal(() => read(sheet, { headerRow: 9 }))).toBe(
    "csv_unreadable: Line 9 of the sheet has no text to use as headers.",
  );
});

test("takes the first row for a person if there are no headers", () => {
  const { headers, rows, warnings } = read("without-headers-openpyxl.xlsx", { noHeadings: true });
  expect(headers).toEqual(["Column 1", "Column 2"]);
  expect(rows.map(({ n, line, cells }) => [n, line, cells[0]])).toEqual([
    [1, 1, "Ada"],
    [2, 2, "Bob"],
  ]);
  expect(warnings).toEqual([]);
});

test("takes as many rows as it may, and counts the others", () => {
  const { rows, rowsOverLimit, below } = read("titles-and-totals-openpyxl.xlsx", {}, 2);
  expect(rows.map(({ line }) => line)).toEqual([5, 6]);
  expect([rowsOverLimit, below]).toEqual([1, 3]);
});

test("becomes a list, with its dates and the errors of its cells", () => {
  const list = listOfCsv(read("formulas-libreoffice.xlsx"), { kind: "file", name: "F.xlsx" });
  expect(list.mapping.address).toBe("Email");
  expect(list.rows[0]).toMatchObject({
    line: 2,
    cells: ["Ada", "ada@example.org", "31.5", "", { text: "2026-04-03", iso: "2026-04-03" }],
    note: 'Row 1 (line 2) has an error such as #N/A in "Looked up". It\'s read as blank.',
  });
});

test("doesn't take a CSV file for a workbook", () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  for (const text of ["", "Email\na@example.org", "<Ada> ada@example.org", "\ttab", "PK,Email"]) {
    expect(isWorkbook(bytes(text))).toBe(false);
  }
  expect(isWorkbook(bytes("\n<!DOCTYPE html><html>"))).toBe(true);
});
