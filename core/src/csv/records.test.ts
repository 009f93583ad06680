import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_LIST_ROWS } from "../contract/limits.ts";
import { readRecords } from "./records.ts";
import { writeCsv } from "./write.ts";

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

  it("are those that were written, whatever they hold", () => {
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
