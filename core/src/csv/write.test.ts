import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { CSV_DELIMITERS } from "../contract/csv.ts";
import type { Variable } from "../contract/templates.ts";
import { type Cell, cellText } from "../list/list.ts";
import { readCsv } from "./readCsv.ts";
import { sampleCsv, writeCsv } from "./write.ts";

const cell = fc.string({ unit: fc.constantFrom(..."ab \"',;\t|\n=+-@ü山😀"), maxLength: 12 });

describe("writeCsv", () => {
  it("is read back as it was, with each delimiter", () => {
    const table = fc.integer({ min: 1, max: 5 }).chain((columns) => {
      const row = fc
        .array(cell, { minLength: columns, maxLength: columns })
        .filter((cells) => cells.some((text) => text.trim() !== ""));
      return fc.array(row, { minLength: 1, maxLength: 8 }).map((rows) => ({ columns, rows }));
    });
    fc.assert(
      fc.property(table, fc.constantFrom(...CSV_DELIMITERS), ({ columns, rows }, delimiter) => {
        const headers = Array.from({ length: columns }, (_, at) => `Header "${at}", x;y|z\tt`);
        const read = readCsv(new TextEncoder().encode(writeCsv(headers, rows, { delimiter })), {
          delimiter,
        });
        expect(read.headers).toEqual(headers);
        const blank = (cells: readonly Cell[]) =>
          cells.map((one) => (cellText(one).trim() === "" ? "" : one));
        expect(read.rows.map((row) => blank(row.cells))).toEqual(rows.map(blank));
        expect(read.warnings).toEqual([]);
      }),
    );
  });

  test.each([
    "=1+1",
    "+49 30 1234",
    "-1",
    "@SUM(A1)",
    "\u0000x",
    "＝1",
    '=HYPERLINK("http://x","y")',
  ])("protects %j", (value) => {
    const written = writeCsv(["Details"], [[value]]);
    expect(written).toBe(`\ufeffDetails\r\n"'${value.replaceAll('"', '""')}"\r\n`);
  });

  it("never lets a cell begin like a formula", () => {
    fc.assert(
      fc.property(cell, cell, fc.constantFrom(...CSV_DELIMITERS), (first, value, delimiter) => {
        const file = writeCsv(["a", "b"], [[first, value]], { delimiter }).slice(1);
        expect(file).not.toMatch(/(?:^|[,;\t\r\n|]) *"* *[=+\-@＝＋－＠]/);
      }),
    );
  });

  it("leaves ordinary values alone", () => {
    expect(
      writeCsv(
        ["a", "b"],
        [
          ["1 = 1", "x@y.zz"],
          ["", "a,b"],
        ],
      ),
    ).toBe('\ufeffa,b\r\n1 = 1,x@y.zz\r\n,"a,b"\r\n');
  });
});

describe("sampleCsv", () => {
  const variable = (name: string, type: Variable["type"], options: string[] = []): Variable => ({
    name,
    type,
    options,
    fallback: null,
    required: true,
  });

  it("has a column for the recipient and one for each variable, by its exact name", () => {
    const variables = [
      variable("Full Name", "text"),
      variable("=Odd, name", "sticky"),
      variable("Offer", "dropdown", ["Discount", "Free Trial"]),
      variable("Plan", "dropdown", ["Only"]),
      variable("None", "dropdown"),
      variable("Due", "date"),
      variable("At", "time"),
      variable("Contact", "email"),
    ];
    const { headers, rows, warnings } = readCsv(sampleCsv(variables));
    expect(headers).toEqual(["Email", ...variables.map(({ name }) => name)]);
    expect(warnings).toEqual([]);
    expect(rows.map((row) => row.cells)).toEqual([
      [
        "ann@example.org",
        "Sample text",
        "Sample text",
        "Discount",
        "Only",
        "",
        "2025-04-01",
        "14:30",
        "contact@example.org",
      ],
      [
        "bo@example.org",
        "Another text",
        "Sample text",
        "Free Trial",
        "Only",
        "",
        "2025-04-15",
        "09:00",
        "office@example.org",
      ],
    ]);
  });

  it("has the recipient's column once when a variable has its name", () => {
    expect(readCsv(sampleCsv([variable("Email", "email")])).headers).toEqual(["Email"]);
  });
});
