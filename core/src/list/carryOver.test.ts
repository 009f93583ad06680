import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { writeCsv } from "../csv/write.ts";
import { after, listOf, PUPILS, PUPILS_HEAD } from "../testing/lists.ts";
import { elsewhereOf } from "../testing/others.ts";
import { carryOver, lostSentence } from "./carryOver.ts";
import type { ListChange } from "./change.ts";
import { filterBy } from "./filters.ts";
import {
  type Cell,
  cellText,
  filledList,
  type List,
  NO_COLUMN_YET,
  type RowFilter,
  textIn,
} from "./list.ts";
import type { Reread } from "./sameRows.ts";
import { sortBy } from "./sort.ts";

const included = (list: List, header: string) =>
  filledList(list).rows.map((row) => textIn(list, row, header));
const lineOf = (list: List, line: number) => list.rows.find((row) => row.line === line);

const TEXT = [PUPILS_HEAD, ...PUPILS].join("\n");
const file = listOf(TEXT);
const paid: RowFilter = { header: "Paid", test: "is", value: "no" };

/** Every decision about a list that is kept in it, and how to see it. */
const DECISIONS: readonly [
  string,
  ListChange | ((list: List) => ListChange),
  (list: List) => unknown,
][] = [
  [
    "the column of addresses",
    { type: "address", header: "Parent" },
    ({ mapping }) => mapping.address,
  ],
  ["the Cc column", { type: "copies", field: "cc", header: "Parent" }, ({ mapping }) => mapping.cc],
  [
    "the Bcc column",
    { type: "copies", field: "bcc", header: "Parent" },
    ({ mapping }) => mapping.bcc,
  ],
  [
    "a Cc column that isn't chosen",
    { type: "copies", field: "cc", header: NO_COLUMN_YET },
    ({ mapping }) => mapping.cc,
  ],
  [
    "the column of a placeholder",
    { type: "feed", feeds: new Map([["N", { column: "First" }]]) },
    ({ mapping }) => mapping.values,
  ],
  [
    "a value for everyone",
    { type: "feed", feeds: new Map([["N", "same"]]) },
    ({ mapping }) => mapping.values,
  ],
  [
    "the order of dates",
    { type: "dates", header: "Due", order: "mdy" },
    ({ mapping }) => mapping.dates,
  ],
  [
    "the notation of numbers",
    { type: "numbers", header: "Due", form: "comma" },
    ({ mapping }) => mapping.numbers,
  ],
  ["texts as typed", { type: "asTyped", texts: ["soon"] }, ({ asTyped }) => asTyped],
  ["repeats", { type: "repeats", repeats: "each" }, ({ repeats }) => repeats],
  ["a repeat", { type: "repeat", id: 2, isKept: true }, (list) => lineOf(list, 3)?.keepRepeat],
  ["names that belong", { type: "belongs" }, ({ belongs }) => belongs],
  ["a skipped row", { type: "skip", ids: [3], as: "by_hand" }, (list) => lineOf(list, 4)?.skipped],
  [
    "a row with the email",
    { type: "skip", ids: [3], as: "already_received" },
    (list) => lineOf(list, 4)?.skipped,
  ],
  [
    "a filter",
    (list) => filterBy(list, paid),
    (list) => [list.filters, included(list, "First").sort()],
  ],
  [
    "another list",
    { type: "skipOthers", others: elsewhereOf("ann@x.org") },
    (list) => included(list, "First").sort(),
  ],
  [
    "a corrected cell",
    { type: "cells", cells: [{ id: 3, header: "First", cell: "Anna" }] },
    (list) => [cellText(lineOf(list, 4)?.cells[3]), lineOf(list, 4)?.original !== undefined],
  ],
  [
    "the order of rows",
    (list) => sortBy(list, "First", true),
    (list) => list.rows.map((row) => textIn(list, row, "First")),
  ],
];

