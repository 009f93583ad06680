import { describe, expect, it } from "vitest";
import { addressKey } from "../recipients/recipients.ts";
import { checked, listOfRows, listOfText, variablesOf } from "../testing/csvCheck.ts";
import { elsewhereOf } from "../testing/others.ts";
import { applyChange, type ListChange } from "./change.ts";
import type { List, SeveralAddresses } from "./list.ts";
import { textIn } from "./list.ts";
import { addressesInCell } from "./severalAddresses.ts";
import { severalQuestion } from "./severalQuestion.ts";

const answered = (list: List, as: SeveralAddresses["as"], columns?: readonly string[]) => {
  const asked = severalQuestion(list, []);
  return applyChange(list, { type: "several", columns: columns ?? asked?.columns ?? [], as });
};
const rowsOf = (list: List) =>
  list.rows.map((row) => `${row.line} ${textIn(list, row, list.mapping.address ?? "")}`);
const opted = (...mailboxes: string[]): ListChange => ({
  type: "skipOthers",
  others: elsewhereOf(...mailboxes),
});
/** By row that is sent: its To, then its Cc. */
const emails = (list: List) =>
  checked({ ...list, rows: list.rows.filter(({ excluded }) => !excluded) }, "").rows.flatMap(
    ({ verdict, address, copies }) =>
      verdict === "ready"
        ? [[address, ...(copies?.cc ?? []).map((one) => one.address)].join(" + ")]
        : [],
  );

describe("the addresses in a cell", () => {
  it.each([
    ["a@x.org, b@y.org", ["a@x.org", "b@y.org"]],
    ["a@x.org;b@y.org", ["a@x.org", "b@y.org"]],
    ["a@x.org\nb@y.org", ["a@x.org", "b@y.org"]],
    ["a@x.org\r\n\r\nb@y.org", ["a@x.org", "b@y.org"]],
    ["a@x.org ::: b@y.org ::: c@z.org", ["a@x.org", "b@y.org", "c@z.org"]],
    ["a@x.org:::b@y.org", ["a@x.org", "b@y.org"]],
    ["A <a@x.org>, B <b@y.org>", ["A <a@x.org>", "B <b@y.org>"]],
    ["a@x.org ::: Bo <b@y.org>", ["a@x.org", "Bo <b@y.org>"]],
    ['"Good, Ann" <a@x.org>; "Li, Bo" <b@y.org>', ['"Good, Ann" <a@x.org>', '"Li, Bo" <b@y.org>']],
    ["a@x.org / b@y.org", ["a@x.org", "b@y.org"]],
    ["a@x.org/b@y.org|c@z.org", ["a@x.org", "b@y.org", "c@z.org"]],
    ["a@x.org und b@y.org", ["a@x.org", "b@y.org"]],
    ["a@x.org, b@@y", ["a@x.org", "b@@y"]],
    ["a@x.org, b@y.org, c(at)z.org", ["a@x.org", "b@y.org", "c(at)z.org"]],
    ["a@x.org; b@y.org; c＠z.org", ["a@x.org", "b@y.org", "c＠z.org"]],
    ["a@x.org", ["a@x.org"]],
    ['"Good, Ann" <a@x.org>', ['"Good, Ann" <a@x.org>']],
    ["Ann Good a@x.org", ["Ann Good a@x.org"]],
    ["a@x.org, none", ["a@x.org, none"]],
    ["none", ["none"]],
    [" ", []],
  ])("%j", (cell, found) => {
    expect(addressesInCell(cell).map(({ text }) => text)).toEqual(found);
  });

  it("are read in linear time", () => {
    for (const text of ["@".repeat(9_999), "a@b/".repeat(2_499), `${"a@b/c".repeat(1_999)}@`])
      expect(addressesInCell(text).length).toBeLessThan(10_000);
  });
});

