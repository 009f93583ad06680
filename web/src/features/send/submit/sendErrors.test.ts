import { applyChange } from "@sendwright/core/list/change";
import { historyOf } from "@sendwright/core/list/history";
import { filledList, type List } from "@sendwright/core/list/list";
import { emptyList, listOfAddresses } from "@sendwright/core/list/read";
import { splitRecipients } from "@sendwright/core/recipients/list";
import { describe, expect, it } from "vitest";
import { NO_TEMPLATE_YET } from "../../../sending/attemptMessages.ts";
import { allErrors } from "../../../sending/errors.ts";
import { aVariable } from "../../../testing/templateFactories.ts";
import { aCheck, aForm, aGiven, aList, aMail } from "../factories.ts";
import { EMPTY_FORM, NO_PEOPLE, type SendForm } from "../form/sendForm.ts";
import { previewErrors, sendErrors, type ValidationInput } from "./sendErrors.ts";

const template = { kind: "template", id: "t1" } as const;
const sentences = (form: SendForm, given: ValidationInput) => allErrors(sendErrors(form, given));

const csv: SendForm = aForm(aList(), { choice: template });
const manual: SendForm = {
  ...EMPTY_FORM,
  people: historyOf({ ...NO_PEOPLE, mode: "manual" }),
  choice: template,
  values: { Name: "Ann" },
};
const composed: SendForm = {
  ...manual,
  choice: { kind: "compose" },
  subject: "Hello",
  body: "<p>Hi</p>",
  values: {},
};
const noneIncluded: List = {
  ...aList(),
  rows: aList().rows.map((row) => ({ ...row, excluded: "filtered" })),
};
const plain = aMail({ parsed_variables: [] });
const typed = (text: string) => ({
  list: text.trim() === "" ? null : listOfAddresses(splitRecipients(text), emptyList()),
});
const many = Array.from({ length: 101 }, (_, index) => `p${index}@example.org`).join(" ");
const big = new File([new Uint8Array(6 * 1024 * 1024)], "big.pdf");
const small = (n: number) => new File(["x"], `${n}.txt`);

