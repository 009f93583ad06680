import { describe, expect, it } from "vitest";
import { writeCsv } from "../csv/write.ts";
import { after, listOf } from "../testing/lists.ts";
import { carryOver } from "./carryOver.ts";
import type { ListChange } from "./change.ts";
import { type List, textIn } from "./list.ts";
import { severalQuestion } from "./severalQuestion.ts";
import { ownCells } from "./splitRows.ts";

describe("several addresses in a row", () => {
  const families = [
    "Child,Mother,Father",
    "Mia,m@x.org,f@x.org",
    "Ben,m@x.org,f@x.org",
    "Zoe,z@x.org,",
  ];
  const each: ListChange = { type: "several", columns: ["Mother", "Father"], as: "each" };
  const seen = (list: List) =>
    list.rows.map((row) => [
      textIn(list, row, "Child"),
      textIn(list, row, "Mother"),
      row.skipped,
      row.keepRepeat,
    ]);
  const before = after(
    listOf(families.join("\n")),
    each,
    ({ rows }) => ({ type: "skip", ids: [rows[1]?.id ?? 0], as: "by_hand" }),
    ({ rows }) => ({ type: "repeat", id: rows[3]?.id ?? 0, isKept: true }),
    ({ rows }) => ({
      type: "cells",
      cells: [{ id: rows[2]?.id ?? 0, header: "Child", cell: "Benjamin" }],
    }),
    ({ rows }) => ({ type: "delete", ids: [rows[4]?.id ?? 0] }),
  );
  const expected = [
    ["Mia", "m@x.org", null, undefined],
    ["Mia", "f@x.org", "by_hand", undefined],
    ["Benjamin", "m@x.org", null, undefined],
    ["Ben", "f@x.org", null, true],
  ];

  it("are split again, and each address keeps what was decided about it", () => {
    const { list, lost } = carryOver(before, listOf(families.join("\n")), "same");
    expect(seen(list)).toEqual(expected);
    expect(lost).toEqual([]);
  });

  it("stay with their families in a corrected file, in another order and with a new row", () => {
    const [head = "", mia = "", ben = "", zoe = ""] = families;
    const text = [head, zoe, ben, "New,n@x.org,o@x.org", mia].join("\n");
    const { list, lost } = carryOver(before, listOf(text), "other");
    expect(seen(list)).toEqual([
      ["Zoe", "z@x.org", "by_hand", undefined],
      ...expected.slice(2),
      ["New", "n@x.org", null, undefined],
      ["New", "o@x.org", null, undefined],
      ...expected.slice(0, 2),
    ]);
    expect(lost).toEqual([]);
  });

  it("aren't found again in the corrected list of the page", () => {
    const text = writeCsv(
      before.columns,
      before.rows.filter(({ skipped }) => skipped === null).map((row) => ownCells(before, row)),
    );
    const { list } = carryOver(before, listOf(text), "other");
    expect(seen(list)).toEqual(expected.filter(([, , skipped]) => skipped === null));
    expect(severalQuestion(list, [])?.isOpen ?? false).toBe(false);
  });

  it("are asked about again if a column of them is gone", () => {
    const { list, lost } = carryOver(before, listOf("Child,Mother\nMia,m@x.org\n"), "other");
    expect(list.several).toBeUndefined();
    expect(lost).toContain("how to write to people with several addresses");
  });

  it("stay with rows that were typed", () => {
    const typed = after(listOf(families.join("\n")), each, ({ lastId }) => ({
      type: "cells",
      add: 1,
      cells: [{ id: lastId + 1, header: "Mother", cell: "p@x.org, q@x.org" }],
    }));
    const { list } = carryOver(after(typed, each), listOf(families.join("\n")), "same");
    expect(seen(list).slice(-2)).toEqual([
      ["", "p@x.org", null, undefined],
      ["", "q@x.org", null, undefined],
    ]);
    const joined = after(list, { ...each, as: null });
    expect(textIn(joined, joined.rows.at(-1) ?? { cells: [] }, "Mother")).toBe("p@x.org, q@x.org");
  });
});