describe("words beside the addresses of a cell", () => {
  const cells = ["Anna; a@x.org; b@x.org", "c@x.org und d@x.org", "Ben Li, e@x.org / f@x.org ☎"];
  const list = listOfText(
    [
      "N,Email,Second",
      ...cells.map((cell, at) => `${at},"${cell}",`),
      '4,g@x.org,"Dad, h@x.org; i@x.org"',
    ].join("\n"),
  );
  const notes = (of: List) =>
    checked(of, "").problems.flatMap(({ row, column, kind, severity, message }) =>
      kind === "left_out" ? [[row, column, severity, message]] : [],
    );

  it("are named where they are left out, once for each cell", () => {
    const columns = ["Email", "Second"];
    expect(notes(answered(list, "cc", columns))).toEqual([
      [1, "Email", "note", "Anna isn't an address, so it's left out"],
      [3, "Email", "note", "Ben Li isn't an address, so it's left out"],
      [4, "Second", "note", "Dad isn't an address, so it's left out"],
    ]);
    expect(notes(answered(list, "each", columns))).toEqual([
      [1, "Email", "note", "Anna isn't an address, so it's left out"],
      [5, "Email", "note", "Ben Li isn't an address, so it's left out"],
      [8, "Email", "note", "Dad isn't an address, so it's left out"],
    ]);
  });

  it("stay in the cell when one of its addresses is corrected", () => {
    const typo = answered(listOfText('Email,N\n"Anna; ann@x,org; b@x.org",1'), "cc");
    expect(checked(typo, "").problems.flatMap(({ suggestion }) => suggestion ?? [])).toEqual([
      "Anna, ann@x.org, b@x.org",
    ]);
  });
});

describe("the question", () => {
  const asked = (text: string) => severalQuestion(listOfText(text), []);

  it("counts people with two addresses, in two columns of any language or in a cell", () => {
    expect(
      asked(
        'Name,Correo madre,Correo padre\nA,a@x.org,b@x.org\nB,c@x.org,\nC,"d@x.org; e@x.org",\n',
      ),
    ).toMatchObject({
      people: 2,
      most: 2,
      elsewhere: 0,
      columns: ["Correo madre", "Correo padre"],
      isOpen: true,
    });
  });

  it.each([
    ["one address each", "Email,Name\na@x.org,A\nb@x.org,B\n"],
    ["the same address in both columns", "Email,Email 2\na@x.org,A@X.org\nb@x.org,b@x.org\n"],
    ["a second column without an address", "Email,Email 2\na@x.org,none\nb@x.org,-\n"],
    ["an address in a remark", "Email,Remark\na@x.org,calls me@x.org\nb@x.org,\nc@x.org,\n"],
  ])("isn't asked about %s", (_of, text) => {
    expect(asked(text)).toBeNull();
  });

  it("is also about people whose only address is in the second column", () => {
    expect(asked("Email,Email 2\n,b@x.org\na@x.org,\nc@x.org,\n")).toMatchObject({
      people: 0,
      elsewhere: 1,
      isOpen: true,
    });
  });

  it("isn't about a column that says who gets a copy, or that the email shows and rows share", () => {
    const list = listOfText("Email,Boss\na@x.org,m@x.org\nb@x.org,m@x.org\n");
    expect(severalQuestion(list, [])).toMatchObject({ people: 2 });
    const copied = applyChange(list, { type: "copies", field: "cc", header: "Boss" });
    expect(severalQuestion(copied, [])).toBeNull();
    expect(severalQuestion(list, variablesOf("{{Boss}}"))).toBeNull();
  });

  it("lets the person say which columns count", () => {
    const list = listOfText("Email,Mother,Father\np@x.org,m@x.org,f@x.org\n");
    const parents = answered(list, "each", ["Mother", "Father"]);
    expect(parents.mapping.address).toBe("Mother");
    expect(rowsOf(parents)).toEqual(["2 m@x.org", "2 f@x.org"]);
    const one = answered(list, null, ["Email"]);
    expect(severalQuestion(one, [])).toMatchObject({ people: 0, isOpen: false });
    expect(emails(one)).toEqual(["p@x.org"]);
  });
});

