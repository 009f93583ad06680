import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { type ListFiles, NO_FILES } from "../pairing/rowFiles.ts";
import { after, listOf } from "../testing/lists.ts";
import { applyChange, type ListChange } from "./change.ts";
import { type List, type Row, textIn } from "./list.ts";
import { earlierFilesOf, fileRowOf, filesOfList } from "./listFiles.ts";
import { listOfPeople } from "./read.ts";
import { sortBy } from "./sort.ts";

const HEADERS = ["Email", "Name", "City"];
const NAMES = ["Ann", "Bob", "Cy", "Dora", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo"];
const lineOf = (n: number) => [`p${n}@x.org`, NAMES[n] ?? "", "Delft"];
const fileOf = (all: readonly number[]) =>
  listOf([HEADERS, ...all.map(lineOf)].map((cells) => cells.join()).join("\n"));
const pasteOf = (block: readonly string[][], header = "Email", id = 1): ListChange => ({
  type: "paste",
  id,
  header,
  block,
  limit: 100,
});
const skip = (...ids: number[]): ListChange => ({ type: "skip", ids, as: "by_hand" });
const numberOf = (list: List, row: Row) => Number(/\d+/.exec(textIn(list, row, "Email"))?.[0]);
const skippedIn = (list: List) =>
  list.rows.flatMap((row) => (row.skipped === null ? [] : textIn(list, row, "Email")));

describe("a row that you skipped", () => {
  it.each<[string, string[], ListChange[], string[]]>([
    ["another order", ["p0", "p1", "p2"], [pasteOf([2, 0, 1].map(lineOf))], ["p0"]],
    ["other people", ["p0", "p1", "p2"], [pasteOf([4, 5, 6].map(lineOf))], []],
    ["one person over it", ["p0", "p1"], [pasteOf([lineOf(4)])], []],
    ["a sibling over it", ["p0", "p1"], [pasteOf([["p0@x.org", "Al"]])], []],
    [
      "addresses, then names",
      ["p0", "p1"],
      [pasteOf([["p4@x.org"], ["p5@x.org"]]), pasteOf([["Eve"], ["Fay"]], "Name")],
      [],
    ],
    [
      "names, then addresses",
      ["p0", "p1"],
      [pasteOf([["Eve"], ["Fay"]], "Name"), pasteOf([["p4@x.org"], ["p5@x.org"]])],
      [],
    ],
    [
      "addresses of the same names",
      ["p0", "p1"],
      [pasteOf([["a@y.org"], ["b@y.org"]])],
      ["a@y.org"],
    ],
    [
      "its row copied, then deleted",
      ["p0", "p1"],
      [{ ...pasteOf([lineOf(0)]), id: 2 } as ListChange, { type: "delete", ids: [1] }],
      ["p0"],
    ],
    [
      "its address corrected",
      ["p0", "p1"],
      [{ type: "cells", cells: [{ id: 1, header: "Email", cell: "ann@y.org" }] }],
      ["ann@y.org"],
    ],
    [
      "its row cleared, then filled",
      ["p0", "p1"],
      [
        { type: "cells", cells: HEADERS.map((header) => ({ id: 1, header, cell: "" })) },
        pasteOf([lineOf(4)]),
      ],
      [],
    ],
  ])("follows its person: %s", (_, all, changes, skipped) => {
    const before = after(fileOf(all.map((one) => Number(one.slice(1)))), skip(1));
    const now = skippedIn(after(before, ...changes));
    expect(now.map((address) => address.replace(/^(p\d)@x.org$/, "$1"))).toEqual(skipped);
  });

  it.each<[string, ListChange, string[]]>([
    [
      "corrects it",
      { type: "cells", cells: [{ id: 1, header: "Email", cell: "bob@gmail.com" }] },
      ["bob@gmail.com"],
    ],
    ["writes others over it", pasteOf([["ann@x.org"], ["cy@x.org"]]), []],
    ["moves it", pasteOf([["ann@x.org"], ["bob@gmial.com"]]), ["bob@gmial.com"]],
  ])("in a list of addresses: %s", (_, change, skipped) => {
    const before = after(listOf("Email\nbob@gmial.com\nann@x.org"), skip(1));
    expect(skippedIn(applyChange(before, change))).toEqual(skipped);
  });
});

/** What can be decided about the person of a row. */
const DECISIONS: Partial<Row>[] = [
  { skipped: "by_hand" },
  { skipped: "already_received" },
  { skipped: null, keepRepeat: true },
  { skipped: null, inOther: false },
  { skipped: null },
];

test("what you decided about people stays with them and goes to no one else, whatever you paste, fill, sort or delete", () => {
  const everyone = NAMES.map((_, n) => n);
  const decidedOf = ({ skipped, keepRepeat, inOther, corrects }: Row) => ({
    skipped,
    corrects,
    ...(keepRepeat !== undefined && { keepRepeat }),
    ...(inOther !== undefined && { inOther }),
  });
  const event = fc.record({
    type: fc.constantFrom("paste", "paste", "sort", "fill", "delete"),
    at: fc.nat(9),
    size: fc.integer({ min: 1, max: 6 }),
    order: fc.shuffledSubarray(everyone, { minLength: everyone.length }),
  });
  void fc.assert(
    fc.property(fc.array(event, { maxLength: 6 }), (events) => {
      const start = fileOf([0, 1, 2, 3, 4, 5]);
      let list: List = {
        ...start,
        rows: start.rows.map((row, n) => ({ ...row, corrects: n, ...DECISIONS[n % 5] })),
      };
      let known = new Map(list.rows.map((row) => [numberOf(list, row), decidedOf(row)]));
      for (const { type, at, size, order } of events) {
        const rows = list.rows.slice(at, at + size);
        const ids = rows.map(({ id }) => id);
        const [first] = ids;
        if (first === undefined) continue;
        const here = new Set(rows.map((row) => numberOf(list, row)));
        const free = order.filter((n) => here.has(n) || !known.has(n)).slice(0, rows.length);
        const changes: Record<string, ListChange> = {
          paste: pasteOf(free.map(lineOf), "Email", first),
          sort: sortBy(list, "Name", size > 3),
          fill: { type: "cells", cells: ids.map((id) => ({ id, header: "City", cell: "Oslo" })) },
          delete: { type: "delete", ids: [first] },
        };
        list = applyChange(list, changes[type] ?? { type: "include" });
        const noOne = { skipped: null, corrects: null };
        const now = list.rows.map((row) => [numberOf(list, row), decidedOf(row)] as const);
        for (const [n, seen] of now) expect(seen).toEqual(known.get(n) ?? noOne);
        known = new Map(now);
      }
    }),
  );
});

/** A file of each person is called by them, so that its owner is known wherever it goes. */
const hashOf = (n: number) => `${n}`.repeat(64);

test("a file of one person goes to no one else without a question, wherever their row goes", () => {
  const earlier = listOfPeople({
    send: "S1",
    name: "People",
    isCorrection: true,
    rows: [0, 1, 2, 3].map((n) => ({
      row: n + 1,
      recipient: `p${n}@x.org`,
      values: new Map([["Name", NAMES[n] ?? ""]]),
      files: [{ name: `${n}`, size: 1 }],
    })),
    variables: ["Name"],
    dates: new Map(),
  });
  const split = after(listOf(`Email,Name\n"p0@x.org, p1@x.org",Ann\np2@x.org,Cy\np3@x.org,Dora`), {
    type: "several",
    columns: ["Email"],
    as: "each",
  });
  const withFiles = (of: readonly number[], byHand: ListFiles["byHand"]) => {
    const files = of.map((n) => ({ hash: hashOf(n), name: `${NAMES[n]}.pdf`, size: 1 }));
    return applyChange(split, { type: "files", files: { ...NO_FILES, files, byHand } });
  };
  const paired = withFiles([0, 2, 3, 4, 5, 6, 7, 8, 9], new Map());
  const chosen = withFiles(
    [0, 2, 3],
    new Map([
      [1, { files: [hashOf(0)], who: "p0@x.org, p1@x.org, Ann" }],
      [2, { files: [hashOf(2)], who: "p2@x.org, Cy" }],
      [3, { files: [hashOf(3)], who: "p3@x.org, Dora" }],
    ]),
  );
  const ownOf = (n: number) => (n === 1 ? [0, 1] : [n]).map(String);
  void fc.assert(
    fc.property(
      fc.constantFrom(earlier, paired, chosen),
      fc.uniqueArray(fc.nat(9), { minLength: 1, maxLength: 6 }),
      fc.nat(3),
      (before, people, at) => {
        const id = before.rows[at]?.id ?? 1;
        const list = applyChange(
          before,
          pasteOf(
            people.map((n) => lineOf(n).slice(0, 2)),
            "Email",
            id,
          ),
        );
        const found = filesOfList(list);
        const asked = new Set(found?.questions.changed.map(({ row }) => row));
        for (const row of list.rows) {
          if (asked.has(fileRowOf(row))) continue;
          const n = numberOf(list, row);
          const names = [
            ...(found?.ofRow.get(fileRowOf(row)) ?? []).map(({ hash }) => hash.slice(0, 1)),
            ...(earlierFilesOf(list, row)?.files.map(({ name }) => name) ?? []),
          ];
          for (const name of names) expect(ownOf(n)).toContain(name);
          const isKept = before === earlier ? n < 4 : n > 1 && (n < 4 || before === paired);
          const isOnce = list.rows.filter((one) => numberOf(list, one) === n).length === 1;
          if (isKept && isOnce) expect(names).toEqual([`${n}`]);
        }
      },
    ),
  );
});
