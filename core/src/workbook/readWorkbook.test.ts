import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { AppError } from "../contract/appError.ts";
import { listOfTable } from "../list/read.ts";
import { cellText } from "../table/cells.ts";
import { layoutOf } from "../table/layout.ts";
import { MADE_WORKBOOKS, odsCell, odsOf, xlsxOf, xlsxRows } from "../testing/workbooks.ts";
import { isWorkbook } from "./isWorkbook.ts";
import { readAllSheets, readWorkbook, type WorkbookReading } from "./readWorkbook.ts";
import type { SheetCell, SheetRow } from "./sheet.ts";

const FIXTURES = new URL("fixtures/", import.meta.url);
const committed = (name: string) => new Uint8Array(readFileSync(new URL(name, FIXTURES)));
const NOTHING_CHOSEN = {
  sheet: null,
  language: null,
  headerRow: null,
  withHidden: false,
  noHeaders: false,
};

function read(file: string | Uint8Array, reading: Partial<WorkbookReading> = {}, maxRows = 100) {
  const content = typeof file === "string" ? committed(file) : file;
  return readWorkbook(content, { ...NOTHING_CHOSEN, ...reading }, maxRows);
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

describe.each(["hidden-openpyxl.xlsx", "hidden-gnumeric.xls", "hidden-libreoffice.ods"])(
  "%s",
  (file) => {
    test("includes hidden rows and columns only on request", () => {
      const { headers, rows, hidden } = read(file, { withHidden: true });
      expect(headers).toEqual(["Name", "Email", "Salary", "City"]);
      expect(rows.map(({ line }) => line)).toEqual([2, 3, 4, 5]);
      expect(hidden).toEqual({ rows: 1, columns: ["Salary"] });
    });

    test("every row of every sheet, hidden ones too, is there for comparing", () => {
      const texts = readAllSheets(committed(file), "en-US").map((rows) =>
        rows.flat().map(cellText).join(" "),
      );
      expect(texts).toHaveLength(4);
      expect(texts[1]?.match(/@/g)).toHaveLength(4);
      expect(texts[2]).toContain("old@example.org");
    });

    test("reads another sheet, hidden or not", () => {
      expect(read(file).sheets).toEqual([
        { name: "Notes", isHidden: false, rows: 1 },
        { name: "People", isHidden: false, rows: 5 },
        { name: "Old", isHidden: true, rows: 2 },
        { name: "Secret", isHidden: true, rows: 2 },
      ]);
      const old = read(file, { sheet: "Old" });
      expect(old.rows[0]?.cells).toEqual(["old@example.org"]);
      expect(refusal(() => read(file, { sheet: "New" }))).toBe(
        'csv_unreadable: This workbook has no sheet called "New".',
      );
      expect(refusal(() => read(file, { sheet: "Notes" }))).toBe(
        'csv_no_rows: The sheet "Notes" has no rows below its headers.',
      );
    });
  },
);

test("writes numbers and dates in the chosen language", () => {
  const cells = (language: string | null) =>
    read("values-openpyxl.xlsx", { language }).rows[0]?.cells.slice(4, 8);
  const due = { text: "03.04.2026", iso: "2026-04-03" };
  expect(cells(null)).toEqual([
    "1,234.50 €",
    "12.5%",
    due,
    { text: "4/3/2026", iso: "2026-04-03" },
  ]);
  expect(cells("de")).toEqual(["1.234,50 €", "12,5%", due, due]);
  const { example } = read("values-openpyxl.xlsx", { language: "de" });
  expect(example).toBe("1.234,50 €");
});

test("names a hidden column without a header by its place", () => {
  const people = xlsxRows(["Email", null, "Name"], ["ada@example.org", "x", "Ada"]);
  const file = xlsxOf(people, {
    before: '<cols><col min="2" max="3" width="9" hidden="1"/></cols>',
  });
  expect(read(file).hidden.columns).toEqual(["Column 2", "Name"]);
});

describe("merged cells", () => {
  const people = xlsxRows(
    ["Team", "Email", "Fee", "Room"],
    ["Red", "ada@example.org", 5, null],
    [null, "bob@example.org", null, "own"],
    [null, "cy@example.org", 7, null],
    ["Blue", "di@example.org", 8, null],
  );
  const merging = (...ranges: string[]) =>
    xlsxOf(people, {
      after: `<mergeCells>${ranges.map((ref) => `<mergeCell ref="${ref}"/>`).join("")}</mergeCells>`,
    });
  const cellsOf = (...ranges: string[]) => {
    const { rows, merged } = read(merging(...ranges));
    return { rows: rows.map(({ cells }) => cells.join(" ")), merged };
  };

  test("count for each of their rows, and only there", () => {
    expect(cellsOf("A2:A4", "C2:C3")).toEqual({
      rows: [
        "Red ada@example.org 5 ",
        "Red bob@example.org 5 own",
        "Red cy@example.org 7 ",
        "Blue di@example.org 8 ",
      ],
      merged: ["Team", "Fee"],
    });
  });

  test.each([
    ["beside each other", "A2:B2"],
    ["whose own values stay", "B2:B4"],
    ["of nothing", "D4:D5"],
    ["of rows that aren't there", "A5:A1048576"],
    ["with a first row that isn't there", "A90:A99"],
  ])("change nothing: cells %s", (_, range) => {
    expect(cellsOf(range)).toEqual({
      rows: [
        "Red ada@example.org 5 ",
        " bob@example.org  own",
        " cy@example.org 7 ",
        "Blue di@example.org 8 ",
      ],
      merged: [],
    });
  });

  test("that cover the same rows over and over are refused", () => {
    const rows = Array.from({ length: 1_000 }, (_, at) => [null, `p${at}@example.org`]);
    const data = xlsxRows(["Team", "Email"], ["Red", "ada@example.org"], ...rows);
    const after = `<mergeCells>${'<mergeCell ref="A2:A1002"/>'.repeat(501)}</mergeCells>`;
    expect(refusal(() => read(xlsxOf(data, { after })))).toContain("has more than 500,000 cells");
  });
});

test("offers no empty sheet", () => {
  const rows = [
    ["Email", "Name"],
    ["ada@example.org", "Ada"],
  ].map(
    (cells) => `<table:table-row>${cells.map((cell) => odsCell(cell)).join("")}</table:table-row>`,
  );
  const file = odsOf(`${rows.join("")}</table:table><table:table table:name="Empty">`);
  expect(read(file).sheets).toEqual([{ name: "S", isHidden: false, rows: 2 }]);
});

test("says which sheet has no people if it has only headers", () => {
  expect(refusal(() => read(xlsxOf(xlsxRows(["Email"]))))).toBe(
    'csv_no_rows: The sheet "S" has no rows below its headers.',
  );
});

test("reads the headers from the chosen line", () => {
  const sheet = xlsxOf(
    xlsxRows(["a", "b"], ["Name", "Email"], ["Ada", "ada@example.org"], ["Bob", "bob@example.org"]),
  );
  expect(read(sheet, { headerRow: 2 })).toMatchObject({
    headers: ["Name", "Email"],
    above: { count: 1, texts: ["a · b"] },
  });
  expect(read(sheet, { headerRow: 3 }).headers).toEqual(["Ada", "ada@example.org"]);
  expect(refusal(() => read(sheet, { headerRow: 9 }))).toBe(
    "csv_unreadable: Line 9 has no text to use as headers.",
  );
});

test("reads the first row as a person if there are no headers", () => {
  const { headers, rows, warnings } = read("without-headers-openpyxl.xlsx", { noHeaders: true });
  expect(headers).toEqual(["Column 1", "Column 2"]);
  expect(rows.map(({ n, line, cells }) => [n, line, cells[0]])).toEqual([
    [1, 1, "Ada"],
    [2, 2, "Bob"],
  ]);
  expect(warnings).toEqual([]);
});

test("reads rows up to the limit, and counts the others", () => {
  const { rows, rowsOverLimit, below } = read("titles-and-totals-openpyxl.xlsx", {}, 2);
  expect(rows.map(({ line }) => line)).toEqual([5, 6]);
  expect([rowsOverLimit, below?.count]).toEqual([1, 3]);
});

test("becomes a list, with its dates and the errors of its cells", () => {
  const list = listOfTable(read("formulas-libreoffice.xlsx"), { kind: "file", name: "F.xlsx" });
  expect(list.mapping.address).toBe("Email");
  expect(list.rows[0]).toMatchObject({
    line: 2,
    cells: ["Ada", "ada@example.org", "31.5", "", { text: "2026-04-03", iso: "2026-04-03" }],
    note: 'Row 1 has an error such as #N/A in "Looked up". It\'s read as blank.',
  });
});

test("doesn't take a CSV file for a workbook", () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  for (const text of ["", "Email\na@example.org", "<Ada> ada@example.org", "\ttab", "PK,Email"]) {
    expect(isWorkbook(bytes(text))).toBe(false);
  }
  expect(isWorkbook(bytes("\n<!DOCTYPE html><html>"))).toBe(true);
});