/** Ways of reading the same people again: the next list, and whether it is the same file. */
const READINGS: readonly [string, (now: List) => List, Reread][] = [
  ["the same file", () => listOf(TEXT), "same"],
  ["with hidden rows", () => listOf(`${TEXT}\ncy@x.org,cy2@x.org,Cy,Cy,01/01/2026,yes`), "same"],
  ["in another language", () => listOf(TEXT.replaceAll("/2026", "/26")), "same"],
  ["the same file, chosen again", () => listOf(TEXT), "other"],
  ["a corrected file", () => listOf(TEXT.replace("Zoe Zed,Zoe", "Zoe Zet,Zoë")), "other"],
  ["a longer file", () => listOf(`${TEXT}\ncy@x.org,cy2@x.org,Cy,Cy,01/01/2026,yes`), "other"],
  [
    "columns in another order",
    () =>
      listOf(
        [PUPILS_HEAD, ...PUPILS].map((line) => line.split(",").toReversed().join(",")).join("\n"),
      ),
    "other",
  ],
];

describe.each(READINGS)("%s", (_how, read, reread) => {
  it.each(DECISIONS)("keeps %s", (what, change, seen) => {
    const before = after(file, change);
    const { list, lost } = carryOver(before, read(before), reread);
    const isMoved = _how === "columns in another order" && what === "a corrected cell";
    const [expected, now] = [seen(before), seen(list)];
    if (isMoved) expect(lineOf(list, 4)?.cells[2]).toBe("Anna");
    else if (_how === "a corrected file" && (what === "a filter" || what === "another list"))
      expect(JSON.stringify(now).replace("Zoë", "Zoe")).toBe(JSON.stringify(expected));
    else if (what === "the order of rows")
      expect(
        (now as string[]).filter((one) => one !== "Cy").map((one) => one.replace("ë", "e")),
      ).toEqual(expected);
    else if (what === "another list" && /hidden|longer/.test(_how))
      expect(now).toEqual(["Ben", "Cy", "Mia", "Zoe"]);
    else expect(now).toEqual(expected);
    expect(lost).toEqual([]);
  });
});

it("keeps all of them at once, and again", () => {
  const changes = DECISIONS.map(([, change]) => change).filter((_, at) => at !== 3);
  const before = after(file, ...changes);
  const { list, lost } = carryOver(before, listOf(TEXT), "same");
  expect(lost).toEqual([]);
  expect(list).toEqual({ ...before, notes: [] });
  expect(carryOver(list, listOf(TEXT), "same").list).toEqual(list);
});

