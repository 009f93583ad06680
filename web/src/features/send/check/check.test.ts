import { readCsv } from "@sendwright/core/csv/readCsv";
import { writeCsv } from "@sendwright/core/csv/write";
import { applyChange } from "@sendwright/core/list/change";
import { render, screen } from "@testing-library/react";
import { createElement } from "react";
import { describe, expect, it } from "vitest";
import { aVariable } from "../../../testing/templateFactories.ts";
import { aCheck, aList } from "../factories.ts";
import { correctedRows, ListDownloads, listName, problemRows } from "./CheckPanel.tsx";
import { nextProblemRow, skippedWith, withRepeats } from "./findings.ts";
import {
  emailsMessage,
  mismatchMessage,
  repeatsQuestion,
  separateMessage,
} from "./questionWords.ts";

const list = aList(
  [
    "Name,Email,Offer",
    "Ann,ann@example.org,Discount",
    "=1+1,nobody,Half",
    ",bo@example.org,Discount",
    "Cleo,ANN@example.org,Discount,more",
  ].join("\n"),
);
const check = aCheck(list, [
  aVariable("Name"),
  aVariable("Offer", { type: "dropdown", options: ["Discount"] }),
]);

const mended = applyChange(list, { type: "cells", cells: [{ id: 3, header: "Name", cell: "Bo" }] });

const csvOf = ([headers = [], ...rows]: string[][], delimiter: "," | ";") =>
  writeCsv(headers, rows, { delimiter });

describe("the problems of a list", () => {
  it.each([
    [null, 2],
    [1, 2],
    [2, 3],
    [3, 4],
    [4, 2],
  ])("after row %s, the next row with a problem is %s", (row, next) => {
    expect(nextProblemRow(check, row)).toBe(next);
  });

  it("have no next one in a list without problems", () => {
    expect(nextProblemRow({ rows: [], problems: [] }, 3)).toBeNull();
  });

  it("are downloaded as a file that reads back the same, including formulas, with every change and problem", () => {
    const csv = csvOf(problemRows(mended, check.problems), ";");
    expect(csv).toContain("Name;Email;Offer;Problem\r\n");
    const again = readCsv(csv);
    expect(again.headers).toEqual(["Name", "Email", "Offer", "Problem"]);
    expect(again.rows.map(({ cells }) => cells.slice(0, 3))).toEqual([
      ["=1+1", "nobody", "Half"],
      ["Bo", "bo@example.org", "Discount"],
      ["Cleo", "ANN@example.org", "Discount"],
    ]);
    expect(again.rows[0]?.cells[3]).toBe(
      'Not an email address: nobody (there\'s no @); "=1+1" in {{Name}} looks like a missing value. It is sent as typed; "Half" is not an option of {{Offer}}',
    );
  });

  it("never use a header that the list already has", () => {
    const own = aList("Problem,Email\nx,nobody\n");
    expect(readCsv(csvOf(problemRows(own, aCheck(own, []).problems), ",")).headers.at(-1)).toBe(
      "Problem found",
    );
  });
});

it.each([
  ["an error", "nobody", true],
  ["a value to check", "ann@gmial.com", true],
  ["only a repeat", "bo@example.org", false],
])("with %s, the problem rows can be downloaded: %s (%s)", (_, address, areOffered) => {
  const given = aList(`Email\nbo@example.org\n${address}\n`);
  const props = { list: given, check: aCheck(given, []), delimiter: null };
  render(createElement(ListDownloads, props));
  expect(screen.queryAllByText("Download the problem rows")).toHaveLength(areOffered ? 1 : 0);
});

describe("the corrected list", () => {
  it("has its columns and every cell as it is now, including formulas, without the skipped rows", () => {
    const csv = csvOf(
      correctedRows(applyChange(mended, { type: "skip", ids: [2], as: "by_hand" })),
      ";",
    );
    expect(csv.startsWith("\ufeffName;Email;Offer\r\n")).toBe(true);
    const again = readCsv(csv);
    expect(again.headers).toEqual(["Name", "Email", "Offer"]);
    expect(again.rows.map(({ cells }) => cells)).toEqual([
      ["Ann", "ann@example.org", "Discount"],
      ["Bo", "bo@example.org", "Discount"],
      ["Cleo", "ANN@example.org", "Discount", "more"],
    ]);
    expect(csvOf(correctedRows(list), ",")).toContain('\n"\'=1+1",');
  });

  it.each([
    ["Kundenliste.CSV", "Kundenliste"],
    ["a.b.tsv", "a.b"],
    ["Typed table", "Typed table"],
  ])("of %s is called %s", (name, called) => {
    expect(listName({ ...list, source: { kind: "file", name } })).toBe(called);
  });
});

