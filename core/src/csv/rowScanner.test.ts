import fc from "fast-check";
import Papa from "papaparse";
import { describe, expect, it, onTestFinished, test, vi } from "vitest";
import { CSV_DELIMITERS, type CsvDelimiter } from "../contract/csv.ts";
import { MAX_LIST_ROWS } from "../contract/limits.ts";
import { findBrokenQuote } from "./quotes.ts";
import { readCsv } from "./readCsv.ts";
import { readRecords } from "./records.ts";
import { RowScanner } from "./rowScanner.ts";
import { writeCsv } from "./write.ts";

function rowsOf(text: string, delimiter: CsvDelimiter, hasQuotes: boolean): string[][] {
  const scanner = new RowScanner(text, delimiter, hasQuotes);
  const rows: string[][] = [];
  while (scanner.next()) rows.push(scanner.cells(scanner.count));
  return rows;
}

function recordsOf(text: string, delimiter: CsvDelimiter, hasQuotes: boolean): string[][] {
  const scanner = new RowScanner(text, delimiter, hasQuotes);
  const records: string[][] = [];
  while (scanner.nextRecord()) records.push(scanner.cells(scanner.count));
  return records;
}

const anyText = fc.string({ unit: fc.constantFrom(...'""",,;\n\n a\t|\u00a0\u0001é'), maxLength: 40 });

it("reads the same cells as the library", () => {
  fc.assert(
    fc.property(anyText, fc.constantFrom(...CSV_DELIMITERS), (given, delimiter) => {
      const text = `${given}\n`;
      const hasQuotes = findBrokenQuote(text, delimiter) === null;
      const quoteChar = hasQuotes ? '"' : "\0";
      const { data } = Papa.parse<string[]>(text, { delimiter, quoteChar, newline: "\n" });
      expect(recordsOf(text, delimiter, hasQuotes)).toEqual(data.slice(0, -1));
      const withText = data.filter((cells) => cells.some((cell) => cell.trim() !== ""));
      expect(rowsOf(text, delimiter, hasQuotes)).toEqual(withText);
    }),
    { numRuns: 500 },
  );
});

it("measures a row: its line, its cells, and those before the blank ones at its end", () => {
  const scanner = new RowScanner('\n"a\n\nb",c, ,"",\n,,\nd\n', ",", true);
  expect(scanner.next()).toBe(true);
  expect(scanner).toMatchObject({ line: 2, count: 5, filled: 2 });
  expect(scanner.cells(2)).toEqual(["a\n\nb", "c"]);
  expect(scanner.next()).toBe(true);
  expect(scanner).toMatchObject({ line: 6, count: 1, filled: 1 });
  expect(scanner.cells(9)).toEqual(["d"]);
  expect(scanner.next()).toBe(false);
});

it("measures a row without quotes", () => {
  const scanner = new RowScanner("a,,b, ,\n,\nc\n", ",", false);
  expect(scanner.next()).toBe(true);
  expect(scanner).toMatchObject({ line: 1, count: 5, filled: 3 });
  expect(scanner.next()).toBe(true);
  expect(scanner).toMatchObject({ line: 3, count: 1, filled: 1 });
});

/** How many cells are made while a file is read, or refused. */
function cellsMade(text: string): number {
  const cells = vi.spyOn(RowScanner.prototype, "cells");
  onTestFinished(() => cells.mockRestore());
  try {
    readCsv(text, { delimiter: ",", maxRows: 10 });
  } catch (error) {
    expect(error).toMatchObject({ reason: expect.stringMatching(/^(too_many_columns|csv_no_rows)$/) });
  }
  return cells.mock.results.reduce((sum, { value }) => sum + value.length, 0);
}

it.each([
  ["a header of too many columns", `${"x,".repeat(501)}\n1`, 0],
  ["the values that no file can have", `a,b\n${"x,".repeat(1_000)}\n`, 2 + 501],
  ["rows above the limit", `a,b\n${"1,2\n".repeat(100)}`, 2 + 10 * 2],
  ["empty cells at the end of a row", `a,b\n1${",".repeat(1_000)}\n`, 2 + 2],
  ["a row of empty quoted cells", `a,b\n${'"",'.repeat(1_000)}\n`, 2],
])("makes no cells of %s", (_, text, expected) => {
  expect(cellsMade(text)).toBe(expected);
});

