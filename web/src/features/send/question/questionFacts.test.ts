import { applyChange } from "@sendwright/core/list/change";
import { describe, expect, it } from "vitest";
import { aVariable } from "../../../testing/templateFactories.ts";
import { aCheck, aList, aMail } from "../factories.ts";
import { questionFacts, sharedValues } from "./questionFacts.ts";

const variables = [aVariable("Name"), aVariable("Due", { type: "date" })];
const mail = aMail({
  subject: "{{Name}}, by {{Due|date}}",
  parsed_variables: variables,
  dateFormat: "long",
});

interface More {
  /** The ids of rows that you skip. */
  skipped?: number[];
  limit?: number;
  /** Rows that an earlier send reached. */
  again?: number[];
  shared?: number[];
  /** Of those, the rows that got exactly this email, if not all did. */
  same?: number[];
  excluded?: number;
  /** A column that is added, in which only the first person has a value. */
  added?: string;
}

function facts(
  text: string,
  files: File[] = [],
  { skipped = [], excluded = 0, limit = 1_000, again, shared = [], same, added }: More = {},
) {
  const own = added === undefined ? [] : [added];
  const list = [
    { type: "skip", ids: skipped, as: "by_hand" } as const,
    { type: "columns", values: new Map(own.map((name) => [name, "here"])) } as const,
  ].reduce(applyChange, aList(text));
  const placeholders = [...variables, ...own.map((name) => aVariable(name))];
  const check = aCheck(list, placeholders, { limit, dateFormat: "long" });
  const at = "2026-11-20T10:12:00.000Z";
  const repeat =
    again === undefined
      ? null
      : {
          first: at,
          last: at,
          rows: new Map(
            again.map((n) => {
              const has = shared.includes(n) ? ("unclear" as const) : ("yes" as const);
              const isSame = same?.includes(n);
              const address = check.rows[n - 1]?.address ?? "";
              return [n, [{ address, has, ...(isSame !== undefined && { isSame }) }]];
            }),
          ),
        };
  return questionFacts({
    same: null,
    replyTo: "",
    mail,
    check,
    list,
    excluded,
    files,
    missing: [],
    repeat,
  });
}

const HEAD = "Email,Name,Due\n";
const row = (n: number, due = "2026-12-01") => `p${n}@x.org,P${n},${due}\n`;

