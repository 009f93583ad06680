import { describe, expect, it, test } from "vitest";
import { listOfRows, listOfText } from "../testing/csvCheck.ts";
import { type Paste, pasteBlock } from "./cells.ts";
import { applyChange, type ListChange } from "./change.ts";
import { addStep, historyOf, undoStep } from "./history.ts";
import { type Cell, cellText, type List, textIn } from "./list.ts";
import { emptyList } from "./read.ts";

const cellsOf = ({ columns, rows }: List) =>
  rows.map(({ cells }) => columns.map((_, index) => cellText(cells[index])));
const idsOf = ({ rows }: List) => rows.map(({ id }) => id);
const write = (list: List, id: number, header: string, cell: Cell) =>
  applyChange(list, { type: "cells", cells: [{ id, header, cell }] });

const people = listOfRows(
  ["Email", "Name"],
  [
    ["a@b.co", "Ann"],
    ["b@b.co", "Bo"],
    ["c@b.co", "Cy"],
  ],
);

test.each<[string, ListChange]>([
  ["the text that is there", { type: "cells", cells: [{ id: 1, header: "Name", cell: "Ann" }] }],
  [
    "a blank cell that is blank",
    { type: "cells", cells: [{ id: 1, header: "Name", cell: "Ann" }] },
  ],
  ["a cell of no row", { type: "cells", cells: [{ id: 9, header: "Name", cell: "x" }] }],
  ["a cell of no column", { type: "cells", cells: [{ id: 1, header: "Nick", cell: "x" }] }],
  [
    "a paste of the same text",
    { type: "paste", id: 1, header: "Name", block: [["Ann"], ["Bo"]], limit: 9 },
  ],
  [
    "a paste into no row",
    { type: "paste", id: 9, header: "Name", block: [["x"], ["y"]], limit: 9 },
  ],
  ["a paste into no column", { type: "paste", id: 1, header: "Nick", block: [["x"]], limit: 9 }],
  ["no row added", { type: "add", count: 0 }],
  ["no row deleted", { type: "delete", ids: [9] }],
  ["no row skipped", { type: "skip", ids: [9], as: "by_hand" }],
  ["no one restored", { type: "restore", ids: [1, 9] }],
  ["the same about repeats", { type: "repeats", repeats: "ask" }],
  ["a repeat of no row", { type: "repeat", id: 9, isKept: true }],
  ["the same column of addresses", { type: "address", header: "Email" }],
  ["a guess that is left to the guess", { type: "feed", feeds: new Map([["Name", null]]) }],
  ["no placeholder with a column of its own", { type: "columns", values: new Map() }],
])("%s changes nothing: the list is the same", (_what, change) => {
  expect(applyChange(people, change)).toBe(people);
});

test.each<[string, ListChange]>([
  ["skipping", { type: "skip", ids: [1], as: "by_hand" }],
  ["a decision about a row", { type: "repeat", id: 1, isKept: false }],
  ["a decision about all", { type: "repeats", repeats: "each" }],
  ["a feed", { type: "feed", feeds: new Map([["A", { column: "Name" }]]) }],
  ["a value for everyone", { type: "feed", feeds: new Map([["A", "same"]]) }],
  ["an order", { type: "dates", header: "Name", order: "dmy" }],
  ["a notation", { type: "numbers", header: "Name", form: "comma" }],
  ["a text that is sent as typed", { type: "asTyped", texts: ["soon"] }],
  ["columns", { type: "columns", values: new Map([["A", "x"]]) }],
  [
    "a picked date",
    {
      type: "cells",
      cells: [{ id: 1, header: "Name", cell: { text: "1.2.26", iso: "2026-02-01" } }],
    },
  ],
])("%s, again, changes nothing", (_what, change) => {
  const once = applyChange(people, change);
  expect(once).not.toEqual(people);
  expect(applyChange(once, change)).toBe(once);
});

