import { expect, test } from "vitest";
import { layoutOf } from "./layout.ts";
import type { SheetCell, SheetRow } from "./sheet.ts";

type Value = string | number | null;

const cellOf = (value: Value): SheetCell =>
  typeof value === "number" ? { text: String(value), isNumber: true } : { text: value ?? "" };

/** Rows of a sheet; an empty one is a blank line. */
function rowsOf(...lines: readonly (readonly Value[])[]): SheetRow[] {
  const rows = lines.map((cells, index) => ({ line: index + 1, isHidden: false, cells: cells.map(cellOf) }));
  return rows.filter(({ cells }) => cells.length > 0);
}

/** The lines of the headers and of the last person. */
function found(...lines: readonly (readonly Value[])[]): [header: number | undefined, last: number | undefined] {
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
  ["a last person without an address, after a blank line", [HEADERS, ADA, [], ["Bob", null, 7]], 1, 4],
  ["a last address that is wrong, after a blank line", [HEADERS, ADA, [], [null, "bob at home"]], 1, 4],
  ["a last person called Total", [HEADERS, ADA, ["Total Fitness GmbH", null, 7]], 1, 3],
  ["a person called Total, with an address", [HEADERS, ADA, ["Total", "total@example.org", 7]], 1, 3],
  ["a total between the people", [HEADERS, ADA, ["Total", null, 5], BOB], 1, 4],
])("finds the table: %s", (_, lines, header, last) => {
  expect(found(...lines)).toEqual([header, last]);
});

test("takes headers in a hidden row only if there are no others", () => {
  const [first, second, ada] = rowsOf(["name_1", "email_1"], ["Name", "Email"], ["Ada", "ada@example.org"]);
  if (!(first && second && ada)) throw new Error("three rows");
  const hidden = { ...first, isHidden: true };
  expect(layoutOf([hidden, second, ada], null).header).toBe(1);
  expect(layoutOf([hidden, ada], null).header).toBe(0);
});

test("keeps a row of headers that a person chose", () => {
  expect(layoutOf(rowsOf(HEADERS, ADA, BOB), 1)).toEqual({ header: 1, end: 3 });
});