describe("the question before sending", () => {
  it("doesn't say that you skipped someone who already received it", () => {
    const list = applyChange(aList(HEAD + row(1) + row(2)), {
      type: "skip",
      ids: [1],
      as: "already_received",
    });
    const check = aCheck(list, variables, { dateFormat: "long" });
    const given = {
      same: null,
      replyTo: "",
      mail,
      check,
      list,
      files: [],
      missing: [],
      repeat: null,
    };
    expect(questionFacts(given).skipped).toBe("1 row: already received it (p1@x.org)");
  });

  it("names who shares an address with someone who received the email, by the name in the email", () => {
    const text = `${HEAD}fam@x.org,Mia,2026-12-01\nfam@x.org,Ben,2026-12-01\n`;
    expect(facts(text, [], { again: [1], shared: [1] }).unclear).toEqual([
      { n: 1, who: "Mia (fam@x.org)" },
    ]);
    expect(facts(text, [], { again: [1] }).unclear).toEqual([]);
  });

  it("says once that the email has no text", () => {
    const list = aList(HEAD + row(1) + row(2));
    const check = aCheck(list, variables, { dateFormat: "long" });
    const asked = { same: null, replyTo: "", check, list, files: [], missing: [] };
    const notesFor = (body: string) =>
      questionFacts({ ...asked, mail: { ...mail, body }, repeat: null }).notes;
    expect(notesFor("<p><br></p>")).toEqual(["This email has no text."]);
    expect(notesFor('<p><img src="cid:picture-0123456789abcdef.png"></p>')).toEqual([]);
  });

  it("counts the rows that a filter or another list keeps out", () => {
    expect(facts(HEAD + row(1), [], { excluded: 12 }).skipped).toBe("12 rows not included.");
    const skipped = facts(`${HEAD}${row(1)}nobody,Bo,2026-12-01\n`, [], { excluded: 12 });
    expect(skipped.skipped).toBe("1 row: not an address (nobody). 12 more not included.");
  });

  it("shows the subject that the first person gets, and the first three people", () => {
    expect(facts(HEAD + [1, 2, 3, 4, 5].map((n) => row(n)).join(""))).toEqual({
      name: "Invitation",
      shared: null,
      unclear: [],
      asWritten: null,
      ready: 5,
      joined: null,
      separate: "one separate email to each recipient",
      above: 0,
      subject: "P1, by December 1, 2026",
      exampleFor: "P1",
      people: [1, 2, 3, 4, 5].map((n) => ({ name: `P${n}`, address: `p${n}@x.org` })),
      to: "5: p1@x.org, p2@x.org, p3@x.org and 2 more",
      firstTime: null,
      sameFor: "",
      otherFor: null,
      toFill: null,
      skipped: null,
      headers: null,
      overlooked: [],
      notes: [],
      copies: null,
      inPart: [],
      next: null,
      many: null,
      replyTo: null,
      missing: null,
      files: null,
    });
  });

  it.each<[number[], string | null]>([
    [[1, 3], "7: p2@x.org, p4@x.org, p5@x.org and 4 more"],
    [[1, 2, 3, 4, 5, 6, 7, 8], "p9@x.org"],
    [[1, 2, 3, 4, 5, 6, 7, 8, 9], null],
  ])("names the first-time recipients if %j have it", (again, firstTime) => {
    const text = HEAD + [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => row(n)).join("");
    expect(facts(text, [], { again }).firstTime).toBe(firstTime);
  });

  it.each([
    [[2], "p2@x.org"],
    [[2, 3, 4], "p2@x.org, p3@x.org, p4@x.org"],
    [[2, 3, 4, 5, 6], "p2@x.org, p3@x.org, p4@x.org and 2 more"],
  ])("names who of several people has exactly this email: %j", (same, people) => {
    const text = HEAD + [1, 2, 3, 4, 5, 6].map((n) => row(n)).join("");
    expect(facts(text, [], { again: [1, 2, 3, 4, 5, 6], same }).sameFor).toBe(people);
  });

  it("calls a subject an example only if it differs between people", () => {
    const { subject, exampleFor } = facts(
      `${HEAD}a@x.org,Eva,2026-12-01\nb@x.org,Eva,2026-12-01\n`,
    );
    expect([subject, exampleFor]).toEqual(["Eva, by December 1, 2026", null]);
  });

  it("lists skipped people with reasons, each once", () => {
    const text = `${HEAD}${row(1)},B,2026-12-01\n${row(1)}x@x.org,,2026-12-01\n${row(5)}${row(6)}`;
    expect(facts(text, [], { skipped: [5], limit: 4 }).skipped).toBe(
      "5 rows: 1 no address, 1 duplicate address, 1 without a value (x@x.org), 1 skipped by you (p5@x.org), 1 above the limit",
    );
  });

  it("lists those to fill in apart from skipped people", () => {
    const text = `${HEAD}${row(1)}${row(2)}nobody,Bo,2026-12-01\n`;
    const { toFill, skipped } = facts(text, [], { added: "Place" });
    expect(toFill).toBe("1 row gets no email: p2@x.org");
    expect(skipped).toBe("1 row: not an address (nobody)");
  });

  it("says that a first row which looks like a person gets no email", () => {
    const { headers } = facts("Ina <ina@x.org>,Ina,2026-12-01\nJan <jan@x.org>,Jan,2026-12-01");
    expect(headers).toBe(
      "The first row (Ina <ina@x.org>, Ina, 2026-12-01) is used as headers and gets no email. To include it, choose “The first row is a person” in step 2.",
    );
  });

  it("quotes values sent as typed and their people, and names the files with their size", () => {
    const text = `${HEAD}${row(1, "soon")}${row(2, "31.02.2026")}${row(3, "soon")}${row(4, "never")}x@x.org,X\ufffd,2026-12-01\n,X,later\n`;
    const { asWritten, notes, files } = facts(text, [new File(["abc"], "map.txt")]);
    expect(asWritten).toEqual({
      values: 4,
      sentences: [
        `p1@x.org, p3@x.org: "soon" in {{Due}} isn't a date and is sent as typed.`,
        `p2@x.org: "31.02.2026" in {{Due}} isn't a date and is sent as typed.`,
        "And 1 more note.",
      ],
    });
    expect(notes).toEqual([
      expect.stringMatching(/^x@x\.org: Some characters in \{\{Name\}\} can't be read\./),
    ]);
    expect(files).toBe("map.txt (3 Bytes). Every recipient gets this file.");
  });
});

it.each([
  [1, 1, "a.txt (3 Bytes)"],
  [1, 2, "a.txt, b.txt (6 Bytes)"],
  [2, 1, "a.txt (3 Bytes). Every recipient gets this file."],
  [2, 2, "a.txt, b.txt (6 Bytes). Every recipient gets all of these files."],
])("says for %i recipients that each gets all %i files", (people, count, sentence) => {
  const rows = [row(1), row(2)].slice(0, people).join("");
  const added = ["a.txt", "b.txt"].slice(0, count).map((name) => new File(["abc"], name));
  expect(facts(`${HEAD}${rows}`, added).files).toBe(sentence);
});

it("shows each value as in the emails, on one line, with a text for blank ones", () => {
  const mail = aMail({
    dateFormat: "dmy_dots",
    timeFormat: "24hr",
    parsed_variables: [
      aVariable("Name"),
      aVariable("Due", { type: "date" }),
      aVariable("At", { type: "time" }),
      aVariable("Note", { fallback: "none" }),
      aVariable("Gone", { required: false }),
      aVariable("Long"),
    ],
  });
  const values = Object.fromEntries([
    ["Name", " Eva\nMaria "],
    ["Due", "2026-04-03"],
    ["At", "2:30 PM"],
    ["Note", " "],
    ["Long", "a".repeat(200)],
  ]);
  expect(sharedValues(mail, values)).toEqual([
    { name: "Name", value: "Eva Maria" },
    { name: "Due", value: "03.04.2026" },
    { name: "At", value: "14:30" },
    { name: "Note", value: "none" },
    { name: "Gone", value: "(blank)" },
    { name: "Long", value: `${"a".repeat(80)}…` },
  ]);
});

it("shows dates in the email's own language, in values and subject", () => {
  const due = [aVariable("Due", { type: "date" })];
  const mail = aMail({
    subject: "Bis {{Due|date}}",
    dateFormat: "long",
    date_language: "de",
    date_weekday: true,
    parsed_variables: due,
  });
  expect(sharedValues(mail, { Due: "2026-04-03" })).toEqual([
    { name: "Due", value: "Freitag, 3. April 2026" },
  ]);
  const list = aList("Email,Due\nann@example.org,2026-04-03\n");
  const given = { mail, check: aCheck(list, due), list, replyTo: "", files: [], missing: [] };
  expect(questionFacts({ ...given, repeat: null, same: null }).subject).toBe(
    "Bis Freitag, 3. April 2026",
  );
});

it("shows the values for a single person, too: they may be left from an email to someone else", () => {
  const list = aList("Email\njames@x.org\n");
  const mail = aMail({ parsed_variables: [aVariable("Name")] });
  const check = aCheck(list, mail.variables, { values: new Map([["Name", "Maria"]]) });
  const given = {
    mail,
    check,
    list,
    replyTo: "",
    files: [],
    missing: [],
    repeat: null,
    same: { Name: "Maria" },
  };
  expect(questionFacts(given).shared).toEqual({
    sentence: null,
    values: [{ name: "Name", value: "Maria" }],
  });
});
