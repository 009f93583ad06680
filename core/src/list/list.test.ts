import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { listOfRows } from "../testing/csvCheck.ts";
import { changed } from "./change.ts";
import {
  asCell,
  cellText,
  cellValue,
  filledList,
  isFilled,
  type List,
  rowNumbers,
  rowsWithin,
  textIn,
  withoutColumns,
} from "./list.ts";

describe("a typed text, as a cell holds it", () => {
  it.each([
    ["plain text", "Müller & Söhne 😀", "Müller & Söhne 😀"],
    ["spaces, which are only left out of values", " a ", " a "],
    ["line breaks of every kind", "a\r\nb\rc\nd", "a\nb\nc\nd"],
    ["a character that no file can carry", "a\0b", "ab"],
    ["byte order marks", "\ufeffa\ufeff", "a"],
    ["halves of characters", "\ud83da\ude00 \ude00\ud83d", "a "],
    ["a whole character between halves", "\ud83d\ud83d\ude00\ude00", "😀"],
    ["halves around removed characters", "\ud83d\0\ude00", ""],
    ["joiners that scripts need", "👩\u200d👧 \u200e", "👩\u200d👧 \u200e"],
  ])("%s", (_what, text, cell) => {
    expect(asCell(text)).toBe(cell);
  });

  it("travels as it is, and is not cleaned any further", () => {
    const text = fc.string({ unit: fc.constantFrom(..."a\r\n\0\ufeff", "\ud83d", "\ude00", "😀"), maxLength: 12 });
    fc.assert(
      fc.property(text, (given) => {
        const cell = asCell(given);
        expect(asCell(cell)).toBe(cell);
        expect(new TextDecoder("utf-8", { ignoreBOM: true }).decode(new TextEncoder().encode(cell))).toBe(cell);
      }),
    );
  });
});

test.each<[string, Parameters<typeof cellText>[0], string, string]>([
  ["a text", "1.2.2026", "1.2.2026", "1.2.2026"],
  ["a picked date", { text: "1.2.2026", iso: "2026-02-01" }, "1.2.2026", "2026-02-01"],
  ["no cell", undefined, "", ""],
])("the text of %s is that of the cell, and a date's value is the picked date", (_what, cell, text, date) => {
  expect(cellText(cell)).toBe(text);
  expect(cellValue(cell, "text")).toBe(text);
  expect(cellValue(cell, "date")).toBe(date);
});

test("the text in a column, also of a short row or one that isn't there", () => {
  const list = listOfRows(["Email", "Name"], [["a@b.co"]]);
  const [row = { cells: [] }] = list.rows;
  expect(["Email", "Name", "Nick"].map((header) => textIn(list, row, header))).toEqual(["a@b.co", "", ""]);
});

describe("rows without any text", () => {
  const list = listOfRows(["Email", "Name"], [["", " "], ["a@b.co"], [], ["", "Bo"]]);

  it("are only there to type in", () => {
    expect(list.rows.map(isFilled)).toEqual([false, true, false, true]);
    expect(isFilled({ cells: [{ text: "1.2.2026", iso: "2026-02-01" }] })).toBe(true);
  });

  it("are neither checked nor sent, and have no number", () => {
    expect(filledList(list).rows).toEqual([list.rows[1], list.rows[3]]);
    expect(rowNumbers(list)).toEqual(
      new Map([
        [2, 1],
        [4, 2],
      ]),
    );
  });

  it("a list that has none is that list", () => {
    const filled = filledList(list);
    expect(filledList(filled)).toBe(filled);
  });
});

it("has one value for everyone without columns, and keeps its people and how their dates are read", () => {
  const list = listOfRows(["Mail", "Name"], [["a@b.co", "Ann"]]);
  const dates = new Map([["Due", "dmy"]] as const);
  const bare = withoutColumns({ ...list, mapping: { ...list.mapping, dates } }, [{ name: "Name" }, { name: "Due" }]);
  const values = new Map([
    ["Name", "same"],
    ["Due", "same"],
  ]);
  expect(bare).toEqual({ ...list, columns: ["Email"], mapping: { address: "Email", values, dates } });
});

describe("the rows within a limit", () => {
  const list: List = { ...listOfRows(["Email"], [["a"], ["b"], ["c"], ["d"], ["e"]]), beyond: 7 };
  const skipped = changed(list, { type: "skip", ids: [2, 4], as: "by_hand" });
  const within = (of: List, limit: number) => {
    const { rows, over } = rowsWithin(of, limit);
    return [rows.map(({ id }) => id), over];
  };

  it.each([
    [5, [[1, 2, 3, 4, 5], 7]],
    [2, [[1, 2], 10]],
    [0, [[], 12]],
  ])("of %i are the first so many", (limit, expected) => {
    expect(within(list, limit)).toEqual(expected);
  });

  it.each([
    [3, [[1, 2, 3, 4, 5], 7]],
    [2, [[1, 2, 3, 4], 8]],
    [1, [[1, 2], 10]],
  ])("of %i don't count those that are skipped", (limit, expected) => {
    expect(within(skipped, limit)).toEqual(expected);
  });

  it("are all rows while they are few enough", () => {
    expect(rowsWithin(list, 5).rows).toBe(list.rows);
  });
});