describe("cells", () => {
  it("change in their rows, and all other rows are shared", () => {
    const cells = [
      { id: 3, header: "Name", cell: "Cyd" },
      { id: 1, header: "Email", cell: "ann@b.co" },
      { id: 1, header: "Name", cell: "Anna" },
    ];
    const list = applyChange(people, { type: "cells", cells });
    expect(cellsOf(list)).toEqual([
      ["ann@b.co", "Anna"],
      ["b@b.co", "Bo"],
      ["c@b.co", "Cyd"],
    ]);
    expect(list.rows[1]).toBe(people.rows[1]);
    expect(cellsOf(people)[0]).toEqual(["a@b.co", "Ann"]);
  });

  it("of a file keep their first text", () => {
    const list = write(write(people, 1, "Name", "x"), 1, "Name", "y");
    expect(list.rows[0]?.original).toEqual(["a@b.co", "Ann"]);
    expect(list.rows[1]).not.toHaveProperty("original");
  });

  it("of a typed row were never read", () => {
    const list = write(applyChange(emptyList(), { type: "add", count: 1 }), 1, "Email", "a@b.co");
    expect(list.rows[0]).not.toHaveProperty("original");
  });

  it("can be filled where a row is short, and the row is no longer as it was read", () => {
    const list = listOfText("Email,A,B\na@b.co");
    expect(list.rows[0]?.note).toBe("The row has 1 value, but there are 3 columns.");
    const filled = write(list, 1, "B", "b");
    expect(cellsOf(filled)).toEqual([["a@b.co", "", "b"]]);
    expect(filled.rows[0]).not.toHaveProperty("note");
    expect(write(list, 1, "B", "")).toBe(list);
  });

  it("are cleaned", () => {
    expect(cellsOf(write(people, 1, "Name", "A\r\n\0nn"))[0]).toEqual(["a@b.co", "A\nnn"]);
    const picked = write(people, 1, "Name", { text: "\ufeff1", iso: "2026-01-01" });
    expect(picked.rows[0]?.cells[1]).toEqual({ text: "1", iso: "2026-01-01" });
  });

  it("with a picked date keep it while their text is the same, and lose it with another", () => {
    const date = { text: "01/02/2026", iso: "2026-02-01" };
    const list = write(people, 1, "Name", date);
    expect(write(list, 1, "Name", "01/02/2026")).toBe(list);
    expect(write(list, 1, "Name", "01/03/2026").rows[0]?.cells[1]).toBe("01/03/2026");
  });

  it("take a picked date even if its text is the same", () => {
    const list = write(people, 1, "Name", "01/02/2026");
    const date = { text: "01/02/2026", iso: "2026-02-01" };
    const other = { text: "01/02/2026", iso: "2026-01-02" };
    expect(write(list, 1, "Name", date).rows[0]?.cells[1]).toEqual(date);
    expect(write(write(list, 1, "Name", date), 1, "Name", other).rows[0]?.cells[1]).toEqual(other);
  });
});

