import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { rowValues } from "../check/types.ts";
import { readCsv } from "../csv/readCsv.ts";
import {
  addresses,
  check,
  checked,
  formats,
  listOfRows,
  listOfText,
  short,
  variablesOf,
  verdicts,
} from "../testing/csvCheck.ts";
import { applyChange } from "./change.ts";
import { checkList } from "./check.ts";
import type { List, Repeats, Skip } from "./list.ts";
import { listOfTable } from "./read.ts";

const repeating = (repeats: Repeats) => (list: List) =>
  applyChange(list, { type: "repeats", repeats });
const skipping = (as: Skip, ...ids: number[]) => {
  return (list: List) => applyChange(list, { type: "skip", ids, as });
};

describe("the files of e2e/data", () => {
  function checkFile(name: string, body: string) {
    const table = readCsv(readFileSync(new URL(`../../../e2e/data/${name}`, import.meta.url)));
    return checked(listOfTable(table, { kind: "file", name }), body);
  }

  it("problems.csv: has each kind of problem, by row and line", () => {
    const result = checkFile(
      "problems.csv",
      "{{Full Name}} {{Offer|dropdown:Discount,Free Trial,Early Access}} {{Due|date}}",
    );
    expect(verdicts(result)).toEqual([
      "1: ready",
      "2: Not an email address: not-an-address (there's no @)",
      "3: Blank value for {{Full Name}}",
      "4: ready",
      "5: Duplicate of row 4",
      '6: "Half Price" is not an option of {{Offer}}',
      "7: ready",
      "8: No email address in this row.",
      "9: ready",
      "10: ready",
    ]);
    expect(result.summary).toEqual({
      total: 10,
      ready: 5,
      joined: 0,
      skipped: 4,
      duplicates: 1,
      suppressed: 0,
      notes: 1,
      rowsOverLimit: 0,
      sentence: "5 ready · 5 skipped (1 duplicate)",
    });
    expect(
      result.problems.map(({ row, line, column, value, kind }) => [row, line, column, value, kind]),
    ).toEqual([
      [2, 3, "Email", "not-an-address", "recipient_invalid"],
      [3, 4, "Full Name", "", "blank"],
      [5, 6, "Email", "DUP@example.org", "sibling"],
      [6, 7, "Offer", "Half Price", "option"],
      [7, 8, "Due", "soon", "date"],
      [8, 9, "Email", "", "recipient_missing"],
    ]);
    expect(result.rows[6]?.notes).toEqual([`"soon" in {{Due}} isn't a date and is sent as typed.`]);
    expect(result.rows[8]).toMatchObject({
      recipient: "named@example.org",
      address: "named@example.org",
      name: "Named Person",
    });
    expect(result.dateOrders).toEqual(new Map([["Due", "mdy"]]));
  });

  it("conference-1000.csv: has only ready rows", () => {
    const result = checkFile(
      "conference-1000.csv",
      "{{Full Name}} {{Talk Date|date}} {{Talk Time|time}} {{#Note}}{{Note}}{{/Note}}",
    );
    expect(result.summary).toMatchObject({
      total: 1000,
      ready: 1000,
      notes: 0,
      sentence: "1,000 ready",
    });
    expect(result.problems).toEqual([]);
  });

  it("conference-12.csv: has only ready rows, with the values that the template is rendered with", () => {
    const variables = variablesOf("{{Full Name}} {{Talk Date|date}}");
    const result = checkFile("conference-12.csv", "{{Full Name}} {{Talk Date|date}}");
    expect(result.summary.sentence).toBe("12 ready");
    const [first] = result.rows;
    expect(first && rowValues(variables, first)).toEqual(
      new Map([
        ["Full Name", "Dmitri Larsen"],
        ["Talk Date", "2026-12-05"],
      ]),
    );
  });

  it("kunden-semicolon-windows1252.csv: German dates are read as such", () => {
    const result = checkFile(
      "kunden-semicolon-windows1252.csv",
      "{{Name}} {{Betrag}} {{Fällig am|date}}",
    );
    expect(result.summary.sentence).toBe("3 ready");
    expect(result.dateOrders.get("Fällig am")).toBe("dmy");
    expect(result.rows[2]?.values).toEqual(["Größe; Söhne GmbH", "12,00 €", "31.12.2026"]);
  });

  it("utf16-tab.csv: has headers in another script", () => {
    const result = checkFile("utf16-tab.csv", "{{名前}} {{会社}}");
    expect(result.rows.map(({ recipient, values }) => [recipient, ...values])).toEqual([
      ["yamada@example.org", "山田 太郎", "株式会社例"],
      ["sato@example.org", "佐藤 花子", "例示"],
    ]);
  });
});

