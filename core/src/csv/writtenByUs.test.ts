import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { CSV_DELIMITERS } from "../contract/csv.ts";
import { asCell, type Cell, cellText } from "../list/list.ts";
import { cleanCell, protectedCell, textCell } from "../table/cellProtection.ts";
import { readWorkbook } from "../workbook/readWorkbook.ts";
import { writeWorkbook } from "../workbook/writeWorkbook.ts";
import { readCsv } from "./readCsv.ts";
import { writeCsv } from "./write.ts";

const AS_DETECTED = {
  sheet: null,
  language: null,
  headerRow: null,
  withHidden: false,
  noHeaders: false,
};
/**
 * What some program takes for a formula: where a cell begins, or after any separator, quoted or
 * not.
 */
const RUNS = /(?:^|[,;\t\r\n|])"*[=+\-@]|(?:^|[,;\n|])"*[\t\r]/;

const special = fc.string({
  unit: fc.constantFrom(..."=+-@'\"“”„;,\t|\n &x0159é\u001f＝"),
  maxLength: 12,
});
const typical = fc.constantFrom(
  ...[
    "'+49 170 1234567",
    "+49 170",
    "=1+1",
    "x;=1+1",
    "'00123",
    "00123",
    "'anna@x.org",
    "''=1",
    '="00123"',
    "AT&amp;T",
    "M&uuml;ller",
    "#N/A",
    " ''#N/A",
    "Loading...",
    "####",
  ],
  ...[
    "one\n- two",
    "a,@b",
    "Tom 'n' Jerry",
    "'s-Gravenhage",
    "-5",
    "“Hello”",
    ' "a"',
    "\t=1",
    "\u0001x",
    "5'",
  ],
);
/** Texts as a list has them, also those that someone typed. */
const text = fc.oneof(special, typical).map(asCell);
const rows = fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 5 });
const blank = (cells: readonly Cell[]) =>
  cells.map((cell) => (cellText(cell).trim() === "" ? "" : cellText(cell)));

/** A list as people have it: its people's addresses, and two columns with any text. */
const listOf = (cells: readonly (readonly [string, string])[]) =>
  cells.map(([one, other], at) => [`p${at}@example.org`, one, other]);
const HEADERS = ["Email", "=Phone", "x;-Note"];

describe("what we read from a file that we wrote", () => {
  it("is the same as CSV, with each separator, and no program finds a formula in it", () => {
    fc.assert(
      fc.property(rows, fc.constantFrom(...CSV_DELIMITERS), (cells, delimiter) => {
        const list = listOf(cells);
        const file = writeCsv(HEADERS, list, { delimiter });
        expect(file.slice(1).replaceAll("\r\n", "\n")).not.toMatch(
          delimiter === "\t" ? /(?:^|[,;\t\r\n|])"*[=+\-@]/ : RUNS,
        );
        const read = readCsv(new TextEncoder().encode(file));
        expect(read.headers).toEqual(HEADERS);
        expect(read.rows.map((row) => blank(row.cells))).toEqual(list.map(blank));
      }),
      { numRuns: 400 },
    );
  });

  it("is the same as a workbook, in which only what the reader would take off is changed", () => {
    fc.assert(
      fc.property(rows, (cells) => {
        // The library reads "&amp;" in a cell's text twice.
        const list = listOf(
          cells.map(([one, other]) => [one.replaceAll("&", "+"), other.replaceAll("&", "+")]),
        );
        const read = readWorkbook(writeWorkbook("List", [HEADERS, ...list]), AS_DETECTED, 100);
        const fits = (row: readonly Cell[]) =>
          blank(row).map((one) => one.replaceAll("\r", "").replace(/\p{Cc}/gu, " "));
        expect(read.rows.map((row) => fits(row.cells))).toEqual(list.map(fits));
      }),
      { numRuns: 60 },
    );
    expect(["=1+1", "+49 170", "'s-Gravenhage"].map(textCell)).toEqual([
      "=1+1",
      "+49 170",
      "'s-Gravenhage",
    ]);
  });

  test.each([
    ["'+49 170", "+49 170"],
    ['="00123"', "00123"],
    ["\u001f0123", "0123"],
    ["'00123", "00123"],
    ["'anna@x.org", "anna@x.org"],
    ["''=1", "'=1"],
    ["'s-Gravenhage", "'s-Gravenhage"],
    ["'t Hooft", "'t Hooft"],
    ["'90s", "'90s"],
    ["one\u000btwo", "one\ntwo"],
    ["M&uuml;ller &#38; &#x53;&ouml;hne", "Müller & Söhne"],
    ["R&D; &unknown;", "R&D; &unknown;"],
    ["#1", "#1"],
    ["#summer", "#summer"],
    ["#Sommerfest!", "#Sommerfest!"],
    ["#ÜBERLAUF!", ""],
    ["####", ""],
    ["'#N/A", "#N/A"],
    ["''Loading...", "'Loading..."],
    ["' Err:502 ", " Err:502 "],
    ["'#1", "'#1"],
  ])("reads %j as %j, and writes that so that it stays", (written, meant) => {
    expect(cleanCell(written).text).toBe(meant);
    expect(cleanCell(protectedCell(meant)).text).toBe(meant);
    expect(cleanCell(textCell(meant)).text).toBe(meant);
  });
});