describe("what can't be kept is named", () => {
  const narrow = () => listOf("Pupil,Name\nmia@x.org,Mia Berg\nzoe@x.org,Zoe Zed\n");
  it.each<[string, ListChange | ((list: List) => ListChange), string]>([
    [
      "the column of addresses",
      { type: "address", header: "Parent" },
      "“Parent” as the column of addresses",
    ],
    ["the Cc column", { type: "copies", field: "cc", header: "Parent" }, "Cc from “Parent”"],
    [
      "a placeholder's column",
      { type: "feed", feeds: new Map([["N", { column: "First" }]]) },
      "{{N}} from “First”",
    ],
    [
      "dates",
      { type: "dates", header: "Due", order: "dmy" },
      "the order of day and month in “Due”",
    ],
    [
      "numbers",
      { type: "numbers", header: "Due", form: "comma" },
      "the notation of numbers in “Due”",
    ],
    ["a filter", (list) => filterBy(list, paid), "the filter by “Paid”"],
    ["an order", (list) => sortBy(list, "Due", true), "the order by “Due”"],
    ["a skipped row", { type: "skip", ids: [3], as: "by_hand" }, "1 row that you skipped"],
    [
      "a corrected cell",
      { type: "cells", cells: [{ id: 1, header: "First", cell: "M" }] },
      "1 corrected cell",
    ],
    [
      "corrected cells of a row that is gone",
      { type: "cells", cells: [{ id: 3, header: "Name", cell: "M" }] },
      "1 corrected cell",
    ],
    [
      "a repeat",
      { type: "repeat", id: 2, isKept: true },
      "your answer about 1 row with the same address",
    ],
    [
      "a row with the email",
      { type: "skip", ids: [3], as: "already_received" },
      "1 row skipped because of an earlier send",
    ],
  ])("%s", (_what, change, expected) => {
    const { lost } = carryOver(after(file, change), narrow(), "other");
    expect(lost).toEqual([expected]);
    expect(lostSentence(lost)).toBe(`Not kept from the list before: ${expected}.`);
  });

  it("never sends copies to addresses typed before, if the column for copies is gone", () => {
    const before = after(file, { type: "copies", field: "cc", header: "Parent" });
    expect(carryOver(before, narrow(), "same").list.mapping.cc).toBe(NO_COLUMN_YET);
  });

  it("and is empty if nothing was decided", () => {
    expect(carryOver(file, listOf("Mail,X\nq@x.org,1\n"), "same")).toEqual({
      list: listOf("Mail,X\nq@x.org,1\n"),
      lost: [],
    });
    expect(lostSentence([])).toBeNull();
  });

  it.each([
    ["corrected", "Zoé"],
    ["blanked", ""],
  ])("a cell that the file has %s since, which is as in the file", (_, text) => {
    const before = after(file, { type: "cells", cells: [{ id: 4, header: "First", cell: "Zo" }] });
    const next = listOf(TEXT.replace("Zed,Zoe", `Zed,${text}`));
    const { list, lost } = carryOver(before, next, "other");
    expect(lost).toEqual([
      "1 corrected cell that this list has changed or blanked, too (“First” of zoe@x.org)",
    ]);
    expect(included(list, "First")).toEqual(["Mia", "Ben", "Ann", text]);
  });

  it("more than a thousand cells that the file has changed since, with a comma in their number", () => {
    const people = (fee: number) =>
      listOf(
        ["Email,Fee", ...Array.from({ length: 1_203 }, (_, n) => `p${n}@x.org,${fee}`)].join("\n"),
      );
    const cells = people(1).rows.map(({ id }) => ({ id, header: "Fee", cell: "2" }));
    const { lost } = carryOver(after(people(1), { type: "cells", cells }), people(3), "other");
    expect(lost).toEqual([expect.stringMatching(/^1,203 corrected cells .+ and 1,200 more\)$/)]);
  });

  it("no cell that was blank and was filled in here", () => {
    const blank = listOf(TEXT.replace("Zed,Zoe", "Zed,"));
    const before = after(blank, { type: "cells", cells: [{ id: 4, header: "First", cell: "Zo" }] });
    const { list, lost } = carryOver(before, listOf(TEXT.replace("Zed,Zoe", "Zed,")), "other");
    expect([included(list, "First").at(-1), lost]).toEqual(["Zo", []]);
  });

  it("decisions about the person of an address that the file has changed", () => {
    const before = after(
      file,
      { type: "skip", ids: [3], as: "already_received" },
      { type: "repeat", id: 2, isKept: true },
      { type: "inOther", ids: [4], isIn: false },
    );
    const next = listOf(TEXT.replace(/(ann|ben|zoe)@/g, "$1.new@"));
    expect(carryOver(before, next, "other").lost).toEqual([
      "1 row skipped because of an earlier send",
      "your answer about 1 row with the same address",
      "your answer about 1 row with an address that is in another list",
    ]);
  });

  it("people of another list who are new here, after a reload", () => {
    const before: List = { ...file, elsewhere: { ...elsewhereOf("ann@x.org"), isPartial: true } };
    const { lost } = carryOver(before, listOf(`${TEXT}\nnew@x.org,n@x.org,N,N,,\n`), "other");
    expect(lost).toEqual(["people in others.csv who are new in your list: choose that file again"]);
    expect(carryOver(before, listOf(TEXT), "same").lost).toEqual([]);
  });
});