const FAMILIES = listOfText(
  [
    "Child,Mother,Father",
    "Mia,m@x.org,f@x.org",
    "Ben,m@x.org,f@x.org",
    "Zoe,z@x.org,",
    "Lea,not@@x,l@x.org",
    "Tom,t@x.org,not@@y",
    "Eva,e@x.org,E@x.org",
    "Kim,,k@x.org",
  ].join("\n"),
);

describe("an email to each address", () => {
  const split = answered(FAMILIES, "each");

  it("makes each address a row with the line and values of its row, in their order", () => {
    expect(rowsOf(split)).toEqual([
      "2 m@x.org",
      "2 f@x.org",
      "3 m@x.org",
      "3 f@x.org",
      "4 z@x.org",
      "5 not@@x",
      "5 l@x.org",
      "6 t@x.org",
      "6 not@@y",
      "7 e@x.org",
      "8 k@x.org",
    ]);
    expect(new Set(split.rows.map(({ id }) => id)).size).toBe(split.rows.length);
    expect(split.rows.map((row) => textIn(split, row, "Child")).slice(0, 4)).toEqual([
      "Mia",
      "Mia",
      "Ben",
      "Ben",
    ]);
  });

  it("has the name in its own address, where a column was filled with those", () => {
    const list = applyChange(
      listOfText("Email,Second\nAnn Good <a@x.org>,Bo Li <b@x.org>\nCy Ek <c@x.org>,d@x.org\n"),
      { type: "columns", values: new Map([["Name", ""]]) },
    );
    const names = (of: List) => of.rows.map((row) => textIn(of, row, "Name"));
    expect(names(list)).toEqual(["Ann Good", "Cy Ek"]);
    const split = answered(list, "each");
    expect(names(split)).toEqual(["Ann Good", "Bo Li", "Cy Ek", ""]);
    expect(names(answered(split, null))).toEqual(names(list));
    const typed = applyChange(list, {
      type: "cells",
      cells: [{ id: list.rows[0]?.id ?? 0, header: "Name", cell: "family Good" }],
    });
    expect(names(answered(typed, "each")).slice(0, 2)).toEqual(["family Good", "family Good"]);
  });

  it("has a problem of an address on its own row, and sends to the others", () => {
    const { problems, rows } = checked(split, "");
    expect(
      problems.filter(({ kind }) => kind === "recipient_invalid").map(({ row }) => row),
    ).toEqual([6, 9]);
    expect(rows.filter(({ verdict }) => verdict === "ready").map(({ address }) => address)).toEqual(
      ["m@x.org", "f@x.org", "z@x.org", "l@x.org", "t@x.org", "e@x.org", "k@x.org"],
    );
  });

  it("is joined again by one click, to the list as it was", () => {
    const { several: _, lastId, ...joined } = answered(split, null);
    const { lastId: before, ...list } = FAMILIES;
    expect(joined).toEqual(list);
    expect(lastId).toBeGreaterThan(before);
  });

  it("is asked about again only for rows that get several addresses later", () => {
    expect(severalQuestion(split, [])).toMatchObject({ people: 4, elsewhere: 1, isOpen: false });
    const more = applyChange(split, {
      type: "cells",
      cells: [{ id: 3, header: "Mother", cell: "z@x.org, y@x.org" }],
    });
    expect(severalQuestion(more, [])).toMatchObject({ isOpen: true });
    const again = answered(more, "each");
    expect(rowsOf(again)).toContain("4 y@x.org");
    expect(again.rows).toHaveLength(split.rows.length + 1);
  });

  it("comes before leaving people out: one parent doesn't keep the email from the other", () => {
    for (const list of [
      answered(applyChange(FAMILIES, opted("m@x.org")), "each"),
      applyChange(split, opted("m@x.org")),
    ]) {
      expect(emails(list)).not.toContain("m@x.org");
      expect(emails(list)).toContain("f@x.org");
    }
  });

  it("keeps what was corrected, and leaves out who was skipped or deleted, when it is joined", () => {
    const fixed = applyChange(split, {
      type: "cells",
      cells: [{ id: split.rows[8]?.id ?? 0, header: "Mother", cell: "new@y.org" }],
    });
    const skipped = applyChange(fixed, {
      type: "skip",
      ids: [split.rows[1]?.id ?? 0],
      as: "by_hand",
    });
    const deleted = applyChange(skipped, { type: "delete", ids: [split.rows[2]?.id ?? 0] });
    const joined = answered(deleted, null);
    expect(joined.rows.map(({ cells }) => cells.slice(1))).toEqual([
      ["m@x.org", ""],
      ["", "f@x.org"],
      ["z@x.org", ""],
      ["not@@x", "l@x.org"],
      ["t@x.org", "new@y.org"],
      ["e@x.org", "E@x.org"],
      ["", "k@x.org"],
    ]);
    expect(joined.rows[4]?.original?.[2]).toBe("not@@y");
  });

  it("stays as it is if it would be more rows than a page holds", () => {
    const rows = Array.from({ length: 5_001 }, (_, at) => [`p${at}@x.org`, `q${at}@x.org`]);
    const list = listOfRows(["Email", "Email 2"], rows);
    expect(severalQuestion(list, [])).toMatchObject({ people: 5_001, isTooMany: true });
    expect(answered(list, "each")).toBe(list);
  });

  it("is without a column that says who gets a copy", () => {
    const copied = applyChange(split, { type: "copies", field: "cc", header: "Father" });
    expect(emails(copied)).toEqual(["m@x.org + f@x.org", "z@x.org", "e@x.org"]);
    expect(rowsOf(copied)).toHaveLength(7);
  });

  it("is the same with another of its columns as the column of addresses", () => {
    const turned = applyChange(split, { type: "address", header: "Father" });
    expect(rowsOf(turned).slice(0, 2)).toEqual(["2 f@x.org", "2 m@x.org"]);
    const keys = (list: List) => emails(list).map(addressKey).sort();
    expect(keys(turned)).toEqual(keys(split));
  });
});