describe("recipients of rows", () => {
  test.each([
    ["ann@example.org", "ready", undefined],
    ["Ann <ann@example.org>", "ready", undefined],
    ["", "No email address in this row.", undefined],
    ["\u200b", "No email address in this row.", undefined],
    ["Bo Li", "Not an email address: Bo Li (there's no @)", undefined],
    ["a@b.co\u202e", "ready", undefined],
    [
      "a\u202e@b.co",
      "Not an email address: a@b.co (an invisible character can't be in an address)",
      undefined,
    ],
    ["mailto:a@b.co", "ready", undefined],
    [
      "max muster@b.co",
      "Not an email address: max muster@b.co (a space can't be in an address)",
      undefined,
    ],
    ["a@b,co", "Not an email address: a@b,co (the comma “,” can't be in an address)", "a@b.co"],
    ["a@b.co; c@d.ee", "More than one email address: a@b.co; c@d.ee", undefined],
    ["x".repeat(10_001), "The recipient is longer than 10,000 characters", undefined],
    ["y".repeat(100), `Not an email address: ${"y".repeat(59)}… (there's no @)`, undefined],
    ["line\nbreak", "Not an email address: line break (there's no @)", undefined],
  ])("%j", (recipient, verdict, suggestion) => {
    const result = checked(listOfRows(["Email"], [[recipient]]), []);
    expect(verdicts(result)).toEqual([`1: ${verdict}`]);
    expect(result.problems[0]?.suggestion).toBe(suggestion);
  });

  it("sends the first of each address that can be sent, not the first of all", () => {
    const text = "Email,Name\na@b.co,\nA@B.co,Ann\na@b.co,Ann\nb@b.co,Bo\nb@b.co,Bo\nb@b.co,Bo";
    expect(verdicts(check(text, "{{Name}}", skipping("by_hand", 4)))).toEqual([
      "1: Blank value for {{Name}}",
      "2: ready",
      "3: Duplicate of row 2",
      "4: You skipped this row.",
      "5: ready",
      "6: Duplicate of row 5",
    ]);
  });

  it("says which skipped people already have the email", () => {
    const skip = (list: List) => skipping("already_received", 2)(skipping("by_hand", 1)(list));
    const result = check("Email\na@b.co\nb@b.co\nc@b.co", "", skip);
    expect(verdicts(result)).toEqual([
      "1: You skipped this row.",
      "2: Got this mail before: you sent to the others only.",
      "3: ready",
    ]);
  });

  it("are checked like any others once the row is restored", () => {
    const skipped = skipping("by_hand", 1, 2)(listOfText("Email\na@b.co\nb@b.co"));
    expect(checked(skipped, "").summary).toMatchObject({ ready: 0, skipped: 2 });
    expect(checked(applyChange(skipped, { type: "restore", ids: [1, 2] }), "").summary.ready).toBe(
      2,
    );
  });

  it("keeps duplicates for a call that asks for it, and notes them", () => {
    const result = check(
      "Email,Name\na@b.co,Ann\nA@b.co,Ann\na@b.co,Bo",
      "{{Name}}",
      repeating("all"),
    );
    expect(result.summary).toMatchObject({
      ready: 3,
      duplicates: 0,
      notes: 2,
      sentence: "3 ready",
    });
    expect(result.rows[1]).toMatchObject({
      verdict: "ready",
      duplicateOf: 1,
      notes: ["Duplicate of row 1"],
    });
  });
});

