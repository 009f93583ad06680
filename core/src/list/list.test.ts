import fc from "fast-check";
import { describe, expect, it, test, vi } from "vitest";
import { parseRecipient } from "../recipients/recipients.ts";
import { listOfRows, variablesOf } from "../testing/csvCheck.ts";
import { applyChange } from "./change.ts";
import {
  asCell,
  cellText,
  cellValue,
  type Feed,
  filledList,
  isFilled,
  type List,
  rowNumbers,
  rowsWithin,
  textIn,
  withoutColumns,
} from "./list.ts";
import {
  columnsReport,
  feedsOf,
  foreignColumns,
  likelyColumns,
  namesFor,
  unusedColumns,
} from "./mapping.ts";
import { emptyList } from "./read.ts";

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
    const text = fc.string({
      unit: fc.constantFrom(..."a\r\n\0\ufeff", "\ud83d", "\ude00", "😀"),
      maxLength: 12,
    });
    fc.assert(
      fc.property(text, (given) => {
        const cell = asCell(given);
        expect(asCell(cell)).toBe(cell);
        expect(
          new TextDecoder("utf-8", { ignoreBOM: true }).decode(new TextEncoder().encode(cell)),
        ).toBe(cell);
      }),
    );
  });
});

test.each<[string, Parameters<typeof cellText>[0], string, string]>([
  ["a text", "1.2.2026", "1.2.2026", "1.2.2026"],
  ["a picked date", { text: "1.2.2026", iso: "2026-02-01" }, "1.2.2026", "2026-02-01"],
  ["no cell", undefined, "", ""],
])(
  "the text of %s is that of the cell, and a date's value is the picked date",
  (_what, cell, text, date) => {
    expect(cellText(cell)).toBe(text);
    expect(cellValue(cell, "text")).toBe(text);
    expect(cellValue(cell, "date")).toBe(date);
  },
);

test("the text in a column, also of a short row or one that isn't there", () => {
  const list = listOfRows(["Email", "Name"], [["a@b.co"]]);
  const [row = { cells: [] }] = list.rows;
  expect(["Email", "Name", "Nick"].map((header) => textIn(list, row, header))).toEqual([
    "a@b.co",
    "",
    "",
  ]);
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
  const bare = withoutColumns({ ...list, mapping: { ...list.mapping, dates } }, [
    { name: "Name" },
    { name: "Due" },
  ]);
  const values = new Map([
    ["Name", "same"],
    ["Due", "same"],
  ]);
  expect(bare).toEqual({
    ...list,
    columns: ["Email"],
    mapping: { address: "Email", cc: null, bcc: null, values, dates, numbers: new Map() },
  });
});

