import fc from "fast-check";
import Papa from "papaparse";
import { expect, it, onTestFinished, vi } from "vitest";
import { CSV_DELIMITERS, type CsvDelimiter } from "../contract/csv.ts";
import { findBrokenQuote } from "./quotes.ts";
import { readCsv } from "./readCsv.ts";
import { RowScanner } from "./rowScanner.ts";

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