it("other people's dates are asked about again", () => {
  const before = after(file, { type: "dates", header: "Due", order: "mdy" });
  const others = listOf(`${PUPILS_HEAD}\nq@x.org,q2@x.org,Q,Q,03/04/2026,no`);
  expect(carryOver(before, others, "other")).toMatchObject({
    lost: [],
    list: { mapping: { dates: new Map() } },
  });
});

describe("columns", () => {
  it("without headers are those in the same place", () => {
    const text = "ann@x.org,pa@x.org,Ann\nbo@x.org,pb@x.org,Bo\n";
    const before = after(
      listOf(text),
      { type: "address", header: "pa@x.org" },
      { type: "feed", feeds: new Map([["Name", { column: "Ann" }]]) },
      { type: "skip", ids: [1], as: "by_hand" },
    );
    const { list, lost } = carryOver(before, listOf(text, { noHeaders: true }), "same");
    expect(lost).toEqual([]);
    expect(list.mapping).toMatchObject({
      address: "Column 2",
      values: new Map([["Name", { column: "Column 3" }]]),
    });
    expect(list.rows.map(({ skipped }) => skipped)).toEqual([null, "by_hand"]);
  });

  it("that you added keep their cells, and new rows get theirs", () => {
    const start = listOf("Email,City\nAnn Good <ann@x.org>,Rome\nBo <bo@x.org>,Oslo\n");
    const before = after(
      start,
      { type: "columns", values: new Map([["First name", ""]]) },
      { type: "cells", cells: [{ id: 2, header: "First name", cell: "Bob" }] },
    );
    const next = listOf(
      "Email,City\nCy Young <cy@x.org>,Bern\nAnn Good <ann@x.org>,Rome\nBo <bo@x.org>,Oslo\n",
    );
    const { list, lost } = carryOver(before, next, "other");
    expect(lost).toEqual([]);
    expect(included(list, "First name")).toEqual(["Cy", "Ann", "Bob"]);
  });
});