describe("findBrokenQuote", () => {
  it("agrees with the parser on correct quoting", () => {
    const text = fc.string({ unit: fc.constantFrom(...'""",;\n a\t|'), maxLength: 30 }).map((given) => `${given}\n`);
    fc.assert(
      fc.property(text, fc.constantFrom(...CSV_DELIMITERS), (given, delimiter) => {
        const { errors } = Papa.parse(given, { delimiter, newline: "\n" });
        expect(findBrokenQuote(given, delimiter) === null).toBe(!errors.some((error) => error.type === "Quotes"));
      }),
    );
  });

  test.each(['"', '"a', '"" ', 'a,"', '"a" ', '"a",', '\n"'])("reads a megabyte of %j in a bounded time", (unit) => {
    expect(() => findBrokenQuote(unit.repeat(1_000_000 / unit.length), ",")).not.toThrow();
  });
});

const bytes = (text: string) => new TextEncoder().encode(text);

describe("the records of a list that was written for the server", () => {
  it.each<[string, string, string[][]]>([
    [
      "a mark and a line break at the end",
      "\ufeffA,B\r\n1,2\r\n",
      [
        ["A", "B"],
        ["1", "2"],
      ],
    ],
    ["no line break at the end", "A\r\n1", [["A"], ["1"]]],
    ["blank records, of one cell or more", "A,B\r\n\r\n,\r\n\r\n", [["A", "B"], [""], ["", ""], [""]]],
    ["records of any length", "A,B\r\n1\r\n1,2,3\r\n", [["A", "B"], ["1"], ["1", "2", "3"]]],
    ["spaces", " A \r\n\t1 \r\n", [[" A "], ["\t1 "]]],
    ["quotes", 'A\r\n"a ""b"", c"\r\n', [["A"], ['a "b", c']]],
    ["line breaks in a cell", 'A\r\n"1\n2\r\n3"\r\n', [["A"], ["1\n2\n3"]]],
    ["a lone quote inside a cell", 'A\r\n5" pipe\r\n', [["A"], ['5" pipe']]],
    ["other delimiters, which mean nothing", "sep=;\r\n1;2\r\n", [["sep=;"], ["1;2"]]],
    ["nothing", "", [[""]]],
    ["LF line breaks, as ours", "A\n1\n", [["A"], ["1"]]],
  ])("%s", (_what, text, records) => {
    expect(readRecords(bytes(text))).toEqual(records);
  });

  it.each([
    ["bytes that are no UTF-8", new Uint8Array([0x41, 0x0d, 0x0a, 0xfc])],
    ["UTF-16", new Uint8Array([0xff, 0xfe, 0x41, 0x00])],
    ["a NUL", bytes("A\r\na\0b")],
    ["a quote that isn't closed", bytes('A\r\n"a')],
    ["text after a quote", bytes('A\r\n"a"b\r\n')],
    ["ten thousand quotes", bytes(`A\r\n${'"a,'.repeat(10_001)}`)],
  ])("refuses %s", (_what, file) => {
    expect(() => readRecords(file)).toThrow(expect.objectContaining({ reason: "csv_unreadable" }));
  });

  it.each([MAX_LIST_ROWS - 1, MAX_LIST_ROWS, MAX_LIST_ROWS + 1])("are %i, if there are so many", (count) => {
    const text = `A\r\n${"1\r\n".repeat(count)}`;
    expect(readRecords(bytes(text))).toHaveLength(count + 1);
    expect(readRecords(bytes(text.slice(0, -2)))).toHaveLength(count + 1);
  });

  it("are one more than a list may have, if there are even more", () => {
    const text = `A\r\n${"1\r\n".repeat(MAX_LIST_ROWS + 5)}`;
    expect(readRecords(bytes(text))).toHaveLength(MAX_LIST_ROWS + 2);
    expect(readRecords(bytes(text.slice(0, -2)))).toHaveLength(MAX_LIST_ROWS + 2);
  });

  it("are the written ones, with any content", () => {
    const cell = fc.string({ unit: fc.constantFrom(..."ab \"',;\t|\n=\ufeffü山😀"), maxLength: 8 });
    const table = fc
      .integer({ min: 1, max: 4 })
      .chain((width) =>
        fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 8 }),
      );
    fc.assert(
      fc.property(table, ([headers = [], ...records]) => {
        const file = bytes(writeCsv(headers, records, { formulas: "keep" }));
        expect(readRecords(file)).toEqual([headers, ...records]);
      }),
    );
  });
});
