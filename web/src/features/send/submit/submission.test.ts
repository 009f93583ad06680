import { DEFAULT_LIMITS, sendBulk } from "@sendwright/core/contract";
import { changed } from "@sendwright/core/list/change";
import { historyOf } from "@sendwright/core/list/history";
import { filledList, type List } from "@sendwright/core/list/list";
import { emptyList, listOfAddresses } from "@sendwright/core/list/read";
import { splitRecipients } from "@sendwright/core/recipients/list";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { NO_TEMPLATE_YET } from "../../../sending/attemptMessages.ts";
import { allErrors } from "../../../sending/errors.ts";
import { aVariable } from "../../../testing/templateFactories.ts";
import { mismatchMessage } from "../check/questionWords.ts";
import { aCheck, aForm, aGiven, aList, aMail } from "../factories.ts";
import { type Email, emailOf } from "../form/email.ts";
import { EMPTY_FORM, NO_PEOPLE, type SendForm } from "../form/sendForm.ts";
import { previewErrors, sendErrors, type ValidationInput } from "./sendErrors.ts";
import { sendRequest } from "./sendRequest.ts";

const template = { kind: "template", id: "t1" } as const;
const inManual = (text: string, parts: Partial<SendForm> = {}): SendForm => ({
  ...EMPTY_FORM,
  choice: template,
  people: historyOf({ ...NO_PEOPLE, mode: "manual", text }),
  ...parts,
});

/** The call as sent and as the server reads it. */
function wire(form: SendForm, mail: Email = aMail(), limits = DEFAULT_LIMITS) {
  const list = filledList(form.people.now.list ?? emptyList());
  const values = new Map(Object.entries(form.values));
  const check = aCheck(list, mail.variables, { values, limit: limits.MAX_CSV_RECIPIENTS });
  const request = sendRequest({ form, list, mail, check, limits });
  if (request.to !== "send-bulk") throw new Error("This is the call of Direct Send.");
  return { ...request, read: z.decode(sendBulk.input, z.encode(sendBulk.input, request.input)) };
}
const uploaded = (list: List, mail?: Email) => wire(aForm(list, { choice: template }), mail);

describe("the pictures of a composed email", () => {
  const [one, other] = ["picture-0000000000000001.png", "picture-0000000000000002.png"].map(
    (name) => new File(["x"], name),
  ) as [File, File];
  const composed = (pictures: readonly File[], body: string): SendForm => ({
    ...inManual("bo@example.org"),
    choice: { kind: "compose" as const },
    subject: "Hi",
    body,
    pictures,
    people: historyOf({
      ...NO_PEOPLE,
      mode: "manual",
      text: "bo@example.org",
      list: listOfAddresses(splitRecipients("bo@example.org"), emptyList()),
    }),
  });
  const errorsOf = (form: SendForm) => {
    const mail = emailOf(form, null);
    const { list } = form.people.now;
    return allErrors(
      sendErrors(form, aGiven({ mail, list, check: list && mail ? aCheck(list, []) : null })),
    );
  };
  const showing = (file: File) => `<p><img src="cid:${file.name}" alt=""></p>`;

  it("go with it if the body shows them", () => {
    const form = composed([one, other], showing(one));
    const mail = emailOf(form, null);
    if (!mail) throw new Error("There is no email.");
    expect(mail.pictures).toEqual([one]);
    expect(
      wire({ ...form, attachments: [new File(["a"], "a.txt")] }, mail).files.attachments.map(
        ({ name }) => name,
      ),
    ).toEqual(["a.txt", one.name]);
    expect(errorsOf(form)).toEqual([]);
  });

  it("block it if one is missing, and count in its size", () => {
    expect(errorsOf(composed([other], showing(one)))).toEqual([
      "A picture in the email is missing. Remove it or insert it again.",
    ]);
    const large = new File([new Uint8Array(6 * 1024 * 1024)], one.name);
    expect(errorsOf(composed([large], showing(one)))).toEqual([
      "Total manual attachment size (6.00 MB) exceeds limit (5 MB).",
    ]);
    expect(errorsOf(composed([large], "<p>a</p>"))).toEqual([]);
  });
});