describe("rows", () => {
  it("that share a mailbox keep their own decisions when the file's lines move", () => {
    const before = after(
      file,
      { type: "address", header: "Parent" },
      { type: "skip", ids: [2], as: "by_hand" },
      { type: "cells", cells: [{ id: 1, header: "First", cell: "Mimi" }] },
    );
    const moved = listOf([PUPILS_HEAD, PUPILS[1], PUPILS[3], PUPILS[0], PUPILS[2]].join("\n"));
    const { list } = carryOver(before, moved, "other");
    expect(list.rows.map((row) => [textIn(list, row, "First"), row.skipped])).toEqual([
      ["Ben", "by_hand"],
      ["Zoe", null],
      ["Mimi", null],
      ["Ann", null],
    ]);
  });

  it("whose address the file corrected stay skipped, but no decision about another person is kept", () => {
    const before = after(
      file,
      { type: "skip", ids: [3], as: "by_hand" },
      { type: "skip", ids: [4], as: "already_received" },
    );
    const { list } = carryOver(
      before,
      listOf(TEXT.replace("ann@x.org", "anna@x.org").replace("zoe@x.org", "z@x.org")),
      "other",
    );
    expect(list.rows.map(({ skipped }) => skipped)).toEqual([null, null, "by_hand", null]);
  });

  it("of another sheet in the same lines are other people", () => {
    const other = listOf(
      [PUPILS_HEAD, "q@x.org,q2@x.org,Q,Q,,", "r@x.org,r2@x.org,R,R,,"].join("\n"),
    );
    const { list, lost } = carryOver(
      after(file, { type: "skip", ids: [1, 2], as: "by_hand" }),
      other,
      "same",
    );
    expect(list.rows.map(({ skipped }) => skipped)).toEqual([null, null]);
    expect(lost).toEqual(["2 rows that you skipped"]);
  });

  it("that you typed stay below those of the same list, but don't join another one", () => {
    const id = file.lastId + 1;
    const before = after(file, {
      type: "cells",
      add: 1,
      cells: [{ id, header: "Pupil", cell: "new@x.org" }],
    });
    expect(included(carryOver(before, listOf(TEXT), "same").list, "Pupil").at(-1)).toBe(
      "new@x.org",
    );
    expect(carryOver(before, listOf(`${PUPILS_HEAD}\nq@x.org,,,,,`), "other").lost).toEqual([
      "1 row that you added",
    ]);
  });

  describe("whose addresses have changed places", () => {
    const swapped = (text: string) =>
      text.replace(/ann@|zoe@/g, (one) => (one === "ann@" ? "zoe@" : "ann@"));
    const before = after(
      file,
      { type: "skip", ids: [3], as: "by_hand" },
      { type: "skip", ids: [4], as: "already_received" },
      { type: "cells", cells: [{ id: 3, header: "Paid", cell: "later" }] },
    );

    it.each([
      ["in the same lines", swapped(TEXT)],
      [
        "in other lines",
        [PUPILS_HEAD, ...swapped(PUPILS.join("\n")).split("\n").toReversed()].join("\n"),
      ],
    ])("keep the decisions about the row, %s, and lose those about the address", (_, text) => {
      const { list, lost } = carryOver(before, listOf(text), "other");
      const seen = list.rows.map((row) => [
        ...["Pupil", "First", "Paid"].map((header) => textIn(list, row, header)),
        row.skipped,
      ]);
      expect(seen).toContainEqual(["zoe@x.org", "Ann", "later", "by_hand"]);
      expect(seen).toContainEqual(["ann@x.org", "Zoe", "no", null]);
      expect(lost).toEqual(["1 row skipped because of an earlier send"]);
    });

    it("give no one's decision to someone else with the same initial", () => {
      const list = listOf("Name,Email,Fee\nAnna,a1@x.org,10\nAndrea,a2@x.org,20\nBo,b@x.org,5\n");
      const skipped = after(list, { type: "skip", ids: [1], as: "by_hand" });
      const next = listOf("Name,Email,Fee\nBo,b@x.org,5\nAndrea,a1@x.org,21\nAnna,a2@x.org,11\n");
      const carried = carryOver(skipped, next, "other");
      expect(carried.list.rows.map((row) => row.skipped)).toEqual([null, null, null]);
      expect(carried.lost).toEqual(["1 row that you skipped, also in this list (a1@x.org)"]);
    });

    it("are people's own, if only what they owe has changed places", () => {
      const list = listOf("Email,Fee\na@x.org,10\nb@x.org,20\n");
      const skipped = after(list, { type: "skip", ids: [1], as: "by_hand" });
      const next = listOf("Email,Fee\na@x.org,20\nb@x.org,10\n");
      expect(carryOver(skipped, next, "other")).toMatchObject({
        list: { rows: [{ skipped: "by_hand" }, { skipped: null }] },
        lost: [],
      });
    });
  });

  it("that are new pass the same filter", () => {
    const before = after(file, (list) => filterBy(list, paid));
    const { list } = carryOver(
      before,
      listOf(`${TEXT}\ncy@x.org,c@x.org,Cy,Cy,,yes\ndi@x.org,d@x.org,Di,Di,,no`),
      "other",
    );
    expect(included(list, "First")).toEqual(["Mia", "Ben", "Zoe", "Di"]);
  });
});