describe("the rows within a limit", () => {
  const list: List = { ...listOfRows(["Email"], [["a"], ["b"], ["c"], ["d"], ["e"]]), beyond: 7 };
  const skipped = applyChange(list, { type: "skip", ids: [2, 4], as: "by_hand" });
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

const listOf = (headers: string[], feeds: Record<string, Feed> = {}) =>
  applyChange(listOfRows(headers, []), { type: "feed", feeds: new Map(Object.entries(feeds)) });

describe("the columns that feed placeholders", () => {
  const feeds = (headers: string[], body: string, chosen: Record<string, Feed> = {}) => [
    ...feedsOf(listOf(headers, chosen), variablesOf(body)),
  ];

  it.each<[string, string[], string, Record<string, Feed>, [string, string | null][]]>([
    ["the one with its name", ["Email", "Name"], "{{Name}}", {}, [["Name", "Name"]]],
    [
      "the one with its name but for case and spaces",
      ["Email", "full name"],
      "{{FullName}}",
      {},
      [["FullName", "full name"]],
    ],
    ["the exact one of two", ["Email", "name", "Name"], "{{Name}}", {}, [["Name", "Name"]]],
    ["none of two that may be meant", ["Email", "name", "NAME"], "{{Name}}", {}, [["Name", null]]],
    ["none with another name", ["Email", "Vorname"], "{{Name}}", {}, [["Name", null]]],
    [
      "the chosen one",
      ["Email", "Name", "Nick"],
      "{{Name}}",
      { Name: { column: "Nick" } },
      [["Name", "Nick"]],
    ],
    [
      "none where one value for everyone is chosen",
      ["Email", "Name"],
      "{{Name}}",
      { Name: "same" },
      [["Name", null]],
    ],
    [
      "the guess where the chosen one isn't there",
      ["Email", "Name"],
      "{{Name}}",
      { Name: { column: "Nick" } },
      [["Name", "Name"]],
    ],
    [
      "the one with its name, of a sticky one",
      ["Email", "Sender"],
      "{{Sender|sticky}}",
      {},
      [["Sender", "Sender"]],
    ],
    ["no other, of a sticky one", ["Email", "sender"], "{{Sender|sticky}}", {}, [["Sender", null]]],
    [
      "the addresses, of one with their name",
      ["Email", "Name"],
      "{{Email}}",
      {},
      [["Email", "Email"]],
    ],
    [
      "one that feeds two, if so chosen",
      ["Email", "A"],
      "{{A}}{{B}}",
      { B: { column: "A" } },
      [
        ["A", "A"],
        ["B", "A"],
      ],
    ],
    [
      "not one that was chosen for another",
      ["Email", "b"],
      "{{A}}{{B}}",
      { A: { column: "b" } },
      [
        ["A", "b"],
        ["B", null],
      ],
    ],
    [
      "not one that is another's own",
      ["Email", "Name"],
      "{{Name|sticky}}{{name}}",
      {},
      [
        ["Name", "Name"],
        ["name", null],
      ],
    ],
    [
      "not another's own, though that has one value for everyone",
      ["Email", "Name"],
      "{{Name}}{{name}}",
      { Name: "same" },
      [
        ["Name", null],
        ["name", null],
      ],
    ],
    [
      "one that was chosen for a placeholder of another email",
      ["Email", "name"],
      "{{Name}}",
      { Other: { column: "name" } },
      [["Name", "name"]],
    ],
    [
      "names that every object has",
      ["__proto__", "constructor"],
      "{{__proto__}}{{toString}}",
      {},
      [
        ["__proto__", "__proto__"],
        ["toString", null],
      ],
    ],
  ])("%s", (_what, headers, body, chosen, expected) => {
    expect(feeds(headers, body, chosen)).toEqual(expected);
  });
});

describe("columns without a feed", () => {
  const report = (headers: string[], body: string, chosen: Record<string, Feed> = {}) => {
    const list = listOf(headers, chosen);
    const variables = variablesOf(body);
    const feeds = feedsOf(list, variables);
    const likely = Object.fromEntries(likelyColumns(list, feeds));
    const { used, missing } = columnsReport(list, variables, feeds);
    return {
      used,
      missing,
      unused: unusedColumns(list, feeds),
      foreign: foreignColumns(list, feeds),
      likely,
    };
  };

  it("is the placeholders without a column and the columns without a placeholder, likely pairs among them", () => {
    expect(
      report(["Email", "Full Nmae", "City", "Town"], "{{Full Name}}{{City}}{{Nick|text:you}}"),
    ).toEqual({
      used: [
        { variable: "Full Name", header: null },
        { variable: "City", header: "City" },
        { variable: "Nick", header: null },
      ],
      missing: [
        { variable: "Full Name", required: true, message: "No column for {{Full Name}}." },
        { variable: "Nick", required: false, message: "No column for {{Nick}}." },
      ],
      unused: ["Full Nmae", "Town"],
      foreign: ["Full Nmae", "Town"],
      likely: { "Full Name": ["Full Nmae"] },
    });
  });

  it("offers columns for placeholders with a fallback and those only in a condition, too", () => {
    const body = "Dear {{Child first name|text:your child}},{{#Drives=yes}} thanks{{/Drives}}";
    expect(report(["Email", "First name child", "Name", "Driving"], body).likely).toEqual({
      "Child first name": ["First name child"],
      Drives: ["Driving"],
    });
  });

  it("is no placeholder with a value for everyone that was chosen, and no column of addresses", () => {
    const { missing, unused, likely } = report(["Email", "Nmae"], "{{Name}}", { Name: "same" });
    expect({ missing, unused, likely }).toEqual({ missing: [], unused: ["Nmae"], likely: {} });
  });

  it("is the column whose feed a choice replaces, but its placeholder is in the email", () => {
    const own = report(["Email", "Name", "Nick"], "{{Name}}", { Name: { column: "Nick" } });
    expect([own.unused, own.foreign]).toEqual([["Name"], []]);
    const same = report(["Email", "kick-off", "Place"], "{{Kick-off}}{{Place}}", {
      "Kick-off": "same",
      Place: "same",
    });
    expect([same.unused, same.foreign]).toEqual([["kick-off", "Place"], []]);
  });
});

vi.mock("../recipients/recipients.ts", async (original) => {
  const module = await original<typeof import("../recipients/recipients.ts")>();
  return { ...module, parseRecipient: vi.fn(module.parseRecipient) };
});

const write = (list: List, id: number, cell: string, add = 0) =>
  applyChange(list, { type: "cells", cells: [{ id, header: "Email", cell }], add });

it("reads the names in addresses again only where an address changed", () => {
  const addresses = ["Ann Good <ann@example.org>", "bo@example.org", "Cy Best <cy@example.org> "];
  const list = addresses.reduce(
    (before, cell, index) => write(before, index + 1, cell, 1),
    emptyList(),
  );
  vi.mocked(parseRecipient).mockClear();
  expect([...namesFor(list, "First Name")]).toEqual([
    [1, "Ann"],
    [3, "Cy"],
  ]);
  expect(parseRecipient).toHaveBeenCalledTimes(2);
  const next = write(list, 2, "Bo Li <bo@example.org>");
  vi.mocked(parseRecipient).mockClear();
  expect([...namesFor(next, "First Name").values()]).toEqual(["Ann", "Bo", "Cy"]);
  expect(parseRecipient).toHaveBeenCalledTimes(1);
  expect([...namesFor(next, "Last Name").values()]).toEqual(["Good", "Li", "Best"]);
  expect(namesFor(next, "City").size).toBe(0);
});