describe("errors that block sending", () => {
  it.each<[string, SendForm, Partial<ValidationInput>, string[]]>([
    [
      "nothing chosen",
      EMPTY_FORM,
      { mail: null, list: null },
      ["Please select a template or '(Compose Manually)'.", "CSV file is required."],
    ],
    [
      "a file for a composed mail",
      { ...csv, choice: { kind: "compose" } },
      {},
      ["CSV mode cannot be used with '(Compose Manually)'."],
    ],
    ["no list", csv, { list: null }, ["CSV file is required."]],
    [
      "a list without a row",
      csv,
      { list: emptyList(["Name"]) },
      ["The list is empty. Add a person to it."],
    ],
    [
      "a list of which no row is included",
      { ...csv, people: historyOf({ ...csv.people.now, list: noneIncluded }) },
      { list: filledList(noneIncluded) },
      ["No row of the list is included. Include rows, or add a person."],
    ],
    [
      "no column",
      csv,
      { list: { ...aList(), mapping: { ...aList().mapping, address: null } } },
      ["Recipient column header is required."],
    ],
    [
      "a file that can't be read",
      csv,
      { readError: "CSV has no data rows." },
      ["CSV has no data rows."],
    ],
    [
      "a file that can't be read in place of a list",
      csv,
      { list: null, readError: "CSV has no data rows." },
      ["CSV has no data rows."],
    ],
    ["a template that is not there", csv, { mail: null }, [NO_TEMPLATE_YET]],
    [
      "a check that failed",
      csv,
      { checkError: "Out of memory" },
      ["We couldn't check the rows: Out of memory"],
    ],
    ["nothing", csv, {}, []],
    [
      "no subject and no body",
      { ...composed, subject: " ", body: "<p> </p>" },
      { mail: plain },
      ["Subject is required.", "Body is required."],
    ],
    [
      "a body that is too long",
      { ...composed, body: `<p>${"x".repeat(10_001)}</p>` },
      { mail: plain },
      ["Body content exceeds maximum length (10000 characters)."],
    ],
    [
      "a body of one picture",
      { ...composed, body: '<p><img src="https://example.org/a.png"></p>' },
      { mail: plain },
      [],
    ],
    ["no recipient", manual, typed(" ,; "), ["At least one recipient is required."]],
    ["no address", manual, typed("ann, bo"), ["No valid email addresses detected."]],
    ["too many recipients", manual, typed(many), ["Manual recipients exceed limit (100)."]],
    ["no value", { ...manual, values: { Name: "​" } }, {}, ["Missing required variables: Name"]],
    [
      "no value where every object has one",
      { ...manual, values: {} },
      { mail: aMail({ parsed_variables: [aVariable("constructor")] }) },
      ["Missing required variables: constructor"],
    ],
    [
      "a value that does not fit",
      { ...manual, values: { Contact: "nobody" } },
      { mail: aMail({ parsed_variables: [aVariable("Contact", { type: "email" })] }) },
      ["Not an email address in {{Contact}}: nobody (there's no @)."],
    ],
    [
      "a value that makes no working link",
      { ...manual, values: { Link: "see portal" } },
      { mail: aMail({ body: '<a href="{{Link}}">x</a>', parsed_variables: [aVariable("Link")] }) },
      ["{{Link}} doesn't make a working link: see portal."],
    ],
    [
      "a date that is not finished",
      { ...manual, values: { Due: "" }, unfinished: ["Due", "Of another template"] },
      { mail: aMail({ parsed_variables: [aVariable("Due", { type: "date", required: false })] }) },
      ["Finish or correct the date of {{Due}}, or clear it."],
    ],
    [
      "too many files",
      { ...manual, attachments: [1, 2, 3, 4, 5, 6].map(small) },
      {},
      ["Manual attachment count (6) exceeds limit (5)."],
    ],
    [
      "too large files",
      { ...manual, attachments: [big] },
      {},
      ["Total manual attachment size (6.00 MB) exceeds limit (5 MB)."],
    ],
    [
      "no time",
      { ...csv, when: { kind: "later", at: null } },
      {},
      [expect.stringContaining("Choose when to send")],
    ],
    [
      "a time that has passed",
      { ...csv, when: { kind: "later", at: "2026-11-20T09:59:00Z" } },
      {},
      [expect.stringContaining("within the next 30 days")],
    ],
    [
      "a time too far ahead",
      { ...csv, when: { kind: "later", at: "2026-12-21T10:00:00Z" } },
      {},
      [expect.stringContaining("within the next 30 days")],
    ],
    ["a time next week", { ...csv, when: { kind: "later", at: "2026-11-27T10:00:00Z" } }, {}, []],
  ])("are all named, in order: %s", (_what, form, given, expected) => {
    const list = form.people.now.mode === "manual" ? typed("a@example.org") : {};
    expect(sentences(form, aGiven({ ...list, ...given }))).toEqual(expected);
  });

  it("asks only for the values that everyone gets: a column has its own", () => {
    const variables = [aVariable("Name"), aVariable("Sender")];
    const given = aGiven({ mail: aMail({ parsed_variables: variables }) });
    expect(sentences(csv, given)).toEqual(["Missing required variables: Sender"]);
    expect(sentences({ ...csv, values: { Sender: "Ada" } }, given)).toEqual([]);
    const same = applyChange(aList(), { type: "feed", feeds: new Map([["Name", "same"]]) });
    expect(sentences(csv, { ...given, list: same })).toEqual([
      "Missing required variables: Name, Sender",
    ]);
  });

  it("asks how to read an ambiguous date until you answer", () => {
    const due = [aVariable("Due", { type: "date" })];
    const mail = aMail({ parsed_variables: due });
    const list = aList("Due,Email\n03/04/2026,ann@example.org\n");
    expect(sentences(csv, aGiven({ mail, list, check: aCheck(list, due) }))).toEqual([
      "Choose how to read the dates in “Due”.",
    ]);
    const answered = applyChange(list, { type: "dates", header: "Due", order: "dmy" });
    expect(sentences(csv, aGiven({ mail, list: answered, check: aCheck(answered, due) }))).toEqual(
      [],
    );
  });

  it("asks about rows that share a mailbox but differ until you decide", () => {
    const list = aList("Name,Email\nAnn,ann@example.org\nAnna,ANN@example.org\n");
    expect(sentences(csv, aGiven({ list, check: aCheck(list) }))).toEqual([
      "Choose what to do about rows with the same address.",
    ]);
    for (const change of [
      { type: "repeats", repeats: "first" },
      { type: "repeats", repeats: "each" },
      { type: "repeat", id: 2, isKept: true },
      { type: "skip", ids: [2], as: "by_hand" },
    ] as const) {
      const decided = applyChange(list, change);
      expect(sentences(csv, aGiven({ list: decided, check: aCheck(decided) }))).toEqual([]);
    }
  });

  it("asks whether names and addresses belong together until you answer", () => {
    const mismatch = {
      column: "Name",
      off: 1,
      from: 2,
      to: 30,
      isToEnd: true,
      isMoved: false,
      examples: [],
    };
    const check = aCheck(aList());
    expect(sentences(csv, aGiven({ check: { ...check, mismatch } }))).toEqual([
      "Fix the list, or confirm that it's right.",
    ]);
    expect(sentences(csv, aGiven({ check: { ...check, mismatch: null } }))).toEqual([]);
  });

  it("asks to fix the list if no row is ready", () => {
    const list = aList("Name,Email\nAnn,nobody\n");
    expect(sentences(csv, aGiven({ list, check: aCheck(list) }))).toEqual([
      "No row is ready to send. Fix the rows of the list first.",
    ]);
  });
});

