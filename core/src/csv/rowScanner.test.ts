import fc from "fast-check";
import Papa from "papaparse";
import { describe, expect, it, test } from "vitest";
import { CSV_DELIMITERS, type CsvDelimiter } from "../contract/csv.ts";
import { MAX_LIST_ROWS } from "../contract/limits.ts";
import type { QuotingStyle } from "./quotes.ts";
import { readRecords } from "./records.ts";
import { RowScanner } from "./rowScanner.ts";
import { writeCsv } from "./write.ts";

function recordsOf(
  text: string,
  delimiter: CsvDelimiter,
  quoting: QuotingStyle,
): string[][] | null {
  const scanner = new RowScanner(text, delimiter, quoting);
  const records: string[][] = [];
  while (scanner.nextRecord()) {
    const { cells, count } = scanner;
    records.push([...cells, ...new Array<string>(count - cells.length).fill("")]);
  }
  return scanner.broken === -1 ? records : null;
}

const anyText = fc.string({
  unit: fc.constantFrom(...'""",,;\n\n a\t|\u00a0\u0001é'),
  maxLength: 40,
});
const blankAsEmpty = (rows: readonly (readonly string[])[] | null) =>
  rows?.map((cells) => cells.map((cell) => (cell.trim() === "" ? "" : cell)));

it("reads the same cells as the library, or refuses the same text", () => {
  fc.assert(
    fc.property(anyText, fc.constantFrom(...CSV_DELIMITERS), (given, delimiter) => {
      const text = `${given}\n`;
      const { data, errors } = Papa.parse<string[]>(text, { delimiter, newline: "\n" });
      const isBroken = errors.some(({ type }) => type === "Quotes");
      const expected = isBroken ? null : data.slice(0, -1);
      expect(blankAsEmpty(recordsOf(text, delimiter, "strict"))).toEqual(
        blankAsEmpty(expected) ?? undefined,
      );
    }),
    { numRuns: 500 },
  );
});

it("measures a row: its line, its cells, and those before the blank ones at its end", () => {
  const scanner = new RowScanner('\n"a\n\nb",c, ,"",\n,,\nd\n', ",", "written");
  expect(scanner.next()).toBe(true);
  expect(scanner).toMatchObject({ line: 2, count: 5, cells: ["a\n\nb", "c"] });
  expect(scanner.next()).toBe(true);
  expect(scanner).toMatchObject({ line: 6, count: 1, cells: ["d"] });
  expect(scanner.next()).toBe(false);
});

it.each([
  ["plain cells", "x,".repeat(1_000), 1_001, 501],
  ["quoted cells", '"x",'.repeat(1_000), 1_001, 501],
  ["blank cells", `1${",".repeat(1_000)}`, 1_001, 1],
  ["empty quoted cells", '"",'.repeat(1_000), 1_001, 0],
])("makes no more of %s than a file may have", (_, row, count, made) => {
  const scanner = new RowScanner(`${row}\n`, ",", "written");
  scanner.nextRecord();
  expect([scanner.count, scanner.cells.length]).toEqual([count, made]);
});

