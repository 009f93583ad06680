import { readCsv } from "@sendwright/core/csv/readCsv";
import { describe, expect, it } from "vitest";
import { aVariable } from "../../../testing/templates.ts";
import { aCheck, aTable } from "../factories.ts";
import { kindCounts, nextProblemRow, problemKey } from "./problemKinds.ts";
import { rowGlimpse } from "./rowGlimpse.ts";
import { correctedCsv, problemRowsCsv } from "./takenHome.ts";

const table = aTable(
  [
    "Name,Email,Offer",
    "Ann,ann@example.org,Discount",
    "=1+1,nobody,Half",
    ",bo@example.org,Discount",
    "Cleo,ANN@example.org,Discount,more",
  ].join("\n"),
);
const check = aCheck(table, [aVariable("Name"), aVariable("Offer", { type: "dropdown", options: ["Discount"] })]);

describe("the problems of a file", () => {
  it("are counted by kind", () => {
    expect(kindCounts(check.problems).map(({ word, count }) => `${word} ${count}`)).toEqual([
      "Not an address 1",
      "Duplicates 1",
      "Blank values 1",
      "Not an option 1",
      "Cells missing or too many 1",
    ]);
  });

  it("have a key each", () => {
    expect(new Set(check.problems.map(problemKey)).size).toBe(check.problems.length);
  });

  it.each([
    [null, 2],
    [1, 2],
    [2, 3],
    [3, 4],
    [4, 2],
  ])("after row %s, the next row with one is %s", (row, next) => {
    expect(nextProblemRow(check.problems, row)).toBe(next);
  });

  it("stand beside what else is in the row, as it is now, so that one knows whose it is", () => {
    const glimpse = (row: number, column: string | null, edits = {}) => rowGlimpse(table, { row, column }, edits);
    expect(glimpse(4, "Email")).toBe("Cleo, Discount");
    expect(glimpse(3, "Name")).toBe("bo@example.org, Discount");
    expect(glimpse(3, "Email", { 3: { Name: "Bo" } })).toBe("Bo, Discount");
    expect(glimpse(2, "Email", { 2: { Name: "x".repeat(50), Offer: " " } })).toBe("");
    expect(glimpse(99, null)).toBe("");
  });

  it("are followed by none where there are none", () => {
    expect(nextProblemRow([], 3)).toBeNull();
  });

  it("are taken home as a file that reads back as it is, formulas and all, with what was changed and what is wrong", () => {
    const csv = problemRowsCsv(table, check.problems, { 3: { Name: "Bo" } });
    const again = readCsv(csv);
    expect(again.headers).toEqual(["Name", "Email", "Offer", "Problem"]);
    expect(again.rows.map(({ cells }) => cells.slice(0, 3))).toEqual([
      ["=1+1", "nobody", "Half"],
      ["Bo", "bo@example.org", "Discount"],
      ["Cleo", "ANN@example.org", "Discount"],
    ]);
    expect(again.rows[0]?.cells[3]).toBe('Not an email address: nobody; "Half" is not an option of {{Offer}}');
  });

  it("never takes a header that the file has already", () => {
    const own = aTable("Problem,Email\nx,nobody\n");
    expect(readCsv(problemRowsCsv(own, aCheck(own, []).problems, {})).headers.at(-1)).toBe("Problem found");
  });
});

describe("the list as corrected", () => {
  it("has its columns and every cell as it now is, without the rows that were left out, formulas and all", () => {
    const csv = correctedCsv(table, { rowEdits: { 3: { Name: "Bo" } }, skipRows: [2] }, ";");
    expect(csv.startsWith("\ufeffName;Email;Offer\r\n")).toBe(true);
    const again = readCsv(csv);
    expect(again.headers).toEqual(["Name", "Email", "Offer"]);
    expect(again.rows.map(({ cells }) => cells)).toEqual([
      ["Ann", "ann@example.org", "Discount"],
      ["Bo", "bo@example.org", "Discount"],
      ["Cleo", "ANN@example.org", "Discount", "more"],
    ]);
    expect(correctedCsv(table, { rowEdits: {}, skipRows: [3] }, ",")).toContain("\n=1+1,");
  });
});