describe("a block that is pasted", () => {
  const empty = applyChange(emptyList(["Name", "Due"]), { type: "add", count: 2 });
  const paste = (block: string[][], { list = empty, id = 1, header = "Email", limit = 5 } = {}) =>
    pasteBlock(list, { type: "paste", id, header, block, limit });

  it("fills the cells to the right and below, and brings the rows that it needs", () => {
    const { list, rowsLeft, columnsLeft } = paste([["Ann"], ["Bo", " 2026-01-02 "], ["Cy"]], {
      id: 2,
      header: "Name",
    });
    expect(cellsOf(list)).toEqual([
      ["", "", ""],
      ["", "Ann", ""],
      ["", "Bo", "2026-01-02"],
      ["", "Cy", ""],
    ]);
    expect(idsOf(list)).toEqual([1, 2, 3, 4]);
    expect([rowsLeft, columnsLeft]).toEqual([0, 0]);
  });

  it("uses its own headers if the list has them, in any order, case and spacing", () => {
    const block = [
      ["name", "E mail"],
      ["Ann", "ann@x.org"],
    ];
    const { list } = paste(block, { header: "Due" });
    expect(cellsOf(list)[0]).toEqual(["ann@x.org", "Ann", ""]);
    expect(list.rows).toHaveLength(2);
  });

  it("tells headers apart that differ only in case", () => {
    const list = listOfRows(["Name", "name"], [["", ""]]);
    const block = [
      ["name", "Name"],
      ["small", "Big"],
    ];
    expect(cellsOf(paste(block, { list, header: "Name" }).list)).toEqual([["Big", "small"]]);
  });

  it("reads a first row as values unless every cell names a different column", () => {
    expect(cellsOf(paste([["Name", "x"], ["Ann"]]).list)[0]).toEqual(["Name", "x", ""]);
    expect(cellsOf(paste([["Name", "Name"], ["Ann"]]).list)[0]).toEqual(["Name", "Name", ""]);
    expect(cellsOf(paste([["Name"]], { header: "Name" }).list)[0]).toEqual(["", "Name", ""]);
  });

  it("counts the rows and columns that don't fit", () => {
    const block = [...Array.from({ length: 7 }, (_, i) => [`p${i}@x.org`, "P", "d", "more"]), [""]];
    const { list, rowsLeft, columnsLeft } = paste(block);
    expect(list.rows).toHaveLength(5);
    expect({ rowsLeft, columnsLeft }).toEqual({ rowsLeft: 2, columnsLeft: 1 });
  });

  it("fills existing rows above the limit, but adds none", () => {
    const { list, rowsLeft } = paste([["x"], ["y"], ["z"]], { list: people, id: 2, limit: 1 });
    expect(cellsOf(list).map(([email]) => email)).toEqual(["a@b.co", "x", "y"]);
    expect(rowsLeft).toBe(1);
  });

  it("keeps the cells beside it, and the rows as they were when nothing changes", () => {
    const first = paste([["a@x.org", "Ann"]]).list;
    const { list } = paste([["Anna"]], { list: first, header: "Name" });
    expect(cellsOf(list)[0]).toEqual(["a@x.org", "Anna", ""]);
    expect(list.rows[1]).toBe(first.rows[1]);
  });

  it("into a row or a column that was deleted meanwhile changes nothing", () => {
    expect(paste([["x"], ["y"]], { id: 9 })).toEqual({ list: empty, rowsLeft: 2, columnsLeft: 0 });
    expect(paste([["x"]], { header: "Nick" })).toEqual({
      list: empty,
      rowsLeft: 0,
      columnsLeft: 1,
    });
  });

  it("blanks cells, keeps the text of the file, and is cleaned", () => {
    const { list } = paste([["", "B\0o"]], { list: people });
    expect(cellsOf(list)[0]).toEqual(["", "Bo"]);
    expect(list.rows[0]?.original).toEqual(["a@b.co", "Ann"]);
  });
});

describe("rows", () => {
  it("are added with new ids, also after the last were deleted", () => {
    const list = applyChange(applyChange(people, { type: "delete", ids: [3, 2] }), {
      type: "add",
      count: 2,
    });
    expect(idsOf(list)).toEqual([1, 4, 5]);
    expect(list.rows[1]).toEqual({ id: 4, line: null, cells: [], skipped: null, corrects: null });
  });

  it("are skipped and restored", () => {
    const list = applyChange(people, { type: "skip", ids: [1, 3], as: "already_received" });
    const again = applyChange(list, { type: "skip", ids: [3], as: "by_hand" });
    expect(again.rows.map(({ skipped }) => skipped)).toEqual(["already_received", null, "by_hand"]);
    const restored = applyChange(again, { type: "restore", ids: [1, 2, 3] });
    expect(restored).toEqual(people);
    expect(again.rows[1]).toBe(people.rows[1]);
  });
});