describe("rows that share a mailbox", () => {
  const FILE =
    "Email,Name,City\na@b.co,Ann,Oslo\nb@b.co,Cy,Oslo\nA@b.co,Bo,Rome\na@b.co,Ann,Rome\na@b.co,Bo,Oslo";
  const kept = (id: number, isKept: boolean) => (list: List) =>
    applyChange(list, { type: "repeat", id, isKept });

  it("with other values are a question, and only the first is sent meanwhile", () => {
    const result = check(FILE, "{{Name}}");
    expect(verdicts(result)).toEqual([
      "1: ready",
      "2: ready",
      "3: Duplicate of row 1",
      "4: Duplicate of row 1",
      "5: Duplicate of row 3",
    ]);
    expect(short(result)).toEqual([
      [3, "sibling", "error", undefined],
      [4, "duplicate", "error", undefined],
      [5, "duplicate", "error", undefined],
    ]);
    expect(result.repeats).toEqual({
      rows: [1, 3],
      mailboxes: 1,
      uncounted: ["duplicate"],
      names: ["Name"],
      emails: { each: 3, first: 2, joined: 2 },
      isOpen: true,
    });
  });

  it("are compared in the values of the email alone: other columns don't count, nor does a value for everyone", () => {
    const text = "Email,Name,Sender\na@b.co,Ann,x\na@b.co,Ann,y";
    expect(check(text, "{{Name}}").repeats).toBeNull();
    const forAll = (list: List) =>
      applyChange(list, { type: "feed", feeds: new Map([["Sender", "same"]]) });
    const list = forAll(listOfText(text));
    expect(
      checked(list, "{{Name}}{{Sender}}", { values: new Map([["Sender", "Ada"]]) }).repeats,
    ).toBeNull();
    expect(check(text, "{{Name}}{{Sender}}").repeats).toMatchObject({ names: ["Sender"] });
  });

  it("are sent each, and noted, but not those with the same values", () => {
    const result = check(FILE, "{{Name}}", repeating("each"));
    expect(verdicts(result).slice(2)).toEqual([
      "3: ready",
      "4: Duplicate of row 1",
      "5: Duplicate of row 3",
    ]);
    expect(result.rows[2]).toMatchObject({
      duplicateOf: 1,
      notes: ["Same address as row 1, different values"],
    });
    expect(result.repeats?.isOpen).toBe(false);
  });

  it("are sent once, and asked about no more", () => {
    const result = check(FILE, "{{Name}}", repeating("first"));
    expect(result.summary).toMatchObject({ ready: 2, duplicates: 3, skipped: 0 });
    expect(result.repeats).toMatchObject({ rows: [1, 3], isOpen: false });
  });

  it.each<[string, Repeats, boolean, boolean, string, boolean]>([
    ["keeps one while the rest is asked about", "ask", true, true, "ready", false],
    ["skips one while the rest is asked about", "ask", true, false, "Duplicate of row 1", false],
    ["skips one of those that are sent each", "each", true, false, "Duplicate of row 1", false],
    ["keeps one although only the first are sent", "first", true, true, "ready", false],
    ["leaves the question open without a decision", "ask", false, true, "Duplicate of row 1", true],
  ])("row by row: %s", (_what, repeats, isDecided, isKept, verdict, isOpen) => {
    const change = (list: List) =>
      (isDecided ? kept(3, isKept) : (same: List) => same)(repeating(repeats)(list));
    const result = check(FILE, "{{Name}}", change);
    expect(verdicts(result)[2]).toBe(`3: ${verdict}`);
    expect(result.repeats?.isOpen).toBe(isOpen);
  });

  it("row by row never keeps one with the same values", () => {
    const result = check("Email,Name\na@b.co,Ann\na@b.co,Ann", "{{Name}}", kept(2, true));
    expect(verdicts(result)).toEqual(["1: ready", "2: Duplicate of row 1"]);
  });

  it("are no question where one of them has an error or is skipped", () => {
    expect(check("Email,Name\na@b.co,\na@b.co,Ann", "{{Name}}").repeats).toBeNull();
    expect(
      check("Email,Name\na@b.co,Bo\na@b.co,Ann", "{{Name}}", skipping("by_hand", 1)).repeats,
    ).toBeNull();
  });

  it("are counted by mailbox, with each placeholder in which they differ", () => {
    const result = check(`${FILE}\nc@b.co,Di,Oslo\nc@b.co,Di,Rome`, "{{City}}{{Name}}");
    expect(result.repeats).toEqual({
      rows: [1, 3, 4, 5, 6, 7],
      mailboxes: 2,
      uncounted: [],
      names: ["City", "Name"],
      emails: { each: 7, first: 3, joined: 3 },
      isOpen: true,
    });
  });
});