describe("corpus", () => {
  interface Expected {
    /** The sentence, if the file is refused. */
    refused?: string;
    reason?: string;
    [found: string]: unknown;
  }

  const expected: Record<string, Expected> = JSON.parse(
    readFileSync(new URL("expected.json", FIXTURES), "utf8"),
  );
  const contentOf = (name: string) => MADE_WORKBOOKS[name]?.(committed) ?? committed(name);

  test("each workbook, committed or made here, is expected to be something", () => {
    const files = readdirSync(FIXTURES).filter((name) => !/\.(?:md|json|py)$/.test(name));
    expect(Object.keys(expected).sort()).toEqual([...files, ...Object.keys(MADE_WORKBOOKS)].sort());
    expect(Object.keys(expected).length).toBeGreaterThan(60);
  });

  describe.each(Object.entries(expected))(
    "%s",
    (name, { refused, reason = "csv_unreadable", ...found }) => {
      test("is recognized as a workbook", () => {
        expect(isWorkbook(contentOf(name))).toBe(true);
      });

      test("is read or refused as expected", () => {
        const result = tableOrRefusal(contentOf(name));
        if (refused !== undefined) return expect(result).toEqual({ reason, refused });
        const nothingHidden = { rows: 0, columns: [] };
        expect(result).toEqual({
          warnings: [],
          hidden: nothingHidden,
          merged: [],
          above: 0,
          below: 0,
          example: null,
          ...found,
        });
      });
    },
  );
});

