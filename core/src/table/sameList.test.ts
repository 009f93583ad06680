import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { readCsv } from "../csv/readCsv.ts";
import { cellText, type List } from "../list/list.ts";
import { listOfTable } from "../list/read.ts";
import { xlsxOf, xlsxRows } from "../testing/workbooks.ts";
import { readWorkbook } from "../workbook/readWorkbook.ts";
import type { Table } from "./table.ts";

const SOURCE = { kind: "file", name: "people" } as const;
const AS_DETECTED = {
  sheet: null,
  language: null,
  headerRow: null,
  withHidden: false,
  noHeaders: false,
};

/** What a person sees of a list, however it was read. */
function seen(
  { columns, rows, mapping, notes }: List,
  { above, below }: Pick<Table, "above" | "below">,
) {
  return {
    columns,
    address: mapping.address,
    rows: rows.map(({ line, cells, note, shifted }) => [line, cells.map(cellText), note, shifted]),
    notes,
    above,
    below,
  };
}

type Sheet = readonly (readonly string[])[];

function asText(sheet: Sheet, separator: "," | ";" | "\t"): string {
  const width = Math.max(...sheet.map((row) => row.length));
  const cell = (text: string) =>
    /[",;\t\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  const line = (row: readonly string[]) =>
    Array.from({ length: width }, (_, at) => cell(row[at] ?? "")).join(separator);
  return `${sheet.map(line).join("\r\n")}\r\n`;
}

const refusable = (work: () => unknown) => {
  try {
    return work();
  } catch (error) {
    return (error as { reason: string }).reason;
  }
};

const ofText = (text: string | Uint8Array) =>
  refusable(() => {
    const table = readCsv(text);
    return seen(listOfTable(table, SOURCE), table);
  });

const ofWorkbook = (sheet: Sheet) =>
  refusable(() => {
    const escaped = sheet.map((row) =>
      row.map((text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;") || null),
    );
    const table = readWorkbook(xlsxOf(xlsxRows(...escaped)), AS_DETECTED, 1_000);
    return seen(listOfTable(table, SOURCE), table);
  });

/** The same sheet as CSV with each separator, as a paste, and as a workbook. */
function everySource(sheet: Sheet): unknown[] {
  const utf8 = new TextEncoder().encode(asText(sheet, ";"));
  return [ofText(asText(sheet, ",")), ofText(utf8), ofText(asText(sheet, "\t")), ofWorkbook(sheet)];
}

const ADA = ["Ada", "ada@example.org", "5"];
const BOB = ["Bob", "bob@example.org", "7"];
const HEADERS = ["Name", "Email", "Fee"];

describe("the same sheet as CSV, as a paste and as a workbook", () => {
  test.each<[string, Sheet]>([
    ["titles and a total", [["Members 2026"], [], HEADERS, ADA, BOB, ["Total", "", "12"]]],
    [
      "a total without a word, and a note",
      [HEADERS, ADA, BOB, ["", "", "1.234,50 €"], [], ["As of May"]],
    ],
    ["an address above the headers", [["office@example.org"], HEADERS, ADA, BOB]],
    [
      "an address above the headers, in the column of addresses",
      [["Office", "office@example.org"], HEADERS, ADA, BOB],
    ],
    ["no headers", [ADA, BOB]],
    [
      "errors",
      [HEADERS, ["#N/A", "ada@example.org", "########"], ["#WERT!", "bob@example.org", "#DIV/0!"]],
    ],
    [
      "errors in other languages",
      [HEADERS, ["#¡VALOR!", "a@example.org", "#ССЫЛКА!"], ["#NV", "b@example.org", "Err:502"]],
    ],
    [
      "texts that look like errors",
      [HEADERS, ["#ABC!", "a@example.org", "#1!"], ["#TEAM?", "b@example.org", "#neu"]],
    ],
    [
      "people that look like totals and notes",
      [HEADERS, ADA, BOB, [], ["Zoe"], ["Soma", "", "7"], ["", "", "3"]],
    ],
    ["a row with nothing but an error", [HEADERS, ADA, ["#REF!"], BOB]],
    ["a shortened number", [HEADERS, ["Ada", "ada@example.org", "4,00638E+12"], BOB]],
    [
      "dates with a time",
      [
        ["Timestamp", "Email"],
        ["3/4/2026 14:30:05", "ada@example.org"],
      ],
    ],
    [
      "what protects text",
      [HEADERS, ["'+49 170", "'ada@example.org", "'00123"], ['="00123"', "bob@example.org", "="]],
    ],
    ["HTML codes", [HEADERS, ["M&uuml;ller &amp; Co", "ada@example.org", "&#8364; 5"], BOB]],
    ["a column without a header", [["Name", "Email", ""], ["Ada", "ada@example.org", "x"], BOB]],
    [
      "columns without any text",
      [
        ["", "Name", "", "Email"],
        ["", "Ada", "", "ada@example.org"],
      ],
    ],
    ["one column with a title", [["Members"], ["Email"], ["a@example.org"], ["b@example.org"]]],
    [
      "a sparse second column of addresses",
      [
        ["Email", "Parent Email"],
        ["bad@x", ""],
        ["b@example.org", ""],
        ["c@example.org", "p@example.org"],
      ],
    ],
    ["headers only", [HEADERS]],
    [
      "two columns with one header",
      [
        ["Email", "Email"],
        ["a@example.org", "b"],
      ],
    ],
  ])("gives the same list: %s", (_, sheet) => {
    const [csv, ...others] = everySource(sheet);
    for (const other of others) expect(other).toEqual(csv);
  });

  it("gives the same list for any sheet", () => {
    const cell = fc.oneof(
      fc.constantFrom(
        "",
        "",
        "Ada",
        "ada@example.org",
        "b@example.org",
        "Email",
        "Name",
        "Total",
        "12",
        "#N/A",
        "'+1",
        "x@y",
        "Total:",
      ),
      fc
        .string({ unit: fc.constantFrom(..."ab'=+-@;,\"é€#! 05"), maxLength: 6 })
        .map((text) => text.trim()),
    );
    const sheet = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), {
      minLength: 2,
      maxLength: 7,
    });
    fc.assert(
      fc.property(sheet, (rows) => {
        const widest = [
          ["Kind", "Email", "Name", "Note"],
          ["k", "first@example.org", "n", "o"],
          ...rows,
        ];
        const [csv, ...others] = everySource(widest);
        for (const other of others) expect(other).toEqual(csv);
      }),
      { numRuns: 60 },
    );
  });
});
