import { describe, expect, it } from "vitest";
import { aVariable } from "../../../testing/templates.ts";
import { aCheck, aGiven, aMail, aTable } from "../factories.ts";
import { type BulkForm, EMPTY_BULK_FORM } from "./bulkForm.ts";
import { bulkPreviewErrors, bulkSendErrors, type Given } from "./validationErrors.ts";

const file = { id: 1, name: "people.csv", content: "Email\n", revision: 0 };
const template = { kind: "template", id: "t1" } as const;
const csv: BulkForm = { ...EMPTY_BULK_FORM, choice: template, source: file };
const manual: BulkForm = {
  ...EMPTY_BULK_FORM,
  mode: "manual",
  choice: template,
  manualText: "a@example.org",
  values: { Name: "Ann" },
};
const composed: BulkForm = { ...manual, choice: { kind: "compose" }, subject: "Hello", body: "<p>Hi</p>", values: {} };
const plain = aMail({ parsed_variables: [] });
const many = Array.from({ length: 101 }, (_, index) => `p${index}@example.org`).join(" ");
const big = new File([new Uint8Array(6 * 1024 * 1024)], "big.pdf");
const small = (n: number) => new File(["x"], `${n}.txt`);

describe("what keeps a form from being sent", () => {
  it.each<[string, BulkForm, Partial<Given>, string[]]>([
    [
      "nothing chosen",
      EMPTY_BULK_FORM,
      { mail: null },
      ["Please select a template or '(Compose Manually)'.", "CSV file is required."],
    ],
    [
      "a file for a composed mail",
      { ...csv, choice: { kind: "compose" } },
      {},
      ["CSV mode cannot be used with '(Compose Manually)'."],
    ],
    ["no file", { ...csv, source: null }, {}, ["CSV file is required."]],
    ["no column", csv, { recipientColumn: null }, ["Recipient column header is required."]],
    ["a file that cannot be read", csv, { csvError: "CSV has no data rows." }, ["CSV has no data rows."]],
    [
      "a template that is not there",
      csv,
      { mail: null },
      ["The template is not there yet: wait a moment, or choose it again."],
    ],
    ["a check that failed", csv, { checkError: "Out of memory" }, ["The rows could not be checked: Out of memory"]],
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
    ["no recipient", { ...manual, manualText: " ,; " }, {}, ["At least one recipient is required."]],
    ["no address", { ...manual, manualText: "ann, bo" }, {}, ["No valid email addresses detected."]],
    ["too many recipients", { ...manual, manualText: many }, {}, ["Manual recipients exceed limit (100)."]],
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
      ["Not an email address in {{Contact}}: nobody."],
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
    ["no time", { ...csv, when: { kind: "later", at: null } }, {}, [expect.stringContaining("Choose when to send")]],
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
  ])("%s", (_what, form, given, expected) => {
    expect(bulkSendErrors(form, aGiven(given))).toEqual(expected);
  });

  it("asks how an open date is to be read, until that is answered", () => {
    const due = [aVariable("Due", { type: "date" })];
    const table = aTable("Due,Email\n03/04/2026,ann@example.org\n");
    expect(bulkSendErrors(csv, aGiven({ check: aCheck(table, due) }))).toEqual([
      "Say how the dates are to be read. 03/04/2026 in Due: 3 April or March 4?",
    ]);
    const answered = aCheck(table, due, { Due: "dmy" });
    expect(bulkSendErrors(csv, aGiven({ check: answered }))).toEqual([]);
  });

  it("asks to put the rows right when none is ready", () => {
    const check = aCheck(aTable("Name,Email\nAnn,nobody\n"));
    expect(bulkSendErrors(csv, aGiven({ check }))).toEqual([expect.stringMatching(/^No row is ready to be sent/)]);
  });
});

describe("what keeps a form from being previewed", () => {
  it("is a missing sign-in, template, file or column, and nothing else", () => {
    const given = { recipientColumn: null, csvError: null, isSignedIn: false };
    expect(bulkPreviewErrors(EMPTY_BULK_FORM, given)).toEqual([
      "Authentication required to preview.",
      "Please select a template or '(Compose Manually)'.",
      "CSV file is required.",
    ]);
    expect(bulkPreviewErrors({ ...manual, manualText: "", values: {} }, { ...given, isSignedIn: true })).toEqual([]);
  });
});