it("reading the same file again changes nothing, after any changes", () => {
  const id = fc.integer({ min: 1, max: 4 });
  const header = fc.constantFrom(...file.columns);
  const cell: fc.Arbitrary<Cell> = fc.constantFrom("", "x", "mia@x.org", "q@x.org", "no", {
    text: "1.2.26",
    iso: "2026-02-01",
  });
  const change: fc.Arbitrary<ListChange | ((list: List) => ListChange)> = fc.oneof(
    fc.record({
      type: fc.constant("cells" as const),
      cells: fc.array(fc.record({ id, header, cell }), { maxLength: 3 }),
    }),
    fc.record({
      type: fc.constant("skip" as const),
      ids: fc.array(id),
      as: fc.constantFrom("by_hand" as const, "already_received"),
    }),
    fc.record({ type: fc.constant("restore" as const), ids: fc.array(id) }),
    fc.record({
      type: fc.constant("address" as const),
      header: fc.constantFrom("Pupil", "Parent"),
    }),
    fc.record({
      type: fc.constant("copies" as const),
      field: fc.constantFrom("cc" as const, "bcc"),
      header: fc.option(header),
    }),
    fc.record({
      type: fc.constant("dates" as const),
      header,
      order: fc.constantFrom("dmy" as const, "mdy"),
    }),
    fc.record({
      type: fc.constant("numbers" as const),
      header,
      form: fc.constantFrom("point" as const, "comma"),
    }),
    fc.record({ type: fc.constant("repeat" as const), id, isKept: fc.boolean() }),
    fc.constant((list: List) => filterBy(list, paid)),
    header.map((by) => (list: List) => sortBy(list, by, false)),
    fc.constant({ type: "skipOthers" as const, others: elsewhereOf("ann@x.org", "fam@x.org") }),
    fc.record({ type: fc.constant("inOther" as const), ids: fc.array(id), isIn: fc.boolean() }),
    fc.constant({ type: "include" as const }),
  );
  const comparable = (list: List) => ({
    ...list,
    // An edit that was undone by hand looks untouched again, and equal values sort alike.
    rows: list.rows
      .map(({ original: _, note: __, cells, ...row }) => ({ ...row, cells: cells.map(cellText) }))
      .toSorted((a, b) => a.id - b.id),
  });
  void fc.assert(
    fc.property(fc.array(change, { maxLength: 8 }), (changes) => {
      const before = after(file, ...changes);
      // A row without any text is only there to type in.
      fc.pre(before.rows.every(({ cells }) => cells.some((one) => cellText(one) !== "")));
      const { list, lost } = carryOver(before, listOf(TEXT), "same");
      expect(lost).toEqual([]);
      expect(comparable(list)).toEqual(comparable(before));
    }),
  );
});

it("a corrected list that is downloaded and chosen again keeps every decision", () => {
  const before = after(
    file,
    { type: "address", header: "Parent" },
    {
      type: "cells",
      cells: [
        { id: 1, header: "Parent", cell: "new@x.org" },
        { id: 3, header: "First", cell: "Anna" },
      ],
    },
    { type: "skip", ids: [2], as: "by_hand" },
    { type: "copies", field: "cc", header: "Pupil" },
  );
  const rows = before.rows
    .filter(({ skipped }) => skipped === null)
    .map(({ cells }) => cells.map(cellText));
  const { list, lost } = carryOver(before, listOf(writeCsv(before.columns, rows)), "other");
  expect(lost).toEqual(["1 row that you skipped"]);
  expect(list.mapping).toEqual(before.mapping);
  expect(included(list, "Parent")).toEqual(["new@x.org", "good@x.org", "zed@x.org"]);
});

