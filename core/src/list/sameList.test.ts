import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { after, listOf } from "../testing/lists.ts";
import { carryOver } from "./carryOver.ts";
import { cellText, textIn } from "./list.ts";
import { isSameFileName, type Reread } from "./sameRows.ts";

const SOME = Array.from({ length: 12 }, (_, n) => n);
const person = fc.constantFrom(...SOME);
const people = fc.uniqueArray(person, { minLength: 1, maxLength: 8 });
const addressOf = (n: number) => `p${n}@x.org`;
const fileOf = (all: readonly number[], headers = "Email,Name,City") =>
  listOf([headers, ...all.map((n) => `${addressOf(n)},Name ${n},City ${n}`)].join("\n"));

/** A list in which some people are skipped, one is deleted, and the city of others is corrected. */
function decided(all: readonly number[], skipped: readonly number[], corrected: readonly number[]) {
  const idsOf = (some: readonly number[]) => some.flatMap((n) => all.indexOf(n) + 1 || []);
  return after(
    fileOf(all),
    { type: "skip", ids: idsOf(skipped), as: "by_hand" },
    {
      type: "cells",
      cells: idsOf(corrected).map((id) => ({ id, header: "City", cell: "Rome" })),
    },
  );
}

/** Most people of each are in the other; of one of them is enough for an edited file. */
function expected(before: readonly number[], next: readonly number[], reread: Reread): boolean {
  const both = before.filter((n) => next.includes(n)).length;
  const [ofBefore, ofNext] = [both > before.length / 2, both > next.length / 2];
  return reread === "edited" ? ofBefore || ofNext : ofBefore && ofNext;
}

it("decisions about people stay in the same list, in any order, and with no one else", () => {
  const headers = fc.constantFrom("Email,Name,City", "Mail,Who,Town");
  void fc.assert(
    fc.property(
      people,
      people,
      fc.uniqueArray(person),
      fc.uniqueArray(person),
      headers,
      fc.constantFrom<Reread>("edited", "other"),
      (all, now, skipped, corrected, names, reread) => {
        const { list, lost } = carryOver(
          decided(all, skipped, corrected),
          fileOf(now, names),
          reread,
        );
        const isSame = expected(all, now, reread);
        const stays = (n: number, some: readonly number[]) =>
          isSame && all.includes(n) && some.includes(n);
        // A column with another name is the same if most people have the same text in it.
        const both = now.filter((n) => all.includes(n)).length;
        const isRead = names.startsWith("Email") || both * 2 >= now.length;
        expect(list.rows.map(({ skipped: as, cells }) => [as, cellText(cells[2])])).toEqual(
          now.map((n) => [
            stays(n, skipped) ? "by_hand" : null,
            stays(n, corrected) && isRead ? "Rome" : `City ${n}`,
          ]),
        );
        const gone = all.filter((n) => skipped.includes(n) && !(isSame && now.includes(n)));
        expect(lost.join().includes("that you skipped")).toBe(gone.length > 0);
      },
    ),
  );
});

describe.each<[string, Reread, string, boolean]>([
  ["the same people", "other", "1 2 3 4 5", true],
  ["in another order", "other", "5 3 1 4 2", true],
  ["most of them", "other", "1 2 3", true],
  ["and fewer new ones", "other", "1 2 3 4 5 6 7 8 9", true],
  ["half new people", "other", "1 2 3 6 7 8", false],
  ["one person of it", "other", "1", false],
  ["one person of it among others", "other", "1 6 7 8 9", false],
  ["one person of it, in a file of the same name", "edited", "1 6 7 8 9", false],
  ["many new ones, in a file of the same name", "edited", "1 2 3 4 5 6 7 8 9 10 11 12", true],
  ["many new ones, in another file", "other", "1 2 3 4 5 6 7 8 9 10 11 12", false],
  ["few of them, in a file of the same name", "edited", "1 3", true],
])("a list with %s", (_, reread, numbers, isSame) => {
  const before = after(decided([1, 2, 3, 4, 5], [1], [3]), { type: "delete", ids: [2] });
  const now = numbers.split(" ").map(Number);
  const { list, lost } = carryOver(before, fileOf(now), reread);
  const stateOf = (n: number) => {
    const row = list.rows[now.indexOf(n)];
    return row && [row.skipped, textIn(list, row, "City")];
  };

  it(isSame ? "keeps the decisions about them" : "keeps no decision about them", () => {
    const seen = isSame ? [["by_hand", "City 1"]] : [[null, "City 1"]];
    if (now.includes(2)) seen.push([isSame ? "by_hand" : null, "City 2"]);
    if (now.includes(3)) seen.push([null, isSame ? "Rome" : "City 3"]);
    expect([1, 2, 3].flatMap((n) => (now.includes(n) ? [stateOf(n)] : []))).toEqual(seen);
  });

  it("names people who were skipped or deleted and get an email now", () => {
    const named = [
      ...(now.includes(2) ? ["1 row that you deleted, also in this list (p2@x.org)"] : []),
      "1 corrected cell",
      "1 row that you skipped, also in this list (p1@x.org)",
    ];
    expect(lost).toEqual(isSame ? [] : named);
  });
});

it.each([
  ["people.csv", true],
  ["People.CSV", true],
  ["people (1).csv", true],
  ["people(2).csv", true],
  ["people.xlsx", true],
  ["people (2).xlsx", true],
  ["people - Copy.csv", true],
  ["people - Copy (2).csv", true],
  ["people copy 2.csv", true],
  ["people - Kopie.csv", true],
  ["Copy of people.xlsx", true],
  ["people", true],
  ["people 2.csv", false],
  ["people (2026).csv", false],
  ["people (old).csv", false],
  ["people 5a.csv", false],
  ["photocopy.csv", false],
  ["copy.csv", false],
  ["(1).csv", false],
  [".csv", false],
  ["", false],
])('a file called "people.csv" is called %j again: %s', (name, isSame) => {
  expect(isSameFileName("people.csv", name)).toBe(isSame);
  expect(isSameFileName(name, "people (3).xls")).toBe(isSame);
  expect(isSameFileName(name, name)).toBe(true);
});

it("of several people who were skipped, it names those in the other list", () => {
  const before = decided([1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5], []);
  const { lost } = carryOver(before, fileOf([4, 1, 7, 8]), "other");
  expect(lost).toEqual([
    "5 rows that you skipped, 2 of them also in this list (p1@x.org and p4@x.org)",
  ]);
});