describe("values of rows", () => {
  test.each<[string, string, string, unknown[][]]>([
    ["blank required", "{{X}}", " \u200b ", [[1, "blank", "error", undefined]]],
    ["blank with a fallback", "{{X|text:there}}", "", []],
    ["blank in its own condition", "Hi{{#X}} {{X}}{{/X}}", "", []],
    [
      "an option in another case",
      "{{X|dropdown:Free Trial}}",
      "free trial",
      [[1, "option", "error", "Free Trial"]],
    ],
    ["an option with spaces around", "{{X|dropdown:Free Trial}}", " Free Trial ", []],
    ["no option", "{{X|dropdown:Free Trial}}", "Half", [[1, "option", "error", undefined]]],
    ["an address", "{{X|email}}", "a@b.co", []],
    ["an address with a name", "{{X|email}}", "Ann <a@b.co>", [[1, "email", "error", "a@b.co"]]],
    ["no address", "{{X|email}}", "ann", [[1, "email", "error", undefined]]],
    [
      "an address that may be another's",
      "{{X|email}}",
      "max muster@b.co",
      [[1, "email", "error", undefined]],
    ],
    ["a date", "{{X|date}}", "2026-12-01", []],
    ["no date", "{{X|date}}", "31/02/2026", [[1, "date", "note", undefined]]],
    ["a time", "{{X|time}}", "2pm", []],
    ["no time", "{{X|time}}", "noon", [[1, "time", "note", undefined]]],
    ["10,000 characters", "{{X}}", "x".repeat(10_000), []],
    ["10,001 characters", "{{X}}", "x".repeat(10_001), [[1, "too_long", "error", undefined]]],
    ["10,001 characters that are not used", "{{Y|text:y}}", "x".repeat(10_001), []],
    ["broken characters", "{{X}}", "M\ufffdller", [[1, "unreadable", "note", undefined]]],
    ["a formula", "{{X}}", "=HYPERLINK(1)", []],
  ])("%s", (_, body, value, problems) => {
    expect(short(checked(listOfRows(["Email", "X"], [["a@b.co", value]]), body))).toEqual(problems);
  });

  it("one column decides how its dates are read, and the others are noted", () => {
    const result = check(
      "Email,D\na@b.co,01/02/2026\nb@b.co,13/02/2026\nc@b.co,14/02/2026\nd@b.co,01/15/2026",
      "{{D|date}}",
    );
    expect(result.dateOrders.get("D")).toBe("dmy");
    expect(short(result)).toEqual([[4, "date_order", "note", undefined]]);
    expect(result.rows[3]?.notes).toEqual([
      '"01/15/2026" in {{D}} is read as January 15, 2026, although its column has the day first.',
    ]);
  });

  it("gives all reasons for a row, and spells out at most three", () => {
    const result = check("Email,A,B,C,D\nx,,,,\na@b.co,,,,d", "{{A}}{{B}}{{C}}{{D}}");
    expect(verdicts(result)).toEqual([
      "1: Not an email address: x (there's no @); Blank value for {{A}}; Blank value for {{B}}; and 2 more",
      "2: Blank value for {{A}}; Blank value for {{B}}; Blank value for {{C}}",
    ]);
    expect(result.problems).toHaveLength(8);
  });

  it("says how to recover lost letters", () => {
    expect(check("Email,X\na@b.co,M\ufffdller", "{{X}}").problems[0]?.message).toBe(
      `Some characters in {{X}} can't be read. If every row of a CSV file has this, open "Read it another way" and choose its encoding.`,
    );
  });

  it("notes a row with fewer values than columns, and stops one with more until someone lifts it", () => {
    const [text, body] = ["Email,A\na@b.co\nb@b.co,1,2\nc@b.co,3,4\nd@b.co,5,,", "{{A|text:x}}"];
    const stopped = "More values than columns, so some may be in the wrong column";
    const result = check(text, body);
    expect(verdicts(result)).toEqual(["1: ready", `2: ${stopped}`, `3: ${stopped}`, "4: ready"]);
    expect(result.rows.map(({ notes }) => notes)).toEqual([
      ["The row has 1 value, but there are 2 columns."],
      ["The row has 3 values, but there are 2 columns. Its values may be in the wrong columns."],
      ["The row has 3 values, but there are 2 columns. Its values may be in the wrong columns."],
      [],
    ]);
    const lifted = (ids: number[] | null) =>
      check(text, body, (list) => applyChange(list, { type: "keepShifted", ids }));
    expect(verdicts(lifted([3]))).toEqual(["1: ready", `2: ${stopped}`, "3: ready", "4: ready"]);
    expect(lifted(null).summary.ready).toBe(4);
  });
});