function tableOrRefusal(content: Uint8Array): Record<string, unknown> {
  try {
    const {
      rows,
      warnings,
      sheets: _,
      rowsOverLimit: __,
      headerLine: ___,
      otherSheet: ____,
      above,
      below,
      ...table
    } = read(content);
    expect(rows.map(({ n }) => n)).toEqual(rows.map((_, index) => index + 1));
    return {
      ...table,
      above: above?.count ?? 0,
      below: below?.count ?? 0,
      lines: rows.map(({ line }) => line),
      rows: rows.map(({ cells }) => cells),
      warnings: warnings.map(({ message }) => message),
    };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { reason: error.reason, refused: error.message };
  }
}

type Value = string | number | null;

const cellOf = (value: Value): SheetCell =>
  typeof value === "number" ? { text: String(value), isNumber: true } : { text: value ?? "" };

/** Rows of a sheet; an empty one is a blank line. */
function rowsOf(...lines: readonly (readonly Value[])[]): SheetRow[] {
  const rows = lines.map((cells, index) => ({
    line: index + 1,
    isHidden: false,
    cells: cells.map(cellOf),
  }));
  return rows.filter(({ cells }) => cells.length > 0);
}

/** The lines of the headers and of the last person. */
function found(
  ...lines: readonly (readonly Value[])[]
): [header: number | undefined, last: number | undefined] {
  const rows = rowsOf(...lines);
  const { header, end } = layoutOf(rows, null);
  return [rows[header]?.line, rows[end - 1]?.line];
}