describe("a row that gets another address", () => {
  const corrected = {
    ...people,
    corrects: "send-1",
    rows: people.rows.map((row) => ({
      ...row,
      corrects: 10 + row.id,
      keepRepeat: true,
      skipped: "already_received" as const,
    })),
  };
  const decided = (list: List) =>
    list.rows.map(({ corrects, keepRepeat, skipped }) => [corrects, keepRepeat, skipped]);
  const kept = (id: number) => [10 + id, true, "already_received"];

  it("keeps no decision about the person before, and still corrects them", () => {
    expect(decided(write(corrected, 2, "Email", "new@b.co"))).toEqual([
      kept(1),
      [12, undefined, null],
      kept(3),
    ]);
    const byHand = applyChange(corrected, { type: "skip", ids: [2], as: "by_hand" });
    expect(decided(write(byHand, 2, "Email", "new@b.co"))[1]).toEqual([12, undefined, "by_hand"]);
  });

  it("keeps all of them where the mailbox is the same, or another cell changes", () => {
    expect(decided(write(corrected, 2, "Email", "Bo <B@b.co>"))).toEqual([
      kept(1),
      kept(2),
      kept(3),
    ]);
    expect(decided(write(corrected, 2, "Name", "Bob"))).toEqual([kept(1), kept(2), kept(3)]);
  });

  it("keeps none where another column has the addresses, unless it has the same mailbox", () => {
    const rows = corrected.rows.map((row) =>
      row.id === 3 ? { ...row, cells: ["c@b.co", "C@b.co"] } : row,
    );
    const other = applyChange({ ...corrected, rows }, { type: "address", header: "Name" });
    expect(decided(other)).toEqual([[11, undefined, null], [12, undefined, null], kept(3)]);
  });

  it("moves the decisions about people with them if a paste moves them to other rows", () => {
    const block = [
      ["c@b.co", "Cy"],
      ["b@b.co", "Bo"],
      ["a@b.co", "Ann"],
    ];
    const sorted = applyChange(corrected, {
      type: "paste",
      id: 1,
      header: "Email",
      block,
      limit: 9,
    });
    expect(decided(sorted)).toEqual([kept(3), kept(2), kept(1)]);
  });
});

describe("columns of their own", () => {
  const columns = (list: List, values: [string, string][]) =>
    applyChange(list, { type: "columns", values: new Map(values) });

  it("hold each placeholder's value so far, in the row of the first person", () => {
    const read = applyChange(listOfText("Email\ns@b.co\na@b.co\nb@b.co,more"), {
      type: "add",
      count: 1,
    });
    const list = applyChange(read, { type: "skip", ids: [1], as: "by_hand" });
    const wide = columns(list, [
      ["City", "Oslo\0"],
      ["Due", ""],
    ]);
    expect(wide.columns).toEqual(["Email", "City", "Due"]);
    expect(wide.rows.map(({ cells }) => cells)).toEqual([
      ["s@b.co", "", ""],
      ["a@b.co", "Oslo", ""],
      ["b@b.co", "", ""],
      [],
    ]);
    expect([...wide.mapping.values]).toEqual([
      ["City", { column: "City" }],
      ["Due", { column: "Due" }],
    ]);
  });

  it("hold the names that come with the addresses, and start blank where there is none", () => {
    const list = listOfRows(
      ["Email", "Town"],
      [
        ["Ann Good <a@b.co>", "Oslo"],
        ["b@b.co", "Rome"],
        ["Good, Cy <c@b.co>", "Bonn"],
      ],
    );
    const values = new Map([
      ["First Name", "you"],
      ["Place", "here"],
    ]);
    const named = applyChange(list, { type: "columns", values });
    expect(named.namesFrom).toEqual(["First Name"]);
    expect(cellsOf(named).map((cells) => cells.slice(2))).toEqual([
      ["Ann", "here"],
      ["", ""],
      ["Cy", ""],
    ]);
  });

  it("are the existing ones with their values", () => {
    const same = applyChange(people, { type: "feed", feeds: new Map([["Name", "same"]]) });
    const list = columns(same, [["Name", "you"]]);
    expect(cellsOf(list)).toEqual(cellsOf(people));
    expect(list.mapping.values.get("Name")).toEqual({ column: "Name" });
  });

  it("aren't the addresses: a placeholder with their name keeps its value for everyone", () => {
    const same = applyChange(people, { type: "feed", feeds: new Map([["Email", "same"]]) });
    expect(columns(same, [["Email", "office@b.co"]])).toBe(same);
  });
});