describe("the question about rows that share a mailbox", () => {
  it.each([
    [["Name"], "Name"],
    [["Name", "Invoice"], "Name and Invoice"],
    [["Name", "Invoice", "Due"], "Name, Invoice and Due"],
    [["Name", "Invoice", "Due", "City"], "Name, Invoice, Due and 1 more"],
    [["Name", "Invoice", "Due", "City", "At"], "Name, Invoice, Due and 2 more"],
  ])("names %j", (names, words) => {
    const question = {
      rows: [1, 2],
      mailboxes: 1,
      uncounted: [],
      emails: null,
      names,
      isOpen: true,
    };
    expect(repeatsQuestion(question)).toBe(`2 rows share one mailbox but differ in ${words}.`);
  });

  it("counts rows and mailboxes", () => {
    const rows = Array.from({ length: 2_400 }, (_, index) => index);
    const question = {
      rows,
      mailboxes: 1_100,
      uncounted: [],
      emails: null,
      names: ["Name"],
      isOpen: true,
    };
    expect(repeatsQuestion(question)).toBe("2,400 rows share 1,100 mailboxes but differ in Name.");
  });

  it.each([
    ["", ""],
    ["cy@x.org,,C", ""],
    ["nobody,Bo,C", ""],
    ["bo@x.org,,C", " Rows with errors aren't counted."],
    ["cy@x.org,,C\ncy@x.org,,D", " Rows with errors aren't counted."],
    ["ann@x.org,Anna,A", " Duplicates aren't counted."],
    ["cy@x.org,Cy,A\ncy@x.org,Cy,A", " Duplicates aren't counted."],
    ["bo@x.org,,C\nann@x.org,Anna,A", " Rows with errors and duplicates aren't counted."],
  ])("with the rows %j, says which of a mailbox it doesn't count", (rows, words) => {
    const text = `Email,Name,City\nann@x.org,Ann,A\nann@x.org,Anna,A\nbo@x.org,Bo,B\n${rows}\n`;
    const { repeats } = aCheck(aList(text), [aVariable("Name"), aVariable("City")]);
    expect(repeats && repeatsQuestion(repeats)).toBe(
      `2 rows share one mailbox but differ in Name.${words}`,
    );
  });

  it("is about the rows that the check found", () => {
    const text =
      "Email,Name,City\nann@x.org,Ann,A\nbo@x.org,Bo,B\nANN@x.org,Anna,A\nbo@x.org,Bo,C\ncy@x.org,Cy,C\n";
    const list = aList(text);
    const variables = [aVariable("Name"), aVariable("City")];
    const { repeats } = aCheck(list, variables);
    expect(repeats && repeatsQuestion(repeats)).toBe(
      "4 rows share 2 mailboxes but differ in Name and City.",
    );
    expect(repeats?.isOpen).toBe(true);
    const decided = applyChange(list, { type: "repeats", repeats: "first" });
    expect(aCheck(decided, variables).repeats?.isOpen).toBe(false);
    expect(aCheck(list, []).repeats).toBeNull();
  });
});