describe("what quotes a cell", () => {
  it.each<[string, QuotingStyle, string, string[][]]>([
    ["a space before a mark", "written", 'a, "Muster, Anna" ,b\n', [["a", "Muster, Anna", "b"]]],
    [
      "a space before a mark that doesn't close",
      "written",
      'a, "Muster" Anna\n',
      [["a", ' "Muster" Anna']],
    ],
    ["an equals sign before a mark", "written", '="00,123",b\n', [["00,123", "b"]]],
    [
      "curly marks around a separator",
      "written",
      "“Muster, Anna”,„b“\n",
      [["Muster, Anna", "„b“"]],
    ],
    ["curly marks around all", "curly", "“Muster, Anna”,„b“\n", [["Muster, Anna", "b"]]],
    ["curly marks within a cell", "written", "“Once” is a lie,b\n", [["“Once” is a lie", "b"]]],
    ["a straight mark in curly ones", "written", '“5", wide”,b\n', [['5", wide', "b"]]],
    [
      "a mark that doesn't close, in copied text",
      "copied",
      '"Once" is,"x\ny"\n"b,c\n',
      [
        ['"Once" is', "x\ny"],
        ['"b', "c"],
      ],
    ],
    [
      "two marks around rows of copied text",
      "copied",
      '"a,b\nc,5"\n',
      [
        ['"a', "b"],
        ["c", '5"'],
      ],
    ],
    ["none of these, in our own records", "strict", ' "a",“b”\n', [[' "a"', "“b”"]]],
  ])("%s", (_, quoting, text, rows) => {
    expect(recordsOf(text, ",", quoting)).toEqual(rows);
  });

  const HEADERS = ["Name", "Email", "Size"];
  it.each<[string, string, string[]]>([
    [
      "in the last column of two rows",
      'Ann\ta@x.org\t"\nBo\tb@x.org\t"\n',
      ['Ann|a@x.org|"', 'Bo|b@x.org|"'],
    ],
    [
      "at the end of one row and the beginning of the next",
      'Ann\ta@x.org\t"\n"\tb@x.org\t3\n',
      ['Ann|a@x.org|"', '"|b@x.org|3'],
    ],
    ["in a middle column of two rows", 'Ann\t"\t1\nBo\t"\t2\n', ['Ann|"|1', 'Bo|"|2']],
    [
      "in the first column of two rows",
      '"\ta@x.org\t1\n"\tb@x.org\t2\n',
      ['"|a@x.org|1', '"|b@x.org|2'],
    ],
    [
      "before a word, closed by one below",
      'Ann\ta@x.org\t"Big\nBo\tb@x.org\tsmall"\nCy\tc@x.org\t5\n',
      ['Ann|a@x.org|"Big', 'Bo|b@x.org|small"', "Cy|c@x.org|5"],
    ],
    [
      "rows apart",
      'Ann\ta@x.org\t"\nBo\tb@x.org\t2\nCy\tc@x.org\t"\n',
      ['Ann|a@x.org|"', "Bo|b@x.org|2", 'Cy|c@x.org|"'],
    ],
    [
      "above a cell with a line break",
      'Ann\ta@x.org\t"\n"Bo\nBee"\tb@x.org\t2\n',
      ['Ann|a@x.org|"', "Bo\nBee|b@x.org|2"],
    ],
    [
      "behind a cell with a line break",
      '"Ann\nGood"\ta@x.org\t"\nBo\tb@x.org\t"\n',
      ['Ann\nGood|a@x.org|"', 'Bo|b@x.org|"'],
    ],
    [
      "closed by one in the next cell",
      'Ann\ta@x.org\t5\n"\t"\t6\nCy\t"\t"\n',
      ["Ann|a@x.org|5", '"|"|6', 'Cy|"|"'],
    ],
    [
      "as quoting, where a cell has a tab",
      'Ann\ta@x.org\t"one\ttwo"\n"Bo\tBee"\tb@x.org\t6\n',
      ["Ann|a@x.org|one\ttwo", "Bo\tBee|b@x.org|6"],
    ],
    ["that never closes", 'Ann\ta@x.org\t"5\nBo\tb@x.org\t6\n', ['Ann|a@x.org|"5', "Bo|b@x.org|6"]],
    [
      "not at the start",
      'Ann\ta@x.org\t12"\nBo\tb@x.org\t13"\n',
      ['Ann|a@x.org|12"', 'Bo|b@x.org|13"'],
    ],
    [
      "as quoting, where a cell has a tab and a line break",
      'Ann\ta@x.org\t"one\ttwo\nthree"\nBo\tb@x.org\t6\n',
      ["Ann|a@x.org|one\ttwo\nthree", "Bo|b@x.org|6"],
    ],
  ])("in pasted text, a lone mark %s leaves each row whole", (_, text, rows) => {
    for (const given of [text, text.replaceAll("\n", "\r\n")]) {
      const all = `${HEADERS.join("\t")}\n${given}`;
      expect(recordsOf(all, "\t", "pasted")).toEqual([
        HEADERS,
        ...rows.map((row) => row.split("|")),
      ]);
    }
  });

  it("reads marks in a column of their own as its cells", () => {
    expect(recordsOf('"\n"\n"\n', "\t", "pasted")).toEqual([['"'], ['"'], ['"']]);
    expect(recordsOf('"a\nb"\n', "\t", "pasted")).toEqual([["a\nb"]]);
  });

  test.each([
    '\t"\n',
    'x\t"\n"',
    '"',
    '"a',
    '"" ',
    'a,"',
    '"a" ',
    '"a",',
    '\n"',
    "“a,",
    "“",
    " “",
    '="',
  ])("a megabyte of %j is read in a bounded time", (unit) => {
    for (const quoting of ["strict", "written", "curly", "copied", "pasted"] as const) {
      expect(() =>
        recordsOf(`${unit.repeat(1_000_000 / unit.length)}\n`, ",", quoting),
      ).not.toThrow();
    }
  });
});

