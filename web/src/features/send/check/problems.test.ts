import { readCsv } from "@sendwright/core/csv/readCsv";
import { changed } from "@sendwright/core/list/change";
import { describe, expect, it } from "vitest";
import { aVariable } from "../../../testing/templateFactories.ts";
import { aCheck, aList } from "../factories.ts";
import { correctedCsv, listName, problemRowsCsv } from "./CheckPanel.tsx";
import { kindCounts, nextProblemRow } from "./problemKinds.ts";

const list = aList(
  [
    "Name,Email,Offer",
    "Ann,ann@example.org,Discount",
    "=1+1,nobody,Half",
    ",bo@example.org,Discount",
    "Cleo,ANN@example.org,Discount,more",
  ].join("\n"),
);
const check = aCheck(list, [aVariable("Name"), aVariable("Offer", { type: "dropdown", options: ["Discount"] })]);

const mended = changed(list, { type: "cells", cells: [{ id: 3, header: "Name", cell: "Bo" }] });

describe("the problems of a list", () => {
  it("are counted by kind", () => {
    expect(kindCounts(check.problems).map(({ word, count }) => `${word} ${count}`)).toEqual([
      "Not an address 1",
      "Same mailbox, different values 1",
      "Blank values 1",
      "Not an option 1",
      "Missing or extra cells 1",
    ]);
  });

  it.each([
    [null, 2],
    [1, 2],
    [2, 3],
    [3, 4],
    [4, 2],
  ])("after row %s, the next row with a problem is %s", (row, next) => {
    expect(nextProblemRow(check.problems, row)).toBe(next);
  });

  it("have no next one in a list without problems", () => {
    expect(nextProblemRow([], 3)).toBeNull();
  });

  it("are downloaded as a file that reads back the same, including formulas, with every change and problem", () => {
    const csv = problemRowsCsv(mended, check.problems, ";");
    expect(csv).toContain("Name;Email;Offer;Problem\r\n");
    const again = readCsv(csv);
    expect(again.headers).toEqual(["Name", "Email", "Offer", "Problem"]);
    expect(again.rows.map(({ cells }) => cells.slice(0, 3))).toEqual([
      ["=1+1", "nobody", "Half"],
      ["Bo", "bo@example.org", "Discount"],
      ["Cleo", "ANN@example.org", "Discount"],
    ]);
    expect(again.rows[0]?.cells[3]).toBe('Not an email address: nobody; "Half" is not an option of {{Offer}}');
  });

  it("never use a header that the list already has", () => {
    const own = aList("Problem,Email\nx,nobody\n");
    expect(readCsv(problemRowsCsv(own, aCheck(own, []).problems, ",")).headers.at(-1)).toBe("Problem found");
  });
});

describe("the corrected list", () => {
  it("has its columns and every cell as it is now, including formulas, without the skipped rows", () => {
    const csv = correctedCsv(changed(mended, { type: "skip", ids: [2], as: "by_hand" }), ";");
    expect(csv.startsWith("\ufeffName;Email;Offer\r\n")).toBe(true);
    const again = readCsv(csv);
    expect(again.headers).toEqual(["Name", "Email", "Offer"]);
    expect(again.rows.map(({ cells }) => cells)).toEqual([
      ["Ann", "ann@example.org", "Discount"],
      ["Bo", "bo@example.org", "Discount"],
      ["Cleo", "ANN@example.org", "Discount", "more"],
    ]);
    expect(correctedCsv(list, ",")).toContain("\n=1+1,");
  });

  it.each([
    ["Kundenliste.CSV", "Kundenliste"],
    ["a.b.tsv", "a.b"],
    ["Typed table", "Typed table"],
  ])("of %s is called %s", (name, called) => {
    expect(listName({ ...list, source: { kind: "file", name } })).toBe(called);
  });
});