describe("nothing that was decided about a person goes to someone else", () => {
  const trip = "First,Last,Email,Class,Event,Fee";
  const [ann, bob] = ["Ann,Good,ann@x.org,5a,Zoo,10", "Bob,Bad,bob@x.org,5a,Zoo,10"];
  const before = after(
    listOf([trip, ann, bob, "Cy,Cox,cy@x.org,5a,Zoo,10"].join("\n")),
    { type: "skip", ids: [1], as: "by_hand" },
    { type: "cells", cells: [{ id: 1, header: "Fee", cell: "0" }] },
  );
  it.each<[string, string]>([
    ["in the same line, with the same class, event and fee", "Don,Dun,don@x.org,5a,Zoo,10"],
    ["in the same line, with the same family name", "Eve,Good,eve@x.org,5a,Zoo,10"],
    ["in the same line, whose address is missing", "Don,Dun,,5a,Zoo,10"],
    ["with the same mailbox", "Ben,Good,ann@x.org,7b,Zoo,10"],
  ])("%s", (_, row) => {
    const { list, lost } = carryOver(before, listOf([trip, row, bob].join("\n")), "other");
    expect(list.rows.map(({ skipped }) => skipped)).toEqual([null, null]);
    expect(included(list, "Fee")).toEqual(["10", "10"]);
    const here = row.includes("ann@x.org") ? ", also in this list (ann@x.org)" : "";
    expect(lost).toEqual(["1 corrected cell", `1 row that you skipped${here}`]);
  });

  it("in a file with only a few of the same columns", () => {
    const next = listOf("Name,Mail,Event,Fee\nDon,don@x.org,Zoo,10\nEve,eve@x.org,Zoo,10\n");
    const { list } = carryOver(before, next, "other");
    expect(list.rows.map(({ skipped }) => skipped)).toEqual([null, null]);
    expect(included(list, "Fee")).toEqual(["10", "10"]);
  });

  it.each<[string, string]>([
    ["whose name was corrected, too", "Anna,Good,ann@x.org,5a,Zoo,10"],
    ["whose name is shorter", "A.,Good,ann@x.org,5a,Zoo,10"],
    ["whose class changed", "Ann,Good,ann@x.org,6a,Zoo,10"],
    ["whose address was corrected", "Ann,Good,ann@y.org,5a,Zoo,10"],
    ["whose address is missing now", "Ann,Good,,5a,Zoo,10"],
  ])("but it stays with a person %s", (_, row) => {
    const { list, lost } = carryOver(before, listOf([trip, bob, row].join("\n")), "other");
    const isMoved = row.includes("ann@x.org");
    // Without the mailbox, only the line says who it is.
    const { list: inPlace } = carryOver(before, listOf([trip, row, bob].join("\n")), "other");
    expect((isMoved ? list.rows[1] : inPlace.rows[0])?.skipped).toBe("by_hand");
    if (isMoved) expect(lost).toEqual([]);
  });
});

it("hundreds of rows with one mailbox are only the same if they are equal", () => {
  const lines = (year: number) =>
    Array.from({ length: 300 }, (_, n) => `Pupil ${n},office@x.org,${n === 7 ? 0 : year}\n`);
  const textOf = (year: number) => `Name,Email,Year\n${lines(year).join("")}`;
  const before = after(listOf(textOf(1)), { type: "skip", ids: [1, 8], as: "by_hand" });
  const { list, lost } = carryOver(before, listOf(textOf(2)), "other");
  expect(list.rows.flatMap(({ skipped, line }) => (skipped ? line : []))).toEqual([9]);
  expect(lost).toEqual(["1 row that you skipped, also in this list (office@x.org)"]);
});

describe("a column in the place of one that is gone", () => {
  const before = after(
    listOf("Email,Fee 2025,Father\na@x.org,10,fa@x.org\nb@x.org,11,fb@x.org\n"),
    { type: "feed", feeds: new Map([["Fee", { column: "Fee 2025" }]]) },
    { type: "copies", field: "cc", header: "Father" },
  );
  it("is that column only if most people have the same texts in it", () => {
    const renamed = listOf("Mail,Fee,Dad\na@x.org,10,fa@x.org\nb@x.org,12,fb@x.org\n");
    expect(carryOver(before, renamed, "other")).toMatchObject({
      lost: [],
      list: { mapping: { cc: "Dad", values: new Map([["Fee", { column: "Fee" }]]) } },
    });
    const others = listOf("Email,Room,Teacher\na@x.org,A1,ta@x.org\nb@x.org,A2,tb@x.org\n");
    expect(carryOver(before, others, "other")).toMatchObject({
      lost: ["Cc from “Father”", "{{Fee}} from “Fee 2025”"],
      list: { mapping: { cc: NO_COLUMN_YET, values: new Map() } },
    });
  });
});