it("reads CRLF as LF, and a last line without a line break as one with it", () => {
  const anyQuoting = fc.constantFrom<QuotingStyle>(
    "strict",
    "written",
    "curly",
    "copied",
    "pasted",
  );
  const unit = fc.constantFrom(...'""“,,;\n\n a\t|é=');
  fc.assert(
    fc.property(
      fc.string({ unit, maxLength: 40 }),
      fc.constantFrom(...CSV_DELIMITERS),
      anyQuoting,
      (text, delimiter, quoting) => {
        const records = recordsOf(`${text}\n`, delimiter, quoting);
        expect(recordsOf(`${text}\n`.replaceAll("\n", "\r\n"), delimiter, quoting)).toEqual(
          records,
        );
        if (text !== "" && !text.endsWith("\n"))
          expect(recordsOf(text, delimiter, quoting)).toEqual(records);
      },
    ),
  );
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
    [
      "blank records, of one cell or more",
      "A,B\r\n\r\n,\r\n\r\n",
      [["A", "B"], [""], ["", ""], [""]],
    ],
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

  it.each([MAX_LIST_ROWS - 1, MAX_LIST_ROWS, MAX_LIST_ROWS + 1])(
    "are %i, if there are so many",
    (count) => {
      const text = `A\r\n${"1\r\n".repeat(count)}`;
      expect(readRecords(bytes(text))).toHaveLength(count + 1);
      expect(readRecords(bytes(text.slice(0, -2)))).toHaveLength(count + 1);
    },
  );

  it("are one more than a list may have, if there are even more", () => {
    const text = `A\r\n${"1\r\n".repeat(MAX_LIST_ROWS + 5)}`;
    expect(readRecords(bytes(text))).toHaveLength(MAX_LIST_ROWS + 2);
    expect(readRecords(bytes(text.slice(0, -2)))).toHaveLength(MAX_LIST_ROWS + 2);
  });

  it("are the written ones, with any content", () => {
    const cell = fc.string({ unit: fc.constantFrom(..."ab \"',;\t|\n=\ufeffü山😀"), maxLength: 8 });
    const table = fc.integer({ min: 1, max: 4 }).chain((width) =>
      fc.array(fc.array(cell, { minLength: width, maxLength: width }), {
        minLength: 1,
        maxLength: 8,
      }),
    );
    fc.assert(
      fc.property(table, ([headers = [], ...records]) => {
        const file = bytes(writeCsv(headers, records, { formulas: "keep" }));
        expect(readRecords(file)).toEqual([headers, ...records]);
      }),
    );
  });
});