describe("one email with the others in Cc", () => {
  const joined = answered(FAMILIES, "cc");

  it("goes to the first valid address, so no one is missed", () => {
    expect(emails(joined)).toEqual([
      "m@x.org + f@x.org",
      "z@x.org",
      "l@x.org",
      "t@x.org",
      "e@x.org",
      "k@x.org",
    ]);
    expect(joined.rows).toHaveLength(7);
  });

  it("says in its cell which address gets no email", () => {
    const { problems } = checked(joined, "");
    expect(problems.filter(({ kind }) => kind === "recipient_invalid")).toMatchObject([
      { row: 4, column: "Mother", value: "not@@x", severity: "note" },
      { row: 5, column: "Father", value: "not@@y", severity: "note" },
    ]);
  });

  it("goes to the next one if the first is in another list, which gets no copy either", () => {
    for (const list of [
      applyChange(joined, opted("m@x.org")),
      answered(applyChange(FAMILIES, opted("m@x.org")), "cc"),
    ])
      expect(emails(list)).toEqual([
        "f@x.org",
        "z@x.org",
        "l@x.org",
        "t@x.org",
        "e@x.org",
        "k@x.org",
      ]);
    expect(emails(applyChange(joined, opted("m@x.org", "f@x.org", "k@x.org")))).toEqual([
      "z@x.org",
      "l@x.org",
      "t@x.org",
      "e@x.org",
    ]);
  });

  it("says in each cell to which address the email goes instead", () => {
    const list = applyChange(
      answered(listOfText("Email,Second,Third\nno@@x,b@x.org,c@@x\na@x.org,d@x.org,\n"), "cc", [
        "Email",
        "Second",
        "Third",
      ]),
      opted("a@x.org"),
    );
    const { problems, rows } = checked(list, "");
    expect(problems.map(({ row, column, message }) => [row, column, message])).toEqual([
      [
        1,
        "Email",
        expect.stringMatching(/no@@x.*Only the others get.*\. The email goes to b@x.org$/),
      ],
      [1, "Third", expect.stringMatching(/c@@x.*Only the others get the email$/)],
      [2, "Email", "a@x.org is in another list and gets no email. The email goes to d@x.org"],
    ]);
    expect(rows.map(({ addressed }) => addressed?.insteadOf)).toEqual(["no@@x", "a@x.org"]);
    const repeated = answered(listOfText("Email,Second\na@x.org,\na@x.org,b@x.org\n"), "cc");
    expect(checked(repeated, "").rows.map(({ addressed }) => addressed?.insteadOf)).toEqual([
      undefined,
      "a@x.org",
    ]);
  });

  it("keeps the copies that the send has, from a column or for everyone", () => {
    const list = answered(
      listOfText("Email,Email 2,Boss\na@x.org,b@x.org,m@x.org\nc@x.org,,m@x.org\n"),
      "cc",
      ["Email", "Email 2"],
    );
    const column = applyChange(list, { type: "copies", field: "cc", header: "Boss" });
    expect(emails(column)).toEqual(["a@x.org + b@x.org + m@x.org", "c@x.org + m@x.org"]);
    const { rows } = checked(list, "", { copies: { cc: "all@x.org, b@x.org", bcc: "" } });
    expect(rows.map(({ copies }) => copies?.cc.map(({ address }) => address))).toEqual([
      ["b@x.org", "all@x.org"],
      ["all@x.org", "b@x.org"],
    ]);
  });

  it("doesn't go again to someone who has it, because a later row has them too", () => {
    const text = "Email,Email 2\na@x.org,b@x.org\na@x.org,c@x.org\nd@x.org,\n";
    const list = answered(listOfText(text), "cc");
    const skipped = applyChange(list, { type: "skip", ids: [1], as: "already_received" });
    expect(emails(skipped)).toEqual(["c@x.org", "d@x.org"]);
  });

  it("has at most ten copies", () => {
    const all = Array.from({ length: 50 }, (_, at) => `p${at}@x.org`).join("; ");
    const list = answered(listOfText(`Email,N\n${all},1\n`), "cc");
    expect(checked(list, "").rows).toMatchObject([
      { verdict: "skip", reason: "Cc has more than 10 addresses" },
    ]);
    expect(answered(list, "each").rows).toHaveLength(50);
  });

  it("corrects addresses without losing the others in their cell", () => {
    const list = answered(
      listOfText(
        'Email,N\n"joann@gmial.com, ann@gmial.com",1\n"a@x.org, joann@x,org; ann@x,org",2',
      ),
      "cc",
    );
    const found = checked(list, "").problems.flatMap(({ suggestion }) => suggestion ?? []);
    expect(found).toEqual([
      "joann@gmail.com, ann@gmail.com",
      "a@x.org, joann@x.org, ann@x,org",
      "a@x.org, joann@x,org, ann@x.org",
    ]);
  });

  it("writes once to each address if rows repeat, and misses none that only a later row has", () => {
    const list = answered(
      listOfText(
        "Email,Email 2\na@x.org,b@x.org\nb@x.org,a@x.org\na@x.org,c@x.org\n,b@x.org\nd@x.org,\n",
      ),
      "cc",
    );
    expect(emails(list)).toEqual(["a@x.org + b@x.org", "c@x.org", "d@x.org"]);
    expect(checked(list, "").rows.map(({ reason }) => reason)).toEqual([
      "",
      "Duplicate of row 1",
      "",
      "Duplicate of row 1",
      "",
    ]);
  });
});
