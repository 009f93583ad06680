import { DEFAULT_LIMITS, sendBulk } from "@sendwright/core/contract";
import { applyChange } from "@sendwright/core/list/change";
import { historyOf } from "@sendwright/core/list/history";
import { filledList, type List } from "@sendwright/core/list/list";
import { filesOfList, withRowFiles } from "@sendwright/core/list/listFiles";
import { emptyList, listOfAddresses } from "@sendwright/core/list/read";
import { NO_FILES } from "@sendwright/core/pairing/rowFiles";
import { splitRecipients } from "@sendwright/core/recipients/list";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { PersonFiles } from "../../../data/personFiles.ts";
import { allErrors } from "../../../sending/errors.ts";
import { aVariable } from "../../../testing/templateFactories.ts";
import { aCheck, aForm, aGiven, aList, aMail } from "../factories.ts";
import { type Email, emailOf } from "../form/email.ts";
import { EMPTY_FORM, NO_PEOPLE, type SendForm } from "../form/sendForm.ts";
import { sendErrors } from "./sendErrors.ts";
import { sendFiles } from "./sendFiles.ts";
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
    const list = applyChange(
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
      number_forms: {},
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
    const skipped = applyChange(applyChange(read, { type: "skip", ids: [2], as: "by_hand" }), {
      type: "skip",
      ids: [3],
      as: "already_received",
    });
    const { read: call, files } = uploaded(
      applyChange(skipped, { type: "repeats", repeats: "each" }),
    );
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
    const typed = applyChange(applyChange(emptyList(["Name"]), { type: "add", count: 2 }), {
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
    const mapped = applyChange(aList(text), {
      type: "feed",
      feeds: new Map([["constructor", { column: "__proto__" }]]),
    });
    const mail = aMail({
      parsed_variables: [aVariable("constructor"), aVariable("Due", { type: "date" })],
    });
    const { read, files } = uploaded(
      applyChange(mapped, { type: "dates", header: "Due", order: "dmy" }),
      mail,
    );
    expect(read.date_orders).toEqual({ Due: "dmy" });
    expect(await files.csv_file?.[0]?.text()).toContain("Email,constructor,Due\r\na@x.org,=1+1,");
  });

  it("names a column of copies, and then no addresses for everyone", () => {
    const read = aList("Name,Email,Boss\nAnn,ann@x.org,b@x.org\n");
    const list = applyChange(read, { type: "copies", field: "cc", header: "Boss" });
    const { input } = wire(
      aForm(list, { choice: template, copies: { replyTo: "", cc: "c@x.org", bcc: "d@x.org" } }),
    );
    expect(input).toMatchObject({ cc_column: "Cc", bcc: "d@x.org" });
    expect(input).not.toHaveProperty("cc");
  });

  it("replaces a scheduled send, with a new list, too, as one that a server from before refuses", () => {
    const send = "2f5c0ac3-3f0c-4a4e-9d4d-3b1c6f0a7e11";
    const replaces = { send, startsAt: "2030-01-01T00:00:00.000Z", files: [] };
    const list = aList("Name,Email\nAnn,ann@x.org\n");
    expect(wire(aForm(list, { choice: template, replaces })).read).toMatchObject({
      replaces: send,
      corrects: { send, rows: [1] },
    });
    expect(uploaded(list).read).not.toHaveProperty("corrects");
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
    const edited = { ...manual, replaces: { send: "s1", startsAt: "", files: [] } };
    expect(() => sendRequest({ ...ready, form: edited })).toThrow(/can't replace/);
    for (const one of [manual, form]) {
      const timeless = { ...one, when: { kind: "later", at: null } as const };
      expect(() => sendRequest({ ...ready, form: timeless })).toThrow(/needs a time/);
    }
    const when = { kind: "later", at: "2026-11-27T10:00:00.000Z" } as const;
    const typed = historyOf({ ...NO_PEOPLE, mode: "manual" as const, list, text: "half@" });
    expect(sendRequest({ ...ready, form: { ...manual, people: typed, when } })).toMatchObject({
      to: "send-bulk",
      input: {
        mode: "manual",
        template_id: "t1",
        manual_recipients: "Ann <ann@example.org>, bo@example.org",
        variables: { Place: "" },
        start_at: when.at,
      },
      files: { attachments: [file] },
    });
  });
});

it("says how dates that everyone gets are read, if someone has answered", () => {
  const mail = aMail({ parsed_variables: [aVariable("Due", { type: "date" })] });
  const addresses = listOfAddresses(splitRecipients("bo@example.org"), emptyList());
  for (const [tab, to] of [
    ["direct", "send"],
    ["bulk", "send-bulk"],
  ] as const) {
    const ordersOf = (list: List) => {
      const people = historyOf({ ...NO_PEOPLE, mode: "manual" as const, list });
      const form = { ...inManual("", { values: { Due: "03/04/2026" } }), tab, people };
      const check = aCheck(list, mail.variables);
      const request = sendRequest({ form, list, mail, check, limits: DEFAULT_LIMITS });
      expect(request.to).toBe(to);
      return request.input.date_orders;
    };
    expect(ordersOf(addresses)).toBeUndefined();
    const answered = applyChange(addresses, { type: "dates", header: "Due", order: "dmy" });
    expect(ordersOf(answered)).toEqual({ Due: "dmy" });
  }
});

describe("files for one person each", () => {
  const hash = "a".repeat(64);
  const byHand = new Map([[1, { files: [hash], who: "Ann, ann@example.org" }]]);
  const files = { ...NO_FILES, files: [{ hash, name: "May/Ann.pdf", size: 3 }], byHand };
  const withFile = (list: List) => {
    const own = { ...list, files };
    return withRowFiles(own, filesOfList(own));
  };

  it("are named by their rows, without folders, in Bulk Send as in Direct Send's table", () => {
    const form = aForm(withFile(aList()), { choice: template });
    for (const tab of ["bulk", "direct"] as const) {
      const { read } = wire({ ...form, tab });
      expect(read.rows?.map(({ files: own }) => own)).toEqual([
        [{ name: "Ann.pdf", hash }],
        undefined,
      ]);
    }
  });

  it("are uploaded only if a row of the call names them", () => {
    const list = withFile(aList());
    const store = new PersonFiles();
    expect(sendFiles(wire(aForm(list, { choice: template })), list, store)).not.toBeNull();
    const [ann] = list.rows;
    const skipped = applyChange(list, { type: "skip", ids: [ann?.id ?? 0], as: "by_hand" });
    expect(sendFiles(wire(aForm(skipped, { choice: template })), skipped, store)).toBeNull();
    expect(sendFiles(wire(inManual("bo@example.org")), list, store)).toBeNull();
  });
});