describe("a list of addresses", () => {
  it("is checked with one set of values for everyone", () => {
    const values = new Map([
      ["City", " Oslo "],
      ["On", "13/02/2026"],
    ]);
    const result = checked(
      addresses("Ann <a@b.co>, nobody; A@b.co\nc@b.co"),
      "{{City}} {{On|date}}",
      { values },
    );
    expect(verdicts(result)).toEqual([
      "1: ready",
      "2: Not an email address: nobody (there's no @)",
      "3: Duplicate of row 1",
      "4: ready",
    ]);
    expect(result.rows[0]).toMatchObject({
      address: "a@b.co",
      name: "Ann",
      line: null,
      values: ["Oslo", "13/02/2026"],
    });
    expect(result.dateOrders.get("On")).toBe("dmy");
    expect(result.summary.sentence).toBe("2 ready · 2 skipped (1 duplicate)");
  });

  it("skips every row when a required value is missing, and lists it for none of them", () => {
    const result = checked(addresses("a@b.co b@b.co"), "{{City}}");
    expect(verdicts(result)).toEqual([
      "1: Blank value for {{City}}",
      "2: Blank value for {{City}}",
    ]);
    expect(result.problems).toEqual([]);
  });
});

describe("the rows that are checked", () => {
  const list = listOfText("Email,Due\na@b.co,x\nb@b.co,x\nc@b.co,x\nd@b.co,x");

  it("is the rows within the limit: skipped rows don't count, rows above it are only counted", () => {
    const { rows, summary } = checked({ ...skipping("by_hand", 1)(list), beyond: 5 }, "", {
      limit: 2,
    });
    expect(rows.map(({ n, id }) => [n, id])).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
    ]);
    expect(summary).toMatchObject({ ready: 2, skipped: 1, rowsOverLimit: 6 });
  });

  it("are rows by number and by id, which differ once one above is deleted", () => {
    const { rows, problems } = checked(
      applyChange(list, { type: "delete", ids: [1] }),
      "{{Name}}{{Due|dropdown:A,B}}",
    );
    expect(rows.map(({ n, id }) => [n, id])[0]).toEqual([1, 2]);
    expect(problems[0]).toMatchObject({ row: 1, id: 2, line: 3, column: "Due" });
  });

  it("is no one in a list without a column of addresses", () => {
    const { rows, problems } = checked(
      { ...list, mapping: { ...list.mapping, address: null } },
      "",
    );
    expect(rows.every(({ reason }) => reason === "No email address in this row.")).toBe(true);
    expect(problems[0]?.column).toBeNull();
  });

  it("is the date of a picked cell for a date, and its text for a text", () => {
    const cells = [{ id: 1, header: "Due", cell: { text: "01/02/2026", iso: "2026-02-01" } }];
    const picked = applyChange(list, { type: "cells", cells });
    expect(checked(picked, "{{Due|date}}").rows[0]?.values).toEqual(["2026-02-01"]);
    expect(checked(picked, "{{Due}}").rows[0]?.values).toEqual(["01/02/2026"]);
  });
});