/** Form and email of a Direct Send. */
const direct: SendForm = { ...manual, tab: "direct" };
const addresses = (count: number) =>
  typed(Array.from({ length: count }, (_, n) => `p${n}@example.org`).join(" "));
const MB = 1024 * 1024;
const bytes = (size: number) => [new File([new Uint8Array(size)], "a.pdf")];
const stored = (count: number, size = 1) =>
  aMail({
    attachments: Array.from({ length: count }, (_, n) => ({
      original_filename: `${n}.pdf`,
      storage_path: `users/u/templates/t1/${n}.pdf`,
      size,
      content_type: "application/pdf",
    })),
  });
/** Eleven people in the table of Direct Send, so many of them skipped. */
const table = (skipped: number) => {
  const list = aList(
    `Name,Email\n${Array.from({ length: 11 }, (_, n) => `N,p${n}@example.org\n`).join("")}`,
  );
  const ids = list.rows.slice(0, skipped).map(({ id }) => id);
  return { list: applyChange(list, { type: "skip", ids, as: "by_hand" }) };
};
const letters = (count: number): SendForm => ({ ...composed, body: `<p>${"x".repeat(count)}</p>` });
const at = (iso: string): SendForm => ({ ...csv, when: { kind: "later", at: iso } });

describe("a limit of the form", () => {
  it.each<
    [
      what: string,
      form: SendForm,
      just: Partial<ValidationInput>,
      beyond: Partial<ValidationInput>,
      error: string,
    ]
  >([
    [
      "recipients of Direct Send",
      direct,
      addresses(10),
      addresses(11),
      "Cannot add more than 10 recipients.",
    ],
    [
      "rows of Direct Send's table",
      { ...aForm(null, { choice: template, tab: "direct" }) },
      table(1),
      table(0),
      "Cannot add more than 10 recipients.",
    ],
    [
      "files of Direct Send, with those of the template",
      { ...direct, attachments: [small(1), small(2)] },
      { ...addresses(1), mail: stored(3) },
      { ...addresses(1), mail: stored(4) },
      "Attachment count limit (5) exceeded.",
    ],
    [
      "bytes of Direct Send's files, with those of the template",
      { ...direct, attachments: bytes(2 * MB) },
      { ...addresses(1), mail: stored(1, 3 * MB) },
      { ...addresses(1), mail: stored(1, 3 * MB + 1) },
      "Total attachment size limit (5 MB) exceeded.",
    ],
    [
      "recipients of Bulk Send",
      manual,
      addresses(100),
      addresses(101),
      "Manual recipients exceed limit (100).",
    ],
  ])("%s: is reached, and passed by one", (_what, form, just, beyond, error) => {
    const mail = form.tab === "direct" ? { mail: just.mail ?? aMail() } : {};
    expect(sentences(form, aGiven({ ...mail, ...just }))).toEqual([]);
    expect(sentences(form, aGiven({ ...mail, ...beyond }))).toEqual([error]);
  });

  const one = typed("a@example.org");
  it.each<
    [what: string, just: SendForm, beyond: SendForm, given: Partial<ValidationInput>, error: string]
  >([
    [
      "files of Bulk Send",
      { ...manual, attachments: [1, 2, 3, 4, 5].map(small) },
      { ...manual, attachments: [1, 2, 3, 4, 5, 6].map(small) },
      one,
      "Manual attachment count (6) exceeds limit (5).",
    ],
    [
      "bytes of Bulk Send's files",
      { ...manual, attachments: bytes(5 * MB) },
      { ...manual, attachments: bytes(5 * MB + 1) },
      one,
      "Total manual attachment size (5.00 MB) exceeds limit (5 MB).",
    ],
    [
      "characters of a composed body",
      letters(10_000),
      letters(10_001),
      { ...one, mail: plain },
      "Body content exceeds maximum length (10000 characters).",
    ],
    [
      "days until a scheduled send",
      at("2026-12-20T10:00:00.000Z"),
      at("2026-12-20T10:00:00.001Z"),
      {},
      "Choose when to send: a date and time within the next 30 days.",
    ],
    [
      "the earliest time of a scheduled send",
      at("2026-11-20T10:00:00.001Z"),
      at("2026-11-20T10:00:00.000Z"),
      {},
      "Choose when to send: a date and time within the next 30 days.",
    ],
  ])("%s: is reached by one form, and passed by another", (_what, just, beyond, given, error) => {
    expect(sentences(just, aGiven(given))).toEqual([]);
    expect(sentences(beyond, aGiven(given))).toEqual([error]);
  });
});

describe("errors that block a preview", () => {
  it("are a missing sign-in, template, list or column, and nothing else", () => {
    const given = { list: null, readError: null, isSignedIn: false };
    expect(previewErrors(EMPTY_FORM, given)).toEqual([
      "Authentication required to preview.",
      "Please select a template or '(Compose Manually)'.",
      "CSV file is required.",
    ]);
    expect(previewErrors({ ...manual, values: {} }, { ...given, isSignedIn: true })).toEqual([]);
  });
});
