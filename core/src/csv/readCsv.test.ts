import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { cellsOf } from "../testing/csvCheck.ts";
import { readCsv } from "./readCsv.ts";

describe("readCsv", () => {
  test.each<[string, string, string[][]]>([
    [
      "CRLF",
      "a,b\r\n1,2\r\n",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      "CR",
      "a,b\r1,2\r",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      "mixed line breaks",
      'a,b\r\n1,2\n3,4\r5,"x\r\ny"',
      [
        ["a", "b"],
        ["1", "2"],
        ["3", "4"],
        ["5", "x\ny"],
      ],
    ],
    [
      "no line break at the end",
      "a,b\n1,2",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      "spaces after a quote at the end",
      'a,b\n1,"2"  ',
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      "quotes inside quotes",
      'a,b\n1,"say ""hi"", Bo"',
      [
        ["a", "b"],
        ["1", 'say "hi", Bo'],
      ],
    ],
    [
      "quotes inside a plain value",
      'a,b\n1,5" pipe',
      [
        ["a", "b"],
        ["1", '5" pipe'],
      ],
    ],
    [
      "an empty quoted value",
      'a,b\n"",2',
      [
        ["a", "b"],
        ["", "2"],
      ],
    ],
    [
      "padded headers",
      " a ,\tb\u00a0\n1,2",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      "a header in two lines",
      '"First\nName",b\n1,2',
      [
        ["First\nName", "b"],
        ["1", "2"],
      ],
    ],
    [
      "a mark in the middle",
      'a,b\n\ufeff"1, x",2',
      [
        ["a", "b"],
        ["1, x", "2"],
      ],
    ],
    [
      "empty rows anywhere",
      "\n,\na,b\n\n1,2\n,\n  ,\t\n3,4\n\n",
      [
        ["a", "b"],
        ["1", "2"],
        ["3", "4"],
      ],
    ],
    ["one column", "Email\nx@b.co\n", [["Email"], ["x@b.co"]]],
    [
      "columns without a header",
      "a,,b,,\n1,2,3,,\n",
      [
        ["a", "Column 2", "b"],
        ["1", "2", "3"],
      ],
    ],
    [
      "names of Object's own",
      "__proto__,constructor,toString\n1,2,3",
      [
        ["__proto__", "constructor", "toString"],
        ["1", "2", "3"],
      ],
    ],
    [
      "headers that differ in case",
      "Email,email\n1,2",
      [
        ["Email", "email"],
        ["1", "2"],
      ],
    ],
    [
      "formulas",
      "a,b\n=HYPERLINK(1),+1",
      [
        ["a", "b"],
        ["=HYPERLINK(1)", "+1"],
      ],
    ],
    [
      "Excel's own first line",
      "sep=;\na;b,c\n1;2,3",
      [
        ["a", "b,c"],
        ["1", "2,3"],
      ],
    ],
    [
      "text copied from a spreadsheet",
      'a\tb\n"x\ny"\t1,2;3',
      [
        ["a", "b"],
        ["x\ny", "1,2;3"],
      ],
    ],
    [
      "a lone quote copied from a spreadsheet",
      'a\tb\n"Exactly once" is\tx\n5"\t"y',
      [
        ["a", "b"],
        ['"Exactly once" is', "x"],
        ['5"', '"y'],
      ],
    ],
  ])("reads %s", (_, text, expected) => {
    expect(cellsOf(text)).toEqual(expected);
    expect(cellsOf(new TextEncoder().encode(text))).toEqual(expected);
  });

  it("says the line in the file where each row begins", () => {
    const { rows } = readCsv('sep=,\n\n"a\nb",c\r\n1,"x\n\ny"\n\n2,z\r3,z');
    expect(rows.map((row) => [row.n, row.line])).toEqual([
      [1, 5],
      [2, 9],
      [3, 10],
    ]);
  });

  it("warns of ragged rows, and keeps their cells", () => {
    const table = readCsv("a,b,c\n1,2\n1,2,3,4\n1,2,3,,\n\nx\n", { delimiter: "," });
    expect(table.warnings).toEqual([
      { kind: "ragged", n: 1, line: 2, message: "Row 1 (line 2) has 2 values, but there are 3 columns." },
      { kind: "ragged", n: 2, line: 3, message: "Row 2 (line 3) has 4 values, but there are 3 columns." },
      { kind: "ragged", n: 4, line: 6, message: "Row 4 (line 6) has 1 value, but there are 3 columns." },
    ]);
    expect(table.rows.map((row) => row.cells.length)).toEqual([2, 4, 3, 1]);
  });

  it("warns when the first row is a person, not the headers", () => {
    expect(readCsv("Ann,ann@example.org\nBo,bo@example.org").warnings).toMatchObject([
      { kind: "header_is_data", n: null, line: 1 },
    ]);
  });

  it("takes the first row for a person when told to, in its own line", () => {
    const table = readCsv("sep=;\n\nIna;ina@x.org;\nJan;jan@x.org;Delft;\nKim", { noHeadings: true, maxRows: 2 });
    expect(table).toMatchObject({ headers: ["Column 1", "Column 2"], rowsOverLimit: 1 });
    expect(table.rows).toEqual([
      { n: 1, line: 3, cells: ["Ina", "ina@x.org"] },
      { n: 2, line: 4, cells: ["Jan", "jan@x.org", "Delft"] },
    ]);
    expect(table.warnings.map(({ kind }) => kind)).toEqual(["ragged"]);
    expect(readCsv(table.keptText, { noHeadings: true }).rows).toEqual(table.rows);
    expect(readCsv("ina@x.org", { noHeadings: true }).rows).toHaveLength(1);
  });

  it("takes 500 columns", () => {
    const line = (prefix: string) => Array.from({ length: 500 }, (_, at) => `${prefix}${at}`).join(";");
    const table = readCsv(`${line("h")}\n${line("v")}`);
    expect(table.headers).toHaveLength(500);
    expect(table.rows[0]?.cells[499]).toBe("v499");
  });

  it("takes a cell of 100 KB: that it is too long is for the check to say", () => {
    expect(readCsv(`a,b\n1,"${"x\n".repeat(50_000)}"`).rows[0]?.cells[1]).toHaveLength(100_000);
  });

  it("uses the person's choice instead of detecting", () => {
    expect(readCsv("a;b\n1;2", { delimiter: "," })).toMatchObject({ headers: ["a;b"], delimiter: "," });
    expect(readCsv(new TextEncoder().encode("ä\n1"), { encoding: "windows-1252" }).headers).toEqual(["Ã¤"]);
  });

  it("only counts the rows above the limit", () => {
    const text = `Email,Note\n${'x@example.org,"a, b"\n\n'.repeat(100_000)}`;
    const table = readCsv(text, { maxRows: 1_000 });
    expect([table.rows.length, table.rowsOverLimit]).toEqual([1_000, 99_000]);
    expect(table.keptText.split("\n")).toHaveLength(2_001);
  });

  test.each([
    ["nothing", "", "csv_unreadable", "CSV Error: Could not parse headers. Check format."],
    ["blank lines", "\n  \n", "csv_unreadable", "CSV Error: Could not parse headers. Check format."],
    [
      "control characters in the header",
      "a\u0001\u0002,b\n1,2",
      "csv_unreadable",
      "CSV Error: Could not parse headers. Check format.",
    ],
    [
      "a header of 10,001 characters",
      `${"x".repeat(10_001)}\n1`,
      "csv_unreadable",
      "CSV Error: Could not parse headers. Check format.",
    ],
    ["headers only", "a,b\n", "csv_no_rows", "CSV has no data rows."],
    ["headers and empty rows", "a,b\n,\n\n", "csv_no_rows", "CSV has no data rows."],
    [
      "two columns with one header",
      "Email, Name ,Email,Name,x\n1,2,3,4,5",
      "csv_unreadable",
      'CSV Error: More than one column is called "Email", "Name". Give each column its own name.',
    ],
    [
      "a NUL",
      "a,b\n1,2\n3,\u00004",
      "csv_unreadable",
      "CSV Parsing Error: Line 3 contains something that isn't text. The file is damaged, or it isn't a CSV file.",
    ],
    [
      "an unclosed quote",
      'a,b\n1,2\n3,"4\n5,6\n',
      "csv_unreadable",
      `CSV Parsing Error: A quotation mark (") opens in line 3 and never closes. Close it, or write it twice if it's part of the text.`,
    ],
    [
      "an unclosed quote that meets another",
      'a,b\n1,"2\n3,"4"\n',
      "csv_unreadable",
      `CSV Parsing Error: A quotation mark (") opens in line 2 and never closes. Close it, or write it twice if it's part of the text.`,
    ],
    [
      "a quote that closes too early",
      'a,b\n1,"2" x\n',
      "csv_unreadable",
      `CSV Parsing Error: A quotation mark (") opens in line 2 and never closes. Close it, or write it twice if it's part of the text.`,
    ],
  ])("refuses %s", (_, text, reason, message) => {
    expect(() => readCsv(text)).toThrow(expect.objectContaining({ reason, message }));
  });

  it("names the line of an unclosed quote in row 3 of 1,000", () => {
    const rows = Array.from({ length: 1_000 }, (_, at) => `${at},"Name ${at}"`);
    rows[2] = '2,"Name 2';
    expect(() => readCsv(`n,name\n${rows.join("\n")}`)).toThrow(expect.objectContaining({ details: { line: 4 } }));
  });

  it("refuses random bytes in a sentence", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 300 }), (bytes) => {
        try {
          expect(readCsv(bytes).rows.length).toBeGreaterThan(0);
        } catch (error) {
          expect(error).toMatchObject({ reason: expect.stringMatching(/^csv_(unreadable|no_rows)$/) });
        }
      }),
    );
  });
});
