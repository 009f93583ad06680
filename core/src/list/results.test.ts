import { describe, expect, it } from "vitest";
import { NOT_EMAILED, SKIPPED_BY_HAND } from "../check/skipReasons.ts";
import type { RowResult } from "../contract/sends.ts";
import { listOf } from "../testing/lists.ts";
import { readWorkbook } from "../workbook/readWorkbook.ts";
import { writeWorkbook } from "../workbook/writeWorkbook.ts";
import { applyChange } from "./change.ts";
import { filterBy } from "./filters.ts";
import { withOwnPeople, withResults } from "./results.ts";

const AS_DETECTED = {
  sheet: null,
  language: "de",
  headerRow: null,
  withHidden: false,
  noHeaders: false,
};
const words = {
  headers: ["Status", "Details"],
  cellsOf: ({ status, reason }: RowResult) => [status, reason],
  notIncluded: ["not included"],
};
const result = (row: number, recipient: string, line: number | null = row + 1): RowResult => ({
  row,
  line,
  recipient,
  status: "sent",
  reason: `r${row}`,
});
const TEXT = "Invoice,Email,Name\n007,ann@x.org,Ann\n008,bo@x.org,Bo\n009,BO@x.org,Bea\n";

describe("results beside the list that was sent", () => {
  it("keep all columns in their order, and belong to rows by number", () => {
    const { headers, rows, matched } = withResults(
      listOf(TEXT),
      [result(1, "ann@x.org"), result(2, "bo@x.org"), result(3, "BO@x.org")],
      true,
      words,
    );
    expect(headers).toEqual(["Invoice", "Email", "Name", "Status", "Details"]);
    expect(rows).toEqual([
      ["007", "ann@x.org", "Ann", "sent", "r1"],
      ["008", "bo@x.org", "Bo", "sent", "r2"],
      ["009", "BO@x.org", "Bea", "sent", "r3"],
    ]);
    expect(matched).toBe(3);
  });

  it("name the rows that a filter kept out, and count the others without them", () => {
    const condition = { header: "Name", test: "is_not", value: "Ann" } as const;
    const list = applyChange(listOf(TEXT), filterBy(listOf(TEXT), condition));
    const { rows } = withResults(
      list,
      [result(1, "bo@x.org", 3), result(2, "BO@x.org", 4)],
      true,
      words,
    );
    expect(rows.map(([invoice, , , status, reason]) => [invoice, status, reason])).toEqual([
      ["007", "not included", ""],
      ["008", "sent", "r1"],
      ["009", "sent", "r2"],
    ]);
  });

  it("get headers that the list doesn't have", () => {
    expect(withResults(listOf("Email,Status\na@x.org,paid\n"), [], true, words).headers).toEqual([
      "Email",
      "Status",
      "Status of the send",
      "Details",
    ]);
  });
});

describe("results beside a file that is chosen again", () => {
  it("belong to rows by line and mailbox", () => {
    const results = [result(1, "bo@x.org", 3), result(2, "BO@x.org", 4)];
    const { rows, matched } = withResults(listOf(TEXT), results, false, words);
    expect(rows.map((row) => row[3])).toEqual(["not included", "sent", "sent"]);
    expect(rows.map((row) => row[4])).toEqual(["", "r1", "r2"]);
    expect(matched).toBe(2);
  });

  it("belong by mailbox where lines have moved, if it is unique on both sides", () => {
    const moved = listOf(
      "Invoice,Email,Name\n1,new@x.org,New\n2,bo@x.org,Bo\n3,ann@x.org,Ann\n4,bo@x.org,Bea\n",
    );
    const { rows, matched } = withResults(
      moved,
      [result(1, "ann@x.org"), result(2, "bo@x.org", 9)],
      false,
      words,
    );
    expect(rows).toEqual([
      ["1", "new@x.org", "New", "not included", ""],
      ["2", "bo@x.org", "Bo", "not included", ""],
      ["3", "ann@x.org", "Ann", "sent", "r1"],
      ["4", "bo@x.org", "Bea", "not included", ""],
      ["", "bo@x.org", "", "sent", "r2"],
    ]);
    expect(matched).toBe(1);
  });

  it("stay apart from a person whose mailbox the send has twice", () => {
    const { rows, matched } = withResults(
      listOf("Email,Name\nann@x.org,Ann\n"),
      [result(1, "ann@x.org", 8), result(2, "ann@x.org", 9)],
      false,
      words,
    );
    expect(rows).toEqual([
      ["ann@x.org", "Ann", "not included", ""],
      ["ann@x.org", "", "sent", "r1"],
      ["ann@x.org", "", "sent", "r2"],
    ]);
    expect(matched).toBe(0);
  });
});