describe("rows with their repeats", () => {
  const list = aList("Name,Email\nAnn,ann@x.org\nBo,bo@x.org\nAnn,ANN@x.org\nAnna,ann@x.org\n");
  const name = [aVariable("Name")];

  it("skips a person, not only a row: no other row with their mailbox is sent instead", () => {
    const check = aCheck(list, name);
    const ids = withRepeats(check, [1]);
    expect(ids).toEqual([1, 3, 4]);
    const skipped = applyChange(list, { type: "skip", ids, as: "by_hand" });
    expect(aCheck(skipped, name).rows.filter(({ verdict }) => verdict === "ready")).toMatchObject([
      { id: 2 },
    ]);
  });

  it("keeps a row of the same mailbox with other values if you skip one of them", () => {
    const check = aCheck(list, name);
    expect(list.repeats).toBe("ask");
    expect(skippedWith(check, list, 1)).toEqual([1, 3]);
    const skipped = applyChange(list, {
      type: "skip",
      ids: skippedWith(check, list, 1),
      as: "by_hand",
    });
    expect(aCheck(skipped, name).rows.filter(({ verdict }) => verdict === "ready")).toMatchObject([
      { id: 2 },
      { id: 4 },
    ]);
    const first = applyChange(list, { type: "repeats", repeats: "first" });
    expect(skippedWith(aCheck(first, name), first, 1)).toEqual([1, 3, 4]);
  });

  it("skips only the row if each person gets a separate email", () => {
    const each = applyChange(list, { type: "repeats", repeats: "each" });
    // A row with the same values is still sent only once.
    expect(withRepeats(aCheck(each, name), [1])).toEqual([1, 3]);
    const kept = applyChange(list, { type: "repeat", id: 4, isKept: true });
    expect(withRepeats(aCheck(kept, name), [1])).toEqual([1, 3]);
  });

  it.each([
    ["first", true],
    ["each", false],
  ] as const)(
    "that all rows get (“%s”) takes the place of a row's own; its number is what it makes",
    (repeats, isKept) => {
      const decided = applyChange(list, { type: "repeat", id: 4, isKept });
      const answered = applyChange(decided, { type: "repeats", repeats });
      const check = aCheck(answered, name);
      expect(aCheck(decided, name).repeats?.emails?.[repeats]).toBe(check.summary.ready);
      expect(check.rows).toEqual(
        aCheck(applyChange(list, { type: "repeats", repeats }), name).rows,
      );
    },
  );

  it("also skips a row that repeats a repeat", () => {
    const chain = aList("Name,Email\nAnn,ann@x.org\nAnna,ann@x.org\nAnna,Ann@x.org\n");
    const first = applyChange(chain, { type: "repeats", repeats: "first" });
    const check = aCheck(first, name);
    expect(check.rows.map(({ duplicateOf }) => duplicateOf)).toEqual([null, 1, 2]);
    const skipped = applyChange(first, {
      type: "skip",
      ids: withRepeats(check, [1]),
      as: "by_hand",
    });
    expect(aCheck(skipped, name).rows.filter(({ verdict }) => verdict === "ready")).toEqual([]);
  });

  it("skips no one else for a row that is a repeat itself, and names no row twice", () => {
    expect(withRepeats(aCheck(list, name), [2])).toEqual([2]);
    expect(withRepeats(aCheck(list, name), [3])).toEqual([3]);
    expect(withRepeats(aCheck(list, name), [1, 4])).toEqual([1, 4, 3]);
  });
});

describe("the question about names that seem to belong to other addresses", () => {
  const rows = { column: "Name", from: 14, to: 1_200, isMoved: false, examples: [] };
  it.each([
    [1, true, "From row 14 on, the names in “Name” seem to be one row too low."],
    [-2, true, "From row 14 on, the names in “Name” seem to be two rows too high."],
    [3, false, "In rows 14 to 1,200, the names in “Name” seem to be three rows too low."],
    [
      null,
      true,
      "The names in “Name” seem to belong to other addresses, as if one column had been sorted without the other.",
    ],
  ])("says where and how (%j, to the end: %j)", (off, isToEnd, words) => {
    expect(mismatchMessage({ ...rows, off, isToEnd })).toBe(words);
  });

  it("doesn't give rows the numbers of others in a table that is sorted or filtered", () => {
    expect(mismatchMessage({ ...rows, off: 1, isToEnd: true, isMoved: true })).toBe(
      "In the order in which the list was read, from row 14 on, the names in “Name” seem to be one row too low.",
    );
  });
});

/** A row for each letter: the same letters are one mailbox, "!" has no address. */
const mailboxRows = (letters: string) =>
  aList(
    `Email,Name\n${[...letters].map((one, at) => `${one === "!" ? "" : one}@x.org,P${at}`).join("\n")}\n`,
  );

describe("how many emails go to how many people", () => {
  it.each([
    ["a", "1 email, to one recipient", "one separate email to each recipient"],
    ["abc", "3 emails, one to each recipient", "one separate email to each recipient"],
    ["abA", "3 emails to 2 recipients", "3 separate emails to 2 recipients"],
    ["aaa", "3 emails to 1 recipient", "3 separate emails to 1 recipient"],
    ["aabbb!c", "6 emails to 3 recipients", "6 separate emails to 3 recipients"],
  ])("of %s", (letters, words, separate) => {
    const list = applyChange(mailboxRows(letters), { type: "repeats", repeats: "each" });
    const check = aCheck(list);
    expect(emailsMessage(check)).toBe(words);
    expect(separateMessage(check)).toBe(separate);
  });

  it("doesn't count a mailbox that only a skipped row has", () => {
    const list = applyChange(mailboxRows("aab"), { type: "skip", ids: [3], as: "by_hand" });
    const check = aCheck(applyChange(list, { type: "repeats", repeats: "each" }));
    expect(emailsMessage(check)).toBe("2 emails to 1 recipient");
  });
});