describe("the send request", () => {
  it("uploads a list as it was checked: its addresses and the placeholders with a column", async () => {
    const list = changed(
      aList("Full name;Mail;Old\nAnn;Ann Good <ann@example.org>;x\nBo;bo@example.org;y\n"),
      {
        type: "feed",
        feeds: new Map([["Name", { column: "Full name" }]]),
      },
    );
    const mail = aMail({ parsed_variables: [aVariable("Name"), aVariable("Sender")] });
    const { read, files } = wire(
      aForm(list, { choice: template, values: { Sender: "Ada", Old: "z" } }),
      mail,
    );
    expect(read).toEqual({
      mode: "csv",
      template_id: "t1",
      revision: "7",
      date_format_preference: "mmddyyyy",
      time_format_preference: "12hr",
      recipient_template: "Email",
      variables: { Sender: "Ada" },
      date_orders: {},
      rows: [{ line: 2 }, { line: 3 }],
      rows_left_out: 0,
      list_name: "people.csv",
    });
    const [file] = files.csv_file ?? [];
    expect(file).toMatchObject({ name: "recipients.csv", type: "text/csv" });
    expect(await file?.text()).toBe(
      "\ufeffEmail,Name\r\nAnn Good <ann@example.org>,Ann\r\nbo@example.org,Bo\r\n",
    );
    expect(files.attachments).toEqual([]);
  });

  it("adds each row's line, whether it's skipped and whether a repeat is kept", async () => {
    const read = aList("Name,Email\nAnn,ann@x.org\nBo,bo@x.org\nCy,cy@x.org\nAnna,ANN@x.org\n");
    const skipped = changed(changed(read, { type: "skip", ids: [2], as: "by_hand" }), {
      type: "skip",
      ids: [3],
      as: "already_received",
    });
    const { read: call, files } = uploaded(changed(skipped, { type: "repeats", repeats: "each" }));
    expect(call.rows).toEqual([
      { line: 2 },
      { line: 3, skip: "by_hand" },
      { line: 4, skip: "already_received" },
      { line: 5, keep: true },
    ]);
    // No data of someone you skipped leaves the browser.
    expect(await files.csv_file?.[0]?.text()).not.toContain("bo@x.org");
  });

  it("uploads the rows up to the limit and counts the rest", async () => {
    const list = { ...aList("Email,Name\na@x.org,A\nb@x.org,B\nc@x.org,C\n"), beyond: 7 };
    const form = aForm(list, { choice: template });
    const { read, files } = wire(form, aMail(), { ...DEFAULT_LIMITS, MAX_CSV_RECIPIENTS: 2 });
    expect(read).toMatchObject({ rows: [{ line: 2 }, { line: 3 }], rows_left_out: 8 });
    expect(await files.csv_file?.[0]?.text()).not.toContain("c@x.org");
  });

  it("doesn't depend on the source of the list, except for lines and the file's name", () => {
    const file = aList("Email,Name\na@x.org,A\n");
    const typed = changed(changed(emptyList(["Name"]), { type: "add", count: 2 }), {
      type: "paste",
      id: 1,
      header: "Email",
      block: [["a@x.org", "A"]],
      limit: 10,
    });
    const { read, files } = uploaded(typed);
    const { read: other, files: otherFiles } = uploaded(file);
    expect({ ...read, list_name: "people.csv", rows: [] }).toEqual({ ...other, rows: [] });
    expect(read.rows).toEqual([{ line: null }]);
    expect(files.csv_file?.[0]?.size).toBe(otherFiles.csv_file?.[0]?.size);
  });

  it("includes how dates are read and names that every object has", async () => {
    const text = "Email,__proto__,Due\na@x.org,=1+1,03/04/2026\n";
    const mapped = changed(aList(text), {
      type: "feed",
      feeds: new Map([["constructor", { column: "__proto__" }]]),
    });
    const mail = aMail({
      parsed_variables: [aVariable("constructor"), aVariable("Due", { type: "date" })],
    });
    const { read, files } = uploaded(
      changed(mapped, { type: "dates", header: "Due", order: "dmy" }),
      mail,
    );
    expect(read.date_orders).toEqual({ Due: "dmy" });
    expect(await files.csv_file?.[0]?.text()).toContain("Email,constructor,Due\r\na@x.org,=1+1,");
  });

  it("names a column of copies, and then no addresses for everyone", () => {
    const read = aList("Name,Email,Boss\nAnn,ann@x.org,b@x.org\n");
    const list = changed(read, { type: "copies", field: "cc", header: "Boss" });
    const { input } = wire(
      aForm(list, { choice: template, copies: { replyTo: "", cc: "c@x.org", bcc: "d@x.org" } }),
    );
    expect(input).toMatchObject({ cc_column: "Cc", bcc: "d@x.org" });
    expect(input).not.toHaveProperty("cc");
  });

  it("refuses rows that are too large for a call", () => {
    const long = "x".repeat(60_000);
    const list = aList(
      `Email,Name\n${Array.from({ length: 200 }, (_, n) => `p${n}@x.org,${long}\n`).join("")}`,
    );
    expect(() => uploaded(list)).toThrow(
      "The rows are larger than 8 MB together. Remove columns you don't need.",
    );
  });

  it("sends addresses as typed, with one value for each placeholder, and files", () => {
    const attachment = new File(["x"], "a.txt");
    const mail = aMail({
      parsed_variables: [aVariable("Name"), aVariable("toString", { required: false })],
    });
    const values = { Name: "Ann", Old: "left from another template" };
    const { read, files } = wire(
      inManual("Ann <ann@example.org>", { values, attachments: [attachment] }),
      mail,
    );
    expect(read).toMatchObject({ mode: "manual", manual_recipients: "Ann <ann@example.org>" });
    expect(read.variables).toEqual({ Name: "Ann", toString: "" });
    expect(read).not.toHaveProperty("rows");
    expect(files).toEqual({ attachments: [attachment] });
  });

  it("sends a composed email without a template, and its start time", () => {
    const form = inManual("a@example.org", {
      choice: { kind: "compose" },
      subject: " Hello ",
      dateFormat: "long",
      date_language: "de",
      date_weekday: true,
      body: "<p>Hi</p>",
      when: { kind: "later", at: "2026-11-27T10:00:00.000Z" },
    });
    const { read } = wire(form, emailOf(form, null) ?? aMail());
    expect(read).toMatchObject({
      template_id: "",
      subject: "Hello",
      date_format_preference: "long",
      date_language: "de",
      date_weekday: true,
      time_format_preference: "12hr",
      body: "<p>Hi</p>",
      start_at: "2026-11-27T10:00:00.000Z",
    });
    expect(read).not.toHaveProperty("variables");
    expect(read).not.toHaveProperty("signature");
    const unsigned = { ...form, signature: false };
    expect(wire(unsigned, emailOf(unsigned, null) ?? aMail()).read).toMatchObject({
      signature: false,
    });
  });

  it("uses POST /api/send for the addresses of Direct Send, and a list with files for its table", () => {
    const list = listOfAddresses(
      splitRecipients("Ann <ann@example.org>, bo@example.org"),
      emptyList(),
    );
    const mail = aMail({ parsed_variables: [aVariable("Name"), aVariable("Place")] });
    const file = new File(["x"], "map.txt");
    const given = {
      values: { Name: " friends ", Old: "z" },
      attachments: [file],
      choice: template,
    };
    const form = { ...aForm(list, given), tab: "direct" as const };
    const manual = { ...form, people: historyOf({ ...NO_PEOPLE, mode: "manual" as const, list }) };
    const ready = { list, mail, check: aCheck(list, mail.variables), limits: DEFAULT_LIMITS };
    expect(sendRequest({ ...ready, form: manual })).toEqual({
      to: "send",
      input: {
        template_id: "t1",
        revision: "7",
        recipient: "Ann <ann@example.org>, bo@example.org",
        variables: { Name: "friends", Place: "" },
        dateFormat: "mmddyyyy",
        timeFormat: "12hr",
      },
      files: { attachments: [file] },
    });
    expect(sendRequest({ ...ready, form })).toMatchObject({
      to: "send-bulk",
      files: { attachments: [file] },
    });
  });
});

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
    const same = changed(aList(), { type: "feed", feeds: new Map([["Name", "same"]]) });
    expect(sentences(csv, { ...given, list: same })).toEqual([
      "Missing required variables: Name, Sender",
    ]);
  });

  it("asks how to read an ambiguous date until you answer", () => {
    const due = [aVariable("Due", { type: "date" })];
    const mail = aMail({ parsed_variables: due });
    const list = aList("Due,Email\n03/04/2026,ann@example.org\n");
    expect(sentences(csv, aGiven({ mail, list, check: aCheck(list, due) }))).toEqual([
      "Choose how to read the dates. 03/04/2026 in Due: 3 April or March 4?",
    ]);
    const answered = changed(list, { type: "dates", header: "Due", order: "dmy" });
    expect(sentences(csv, aGiven({ mail, list: answered, check: aCheck(answered, due) }))).toEqual(
      [],
    );
  });

  it("asks about rows that share a mailbox but differ until you decide", () => {
    const list = aList("Name,Email\nAnn,ann@example.org\nAnna,ANN@example.org\n");
    expect(sentences(csv, aGiven({ list, check: aCheck(list) }))).toEqual([
      "Choose whether to send each or only the first. 2 rows share one mailbox but differ in Name.",
    ]);
    for (const change of [
      { type: "repeats", repeats: "first" },
      { type: "repeats", repeats: "each" },
      { type: "repeat", id: 2, isKept: true },
      { type: "skip", ids: [2], as: "by_hand" },
    ] as const) {
      const decided = changed(list, change);
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
      `Fix the list, or confirm that it's right. ${mismatchMessage(mismatch)}`,
    ]);
    expect(sentences(csv, aGiven({ check: { ...check, mismatch: null } }))).toEqual([]);
  });

  it("asks to fix the list if no row is ready", () => {
    const list = aList("Name,Email\nAnn,nobody\n");
    expect(sentences(csv, aGiven({ list, check: aCheck(list) }))).toEqual([
      "No row is ready to send. Fix the list in step 2.",
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
  return { list: changed(list, { type: "skip", ids, as: "by_hand" }) };
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