describe("results of one email for several rows", () => {
  const family = [1, 2, 3].map((row) => ({
    ...result(row, "fam@x.org"),
    ...(row > 1 && { joined_to: 1, reason: "In one email with row 1." }),
  }));
  const results = [...family, result(4, "bo@x.org")];
  const header = "Name,Email\n";
  const rowsOf = (text: string, isSent: boolean) =>
    withResults(listOf(`${header}${text}`), results, isSent, words);

  it("belong to each of its rows, in the list that was sent and in its file", () => {
    const text = "Mia,fam@x.org\nBen,fam@x.org\nZoe,fam@x.org\nBo,bo@x.org\n";
    for (const isSent of [true, false])
      expect(rowsOf(text, isSent)).toMatchObject({
        rows: [
          ["Mia", "fam@x.org", "sent", "r1"],
          ["Ben", "fam@x.org", "sent", "In one email with row 1."],
          ["Zoe", "fam@x.org", "sent", "In one email with row 1."],
          ["Bo", "bo@x.org", "sent", "r4"],
        ],
        matched: 4,
      });
  });

  it("belong to its rows where lines have moved, unless one is missing or more", () => {
    const moved = "Bo,bo@x.org\nNew,new@x.org\nMia,fam@x.org\nBen,fam@x.org\n";
    expect(rowsOf(`${moved}Zoe,fam@x.org\n`, false).matched).toBe(4);
    const { rows, matched } = rowsOf(`${moved}Zoe,fam@x.org\nZed,fam@x.org\n`, false);
    // One of them is in its line still.
    expect(matched).toBe(2);
    expect(rows.filter(([, , status]) => status === "sent")).toHaveLength(4);
  });
});

describe("a workbook of results", () => {
  it("comes back as it was written, with zeros, formulas and umlauts as text", () => {
    const rows = [
      ["Invoice", "Email", "Name"],
      ["007", "ann@x.org", "=1+1"],
      ["1,5", "bo@x.org", "Größe 😀"],
    ];
    const table = readWorkbook(writeWorkbook("Results", rows), AS_DETECTED, 100);
    expect(table.headers).toEqual(rows[0]);
    expect(table.rows.map(({ cells }) => cells)).toEqual(rows.slice(1));
  });
});

describe("results of people with several addresses", () => {
  const text =
    'Child,Mother,Father\nMia,m@x.org,f@x.org\nBen,m@x.org,f@x.org\nZoe,"z@x.org; y@x.org",\n';
  const results = [
    result(1, "m@x.org", 2),
    { ...result(2, "f@x.org", 2), status: "failed" as const },
    result(3, "m@x.org", 3),
    result(4, "f@x.org", 3),
    result(5, "z@x.org", 4),
    result(6, "y@x.org", 4),
  ];
  const expected = [
    ["Mia", "m@x.org", "sent", "r1"],
    ["Mia", "f@x.org", "failed", "r2"],
    ["Ben", "m@x.org", "sent", "r3"],
    ["Ben", "f@x.org", "sent", "r4"],
    ["Zoe", "z@x.org", "sent", "r5"],
    ["Zoe", "y@x.org", "sent", "r6"],
  ];
  const shown = ({ rows }: ReturnType<typeof withResults>) =>
    rows.map(([child, mother, , ...more]) => [child, mother, ...more]);

  it("tell them apart beside the list that was sent, although they have one line", () => {
    const split = applyChange(listOf(text), {
      type: "several",
      columns: ["Mother", "Father"],
      as: "each",
    });
    expect(shown(withResults(split, results, true, words))).toEqual(expected);
  });

  it("tell them apart beside the file, chosen again, and miss no one", () => {
    const found = withResults(listOf(text), results, false, words);
    expect(shown(found)).toEqual(expected);
    expect(found.matched).toBe(6);
  });

  it("have a row for someone who was skipped and one for someone else in the line", () => {
    const skipped = { ...result(1, "", 2), status: "skipped" as const };
    const { rows } = withResults(listOf(text), [skipped, result(2, "f@x.org", 2)], false, words);
    expect(rows.map(([child, mother, , status]) => [child, mother, status])).toEqual([
      ["Mia", "m@x.org", "skipped"],
      ["Mia", "f@x.org", "sent"],
      ["Ben", "m@x.org", "not included"],
      ["Zoe", "z@x.org; y@x.org", "not included"],
    ]);
  });
});

describe("people of rows that were skipped in the browser", () => {
  const skipped = (row: number, reason = SKIPPED_BY_HAND): RowResult => ({
    ...result(row, ""),
    status: "skipped",
    reason,
  });
  const whoIn = (text: string, results: RowResult[], isSent: boolean) =>
    withOwnPeople(listOf(text), results, isSent).map(({ name, recipient }) => [name, recipient]);

  it.each([true, false])("are named by the list (as it was sent: %s)", (isSent) => {
    const results = [skipped(1), result(2, "bo@x.org"), skipped(3, NOT_EMAILED)];
    expect(whoIn(TEXT, results, isSent)).toEqual([
      ["Ann", "ann@x.org"],
      [undefined, "bo@x.org"],
      ["Bea", "BO@x.org"],
    ]);
  });

  it("are named if most rows were skipped, and beside a row without an address", () => {
    const text =
      "Parent,Child,Email\nAnn,Mia,ann@x.org\nBo,Tim,\nCy,Ida,cy@x.org\nDi,Max,Di Li <di@x.org>\n";
    const results = [skipped(1), skipped(2), result(3, "cy@x.org"), skipped(4)];
    for (const isSent of [true, false])
      expect(whoIn(text, results, isSent)).toEqual([
        ["Ann · Mia", "ann@x.org"],
        ["Bo · Tim", ""],
        [undefined, "cy@x.org"],
        ["Di Li · Max", "di@x.org"],
      ]);
  });

  it("keep no name if the list is another one, or the server knows why no one is in it", () => {
    const noAddress = skipped(1, "No email address");
    expect(whoIn(TEXT, [noAddress, result(2, "bo@x.org"), result(3, "BO@x.org")], true)[0]).toEqual(
      [undefined, ""],
    );
    const other = [skipped(1), result(2, "x@y.org"), result(3, "z@y.org")];
    expect(whoIn(TEXT, other, false)[0]).toEqual([undefined, ""]);
  });
});