describe("whatever the list", () => {
  const mail = { ...formats, values: new Map<string, string>(), limit: 1000 };
  const cell = fc.constantFrom(
    "a@b.co",
    "A@b.co",
    "b@b.co",
    "Ann <c@b.co>",
    "x",
    "",
    " ",
    "One",
    "one",
    "2026-01-01",
    "soon",
  );
  const file = fc.record({
    rows: fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 12 }),
    skip: fc.array(fc.nat(11), { maxLength: 3 }),
    repeats: fc.constantFrom<Repeats[]>("ask", "first", "each", "all"),
    beyond: fc.nat(5),
  });

  it("each row has one verdict, the counts add up, and no one gets an email twice", () => {
    fc.assert(
      fc.property(file, ({ rows, skip, repeats, beyond }) => {
        const list = { ...listOfRows(["Email", "A", "B", "C"], rows), repeats, beyond };
        const ids = skip.map((index) => index + 1);
        const result = checkList(skipping("by_hand", ...ids)(list), {
          ...mail,
          variables: variablesOf("{{A}}{{B|dropdown:One,Two}}{{C|date}}"),
        });
        const { summary } = result;
        expect(result.rows.map(({ n }) => n)).toEqual(rows.map((_, index) => index + 1));
        expect(summary.ready + summary.skipped + summary.duplicates).toBe(summary.total);
        const ready = result.rows.filter(({ verdict }) => verdict === "ready");
        expect(ready).toHaveLength(summary.ready);
        for (const row of result.rows) {
          expect(row.reason === "").toBe(row.verdict === "ready");
          const hasError = result.problems.some(
            ({ row: n, severity }) => n === row.n && severity === "error",
          );
          const isSkippedByHand = row.reason === "You skipped this row.";
          expect(row.verdict === "skip").toBe(hasError || isSkippedByHand);
        }
        const mailboxes = ready.map(({ address }) => address?.toLowerCase());
        expect(mailboxes).not.toContain(undefined);
        const emails = ready.map(({ values }, index) =>
          JSON.stringify([mailboxes[index], ...values]),
        );
        if (repeats !== "all") expect(new Set(emails).size).toBe(emails.length);
        if (repeats === "ask" || repeats === "first")
          expect(new Set(mailboxes).size).toBe(mailboxes.length);
      }),
    );
  });
});

describe("copies", () => {
  const people = [
    ["a@b.co", "Boss <m@b.co>, A@b.co", "m@b.co"],
    ["c@b.co", "", " "],
    ["d@b.co", "nobody", "x@b.co"],
  ];
  const list = (cc: string | null) => {
    const read = listOfRows(["Email", "Manager", "Hidden"], people);
    return applyChange(read, { type: "copies", field: "cc", header: cc });
  };
  const checking = {
    ...formats,
    body: "",
    variables: [],
    values: new Map<string, string>(),
    limit: 10,
  };

  it("from a column go to each row's own people, and a wrong address is an error that names its column", () => {
    const copies = { cc: "z@b.co", bcc: "m@b.co" };
    const { rows, problems } = checkList(list("Manager"), { ...checking, copies });
    expect(rows.map((row) => [row.verdict, row.copies?.cc ?? [], row.copies?.bcc ?? []])).toEqual([
      ["ready", [{ address: "m@b.co", name: "Boss" }], []],
      ["ready", [], [{ address: "m@b.co", name: "" }]],
      ["skip", [], []],
    ]);
    const message = "Not an email address in Cc: nobody (there's no @)";
    expect(problems).toMatchObject([
      { row: 3, column: "Manager", value: "nobody", kind: "copy", message },
    ]);
    const cells = [{ cc: "Boss <m@b.co>, A@b.co" }, undefined, { cc: "nobody" }];
    expect(rows.map(({ copyCells }) => copyCells)).toEqual(cells);
  });

  it("for everyone are the same, also if the column is gone", () => {
    const { rows } = checkList(list("Gone"), { ...checking, copies: { cc: "z@b.co", bcc: "" } });
    expect(rows.map(({ copies }) => copies?.cc)).toEqual(
      [1, 2, 3].map(() => [{ address: "z@b.co", name: "" }]),
    );
    expect(checkList(list(null), checking).rows[0]).not.toHaveProperty("copies");
  });
});