const HEADERS = ["Name", "Email", "Fee"];
const ADA = ["Ada", "ada@example.org", 5];
const BOB = ["Bob", "bob@example.org", 7];

test.each<[name: string, lines: readonly (readonly Value[])[], header: number, last: number]>([
  ["headers in the first row", [HEADERS, ADA, BOB], 1, 3],
  ["a title above", [["Members"], [], HEADERS, ADA], 3, 4],
  ["a title over the addresses", [[null, "Members"], HEADERS, ADA], 2, 3],
  ["groups of headers above", [["Person", "Contact", null], ["Name", "Email", "Fee"], ADA], 2, 3],
  ["a first person without an address", [HEADERS, ["Bob", null, 7], ADA], 1, 3],
  ["a first person whose address is wrong", [HEADERS, ["Bob", "unknown", 7], ADA], 1, 3],
  ["no name above the addresses", [["Name", null, "Fee"], ADA, BOB], 1, 3],
  ["no headers", [ADA, BOB], 1, 2],
  ["a title, but no headers", [["Members"], ADA, BOB], 2, 3],
  ["one column with a title", [["Members"], ["Email"], ["a@example.org"], ["b@example.org"]], 2, 4],
  ["no addresses", [["Members"], ["Name", "Fee"], ["Ada", 5], ["Bob", 7]], 2, 4],
  [
    "no addresses and a total",
    [
      ["Name", "Fee"],
      ["Ada", 5],
      ["Bob", 7],
      ["Total", 12],
    ],
    1,
    3,
  ],
  ["a total", [HEADERS, ADA, BOB, ["Total:", null, 12]], 1, 3],
  ["a German total", [HEADERS, ADA, BOB, [null, "Gesamtsumme", 12]], 1, 3],
  ["a total without a word", [HEADERS, ADA, BOB, [null, null, 12]], 1, 3],
  ["a total and notes", [HEADERS, ADA, BOB, [null, null, 12], ["As of May"], [], ["Thanks"]], 1, 3],
  ["notes after a blank line", [HEADERS, ADA, BOB, [], ["As of May"], ["Thanks"]], 1, 3],
  ["a last person with a name only", [HEADERS, ADA, ["Bob"]], 1, 3],
  [
    "a last person without an address, after a blank line",
    [HEADERS, ADA, [], ["Bob", null, 7]],
    1,
    4,
  ],
  [
    "a last address that is wrong, after a blank line",
    [HEADERS, ADA, [], [null, "bob at home"]],
    1,
    4,
  ],
  ["a last person called Total", [HEADERS, ADA, ["Total Fitness GmbH", null, 7]], 1, 3],
  [
    "a person called Total, with an address",
    [HEADERS, ADA, ["Total", "total@example.org", 7]],
    1,
    3,
  ],
  [
    "a last person with a number and without an address",
    [
      ["ID", "Email", "Fee"],
      [1, "ada@example.org", 7],
      [2, null, 7],
    ],
    1,
    3,
  ],
  [
    "a total below people with numbers",
    [
      ["ID", "Email", "Fee"],
      [1, "ada@example.org", 7],
      [null, null, 7],
    ],
    1,
    2,
  ],
  ["a total between the people", [HEADERS, ADA, ["Total", null, 5], BOB], 1, 4],
])("finds the table: %s", (_, lines, header, last) => {
  expect(found(...lines)).toEqual([header, last]);
});

test("uses headers in a hidden row only if there are no others", () => {
  const [first, second, ada] = rowsOf(
    ["name_1", "email_1"],
    ["Name", "Email"],
    ["Ada", "ada@example.org"],
  );
  if (!(first && second && ada)) throw new Error("three rows");
  const hidden = { ...first, isHidden: true };
  expect(layoutOf([hidden, second, ada], null).header).toBe(1);
  expect(layoutOf([hidden, ada], null).header).toBe(0);
});

test("keeps a row of headers that a person chose", () => {
  expect(layoutOf(rowsOf(HEADERS, ADA, BOB), 1)).toEqual({ header: 1, end: 3 });
});