describe("the mapping", () => {
  it("holds decisions, which can be left to the guess again", () => {
    const feeds = new Map<string, { column: string } | "same">([
      ["A", { column: "Name" }],
      ["__proto__", "same"],
    ]);
    const list = applyChange(people, { type: "feed", feeds });
    expect(list.mapping.values).toEqual(feeds);
    expect(
      applyChange(list, { type: "feed", feeds: new Map([["A", null]]) }).mapping.values,
    ).toEqual(new Map([["__proto__", "same"]]));
  });

  it("holds the column of addresses, and how dates and numbers are read", () => {
    const steps: ListChange[] = [
      { type: "address", header: "Name" },
      { type: "dates", header: "Name", order: "dmy" },
      { type: "numbers", header: "Name", form: "comma" },
    ];
    const list = steps.reduce(applyChange, people);
    expect(list.mapping).toEqual({
      address: "Name",
      cc: null,
      bcc: null,
      values: new Map(),
      dates: new Map([["Name", "dmy"]]),
      numbers: new Map([["Name", "comma"]]),
    });
  });
});

const list = listOfRows(
  ["Email", "Name", "City"],
  [
    ["ann@example.org", "Ann", "Delft"],
    ["bo@example.org", "Bo", "Ghent"],
    ["cy@example.org", "Cy", "Namur"],
  ],
);
const textsOf = (of: typeof list) =>
  of.rows.map((row) => of.columns.map((header) => textIn(of, row, header)));
const paste = (block: string[][], more: Partial<Paste> = {}): Paste => ({
  type: "paste",
  id: 1,
  header: "Email",
  limit: 10,
  block,
  ...more,
});

describe("a change below the last row", () => {
  it("adds the rows and fills the cell in one step", () => {
    const cells = [{ id: 5, header: "Name", cell: "Di" }];
    const next = applyChange(list, { type: "cells", add: 2, cells });
    const history = addStep(historyOf({ list }), { list: next });
    expect(textsOf(next).slice(3)).toEqual([
      ["", "", ""],
      ["", "Di", ""],
    ]);
    expect(next.rows.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5]);
    const before = undoStep(history).now.list;
    expect(before.rows).toBe(list.rows);
    expect(before.lastId).toBe(5);
  });

  it("adds nothing where it changes nothing", () => {
    expect(
      applyChange(list, { type: "cells", add: 2, cells: [{ id: 99, header: "Name", cell: "Di" }] }),
    ).toBe(list);
    expect(applyChange(list, paste([["x"]], { id: 99, add: 2 }))).toBe(list);
  });

  it("accepts a pasted block and adds rows up to the limit", () => {
    const { list: after, rowsLeft } = pasteBlock(
      list,
      paste([["d"], ["e"], ["f"]], { id: 4, add: 3, limit: 5 }),
    );
    expect(rowsLeft).toBe(0);
    expect(textsOf(after).map(([email]) => email)).toEqual([
      ...textsOf(list).map(([email]) => email),
      "d",
      "e",
      "f",
    ]);
    const few = pasteBlock(list, paste([["d"], ["e"], ["f"]], { id: 4, add: 1, limit: 5 }));
    expect(few.rowsLeft).toBe(1);
    expect(few.list.rows).toHaveLength(5);
  });
});

describe("a paste into a part of the list", () => {
  it("goes along the columns on the screen", () => {
    const headers = ["City", "Email"];
    const { list: after, columnsLeft } = pasteBlock(
      list,
      paste([["Lille", "a@x.org", "more"]], { header: "City", headers }),
    );
    expect(textsOf(after)[0]).toEqual(["a@x.org", "Ann", "Lille"]);
    expect(columnsLeft).toBe(1);
    expect(pasteBlock(list, paste([["x"]], { header: "None" })).columnsLeft).toBe(1);
  });

  it("fills only the rows on the screen, from the selected one down", () => {
    const { list: after, rowsLeft } = pasteBlock(
      list,
      paste([["a@x.org"], ["c@x.org"], ["d@x.org"]], { ids: [1, 3] }),
    );
    expect(textsOf(after).map(([email]) => email)).toEqual([
      "a@x.org",
      "bo@example.org",
      "c@x.org",
    ]);
    expect(rowsLeft).toBe(1);
  });
});
