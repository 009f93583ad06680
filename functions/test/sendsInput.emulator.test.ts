import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as contract from "../src/contract/index.ts";
import { sendsCollection } from "../src/store/sendsShape.ts";
import type { Answer, Api, Person, TestFile } from "./harness.ts";
import { aCsv, aTemplate, connectedPerson, mailbox, startSendsApi, testEngine } from "./sendsWorld.ts";

let api: Api;
let person: Person;
let template: string;

beforeAll(async () => {
  api = await startSendsApi(testEngine());
  person = await connectedPerson();
  template = await aTemplate(person.uid, {
    subject: "Hello {{Full Name}}",
    body: "<p>{{Offer|dropdown:Discount,Free Trial}} for {{Contact|email}}</p>",
  });
});
afterAll(() => api.close());

type Form = Record<string, string>;

function post(path: string, form: Form, files: TestFile[] = []): Promise<Answer> {
  return api.request("POST", path, { token: person.token, form, files });
}
function direct(form: Form, files: TestFile[] = []): Promise<Answer> {
  const variables = JSON.stringify({ "Full Name": "Bo", Offer: "Discount", Contact: "c@example.org" });
  return post("/api/send", { template_id: template, recipient: "bo@example.org", variables, ...form }, files);
}
function csv(form: Form, content: string | Uint8Array<ArrayBuffer> | null): Promise<Answer> {
  const file = content === null ? [] : [{ field: "csv_file", name: "a.csv", content, type: "text/csv" }];
  return post("/api/send-bulk", { mode: "csv", template_id: template, recipient_template: "Email", ...form }, file);
}
function manual(form: Form, files: TestFile[] = []): Promise<Answer> {
  const composed = { template_id: "", subject: "Hi", body: "<p>Hi</p>", manual_recipients: "bo@example.org" };
  return post("/api/send-bulk", { mode: "manual", ...composed, ...form }, files);
}

function attachment(name: string, bytes: number): TestFile {
  return { field: "attachments", name, content: new Uint8Array(bytes).fill(65) };
}

const HEADERS = "Full Name,Email,Offer,Contact";

const refused: [string, () => Promise<Answer>, number, contract.Reason, string][] = [
  [
    "a template that does not exist",
    () => direct({ template_id: "none" }),
    404,
    "not_found",
    "This template no longer exists.",
  ],
  ["no template", () => direct({ template_id: "" }), 400, "invalid_input", "Please select a template."],
  [
    "no recipient",
    () => direct({ recipient: " ,; " }),
    400,
    "recipients_required",
    "Please enter at least one recipient email.",
  ],
  [
    "a recipient that is none",
    () => direct({ recipient: "bo@example.org,nobody" }),
    400,
    "invalid_recipient",
    "Invalid email format: nobody",
  ],
  [
    "eleven recipients",
    () => direct({ recipient: Array.from({ length: 11 }, (_, i) => `p${i}@example.org`).join(",") }),
    400,
    "too_many_recipients",
    "Cannot add more than 10 recipients.",
  ],
  [
    "no values",
    () => direct({ variables: "{}" }),
    400,
    "missing_variables",
    "Missing required variables: Full Name, Offer, Contact",
  ],
  [
    "a blank value",
    () =>
      direct({ variables: JSON.stringify({ "Full Name": " \u00a0", Offer: "Discount", Contact: "c@example.org" }) }),
    400,
    "missing_variables",
    "Missing required variables: Full Name",
  ],
  [
    "a value outside the dropdown",
    () => direct({ variables: JSON.stringify({ "Full Name": "Bo", Offer: "Nothing", Contact: "c@example.org" }) }),
    400,
    "invalid_values",
    '"Nothing" is not an option of {{Offer}}.',
  ],
  ["variables that are no JSON", () => direct({ variables: "{" }), 400, "invalid_input", ""],
  ["variables that are a list", () => direct({ variables: "[1]" }), 400, "invalid_input", ""],
  [
    "six attachments",
    () =>
      direct(
        {},
        Array.from({ length: 6 }, (_, i) => attachment(`${i}.txt`, 3)),
      ),
    400,
    "attachment_limit",
    "Attachment count limit (5) exceeded.",
  ],
  [
    "attachments above 5 MB",
    () => direct({}, [attachment("a.txt", 5 * 1024 * 1024 + 1)]),
    400,
    "attachment_limit",
    "Total attachment size limit (5 MB) exceeded.",
  ],
  ["a program", () => direct({}, [attachment("a.pdf.exe", 3)]), 400, "attachment_kind_refused", ""],
  [
    "a key that is none",
    () =>
      api.request("POST", "/api/send", {
        token: person.token,
        headers: { "idempotency-key": "a b" },
        form: { template_id: template, recipient: "bo@example.org" },
      }),
    400,
    "invalid_input",
    "",
  ],

  [
    "CSV mode without a template",
    () => csv({ template_id: "", subject: "a", body: "b" }, aCsv(1).text),
    400,
    "csv_with_composed_mail",
    "CSV mode cannot be used with '(Compose Manually)'.",
  ],
  [
    "CSV mode with nothing chosen",
    () => csv({ template_id: "" }, aCsv(1).text),
    400,
    "invalid_input",
    "Please select a template or '(Compose Manually)'.",
  ],
  ["no file", () => csv({}, null), 400, "invalid_input", "CSV file is required."],
  [
    "no recipient column",
    () => csv({ recipient_template: "" }, aCsv(1).text),
    400,
    "recipient_column_missing",
    "Recipient column header is required.",
  ],
  [
    "a recipient column that the file does not have",
    () => csv({ recipient_template: "Mail" }, aCsv(1).text),
    400,
    "recipient_column_missing",
    "",
  ],
  ["a file without rows", () => csv({}, `${HEADERS}\r\n\r\n`), 400, "csv_no_rows", "CSV has no data rows."],
  ["an empty file", () => csv({}, ""), 400, "csv_unreadable", "CSV Error: Could not parse headers. Check format."],
  ["an image", () => csv({}, new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13])), 400, "csv_unreadable", ""],
  [
    "a file above 10 MB",
    () => csv({}, new Uint8Array(10 * 1024 * 1024 + 1).fill(65)),
    413,
    "csv_too_large",
    "The CSV file is larger than 10 MB.",
  ],
  [
    "an edit of a row that is not there",
    () => csv({ row_edits: '{"9":{"Email":"a@example.org"}}' }, aCsv(1).text),
    400,
    "invalid_input",
    "The file has no row 9.",
  ],
  [
    "a map to a column that is not there",
    () => csv({ column_map: '{"Full Name":"Nobody"}' }, aCsv(1).text),
    400,
    "invalid_input",
    "",
  ],
  [
    "a start too far ahead",
    () => csv({ start_at: new Date(Date.now() + 31 * 86_400_000).toISOString() }, aCsv(1).text),
    400,
    "invalid_input",
    "A send can be scheduled at most 30 days ahead.",
  ],
  ["a start that is no time", () => csv({ start_at: "tomorrow" }, aCsv(1).text), 400, "invalid_input", ""],

  [
    "no recipients",
    () => manual({ manual_recipients: "" }),
    400,
    "recipients_required",
    "At least one recipient is required.",
  ],
  [
    "only what is no address",
    () => manual({ manual_recipients: "bo, li" }),
    400,
    "invalid_recipient",
    "No valid email addresses detected.",
  ],
  [
    "101 recipients",
    () => manual({ manual_recipients: Array.from({ length: 101 }, (_, i) => `p${i}@example.org`).join("\n") }),
    400,
    "too_many_recipients",
    "Recipient limit (100) exceeded.",
  ],
  ["composing without a subject", () => manual({ subject: " " }), 400, "invalid_input", "Subject is required."],
  ["composing without a body", () => manual({ body: "<p><br></p>" }), 400, "invalid_input", "Body is required."],
  [
    "composing too long a body",
    () => manual({ body: `<p>${"a".repeat(10_001)}</p>` }),
    400,
    "invalid_input",
    "Body content exceeds maximum length (10000 characters).",
  ],
  ["a line break in the subject", () => manual({ subject: "a\nBcc: eve@example.org" }), 400, "invalid_input", ""],
  [
    "a template's values missing",
    () => manual({ template_id: template }),
    400,
    "missing_variables",
    "Missing required variables: Full Name, Offer, Contact",
  ],
  [
    "six files",
    () =>
      manual(
        {},
        Array.from({ length: 6 }, (_, i) => attachment(`${i}.txt`, 3)),
      ),
    400,
    "attachment_limit",
    "Manual attachment count (6) exceeds limit (5).",
  ],
  [
    "files above 5 MB",
    () => manual({}, [attachment("a.txt", 6 * 1024 * 1024)]),
    400,
    "attachment_limit",
    "Total manual attachment size (6.00 MB) exceeds limit (5 MB).",
  ],
  ["a mode that is none", () => manual({ mode: "fax" }), 400, "invalid_input", ""],
];

describe("what is refused", () => {
  it.each(refused)("%s", async (_, call, status, reason, error) => {
    const answer = await call();
    expect({ status: answer.status, reason: answer.body.reason }).toEqual({ status, reason });
    expect(answer.body.success).toBe(false);
    if (error) expect(answer.body.error).toBe(error);
    else expect(answer.body.error).toEqual(expect.stringMatching(/\S/));
  });

  it("has left nothing half-written and sent nothing", async () => {
    expect((await sendsCollection().where("owner", "==", person.uid).get()).docs).toEqual([]);
    expect(await mailbox(person.email)).toEqual([]);
  });

  it("is another's template, just as one that does not exist", async () => {
    const other = await connectedPerson();
    const answer = await api.request("POST", "/api/send", {
      token: other.token,
      form: { template_id: template, recipient: "bo@example.org" },
    });
    expect(answer.status).toBe(404);
    expect(answer.body).toMatchObject({ reason: "not_found", error: "This template no longer exists." });
  });
});

describe("what is sent with something left out", () => {
  it("skips the rows that fail the check, each with its reason, and sends the others", async () => {
    const tag = randomUUID().slice(0, 8);
    const lines = [
      HEADERS,
      `Ann,ann-${tag}@example.org,Discount,c@example.org`,
      ",blank@example.org,Discount,c@example.org",
      "Bo,not an address,Discount,c@example.org",
      `Cy,ANN-${tag}@example.org,Discount,c@example.org`,
      "Di,di@example.org,Nothing,c@example.org",
      `Ed,ed-${tag}@example.org,Free Trial,c@example.org`,
    ];
    const answer = await csv({}, lines.join("\n"));
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ success: false, reason: "partially_sent", message: "2 sent, 4 skipped." });
    const { results } = contract.sendBulk.output.parse(answer.body);
    expect(results.map(({ row, line, status, reason }) => ({ row, line, status, reason }))).toEqual([
      { row: 1, line: 2, status: "sent", reason: "" },
      { row: 2, line: 3, status: "skipped", reason: "Blank value for {{Full Name}}" },
      { row: 3, line: 4, status: "skipped", reason: "Not an email address: not an address" },
      { row: 4, line: 5, status: "skipped", reason: "Duplicate of row 1" },
      { row: 5, line: 6, status: "skipped", reason: '"Nothing" is not an option of {{Offer}}' },
      { row: 6, line: 7, status: "sent", reason: "" },
    ]);
  });

  it("follows the user's edits, column map, left-out rows and kept duplicates", async () => {
    const tag = randomUUID().slice(0, 8);
    const own = await aTemplate(person.uid, { subject: "Hi {{Name}}", body: "<p>Hi {{Name}}</p>" });
    const file = `first,Email\nAnn,x${tag}@example.org\nBo,broken\nCy,x${tag}@example.org\nDi,d${tag}@example.org`;
    const before = (await mailbox(person.email)).length;
    const answer = await csv(
      {
        template_id: own,
        column_map: '{"Name":"first"}',
        row_edits: `{"2":{"Email":"b${tag}@example.org","first":"Bob"}}`,
        skip_rows: "[4]",
        keep_duplicates: "true",
      },
      file,
    );
    expect(answer.body).toMatchObject({ success: false, message: "3 sent, 1 skipped." });
    const mails = (await mailbox(person.email)).slice(before);
    expect(mails.map(({ subject }) => subject).sort()).toEqual(["Hi Ann", "Hi Bob", "Hi Cy"]);
  });

  it("sends nothing when every row is skipped, and says so", async () => {
    const answer = await csv({}, `${HEADERS}\nAnn,,Discount,c@example.org`);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ success: false, reason: "send_failed", message: "1 skipped." });
    expect(answer.body.send).toMatchObject({ state: "done" });
  });

  it("mails each manual recipient once, invalid ones left out", async () => {
    const tag = randomUUID().slice(0, 8);
    const list = `"Good, Ann" <ann-${tag}@example.org>; bo-${tag}@example.org\nnobody BO-${tag}@example.org`;
    const answer = await manual({ manual_recipients: list }, [attachment("menu.txt", 12)]);
    expect(answer.body).toMatchObject({ success: false, reason: "partially_sent", message: "2 sent, 2 skipped." });
  });

  it("mails one address once in Direct Send, whatever its case", async () => {
    const tag = randomUUID().slice(0, 8);
    const answer = await direct({ recipient: `bo-${tag}@example.org,BO-${tag}@example.org` });
    expect(answer.body).toMatchObject({ success: true, message: "1 sent." });
  });
});

describe("what a call may say otherwise", () => {
  it("is the start, in any zone", async () => {
    const inTwoDays = new Date(Date.now() + 2 * 24 * 3_600_000);
    const inBerlin = `${new Date(inTwoDays.getTime() + 3_600_000).toISOString().slice(0, 19)}+01:00`;
    const { status, body } = await manual({ start_at: inBerlin });
    expect(status).toBe(202);
    const { send } = contract.sendBulk.output.parse(body);
    expect(send).toMatchObject({ state: "scheduled", starts_at: `${inTwoDays.toISOString().slice(0, 19)}.000Z` });
    await api.call(contract.cancelSend, { id: send.id }, person);
  });

  it("is the column of the addresses, with spaces around its name", async () => {
    const own = await connectedPerson();
    const template_id = await aTemplate(own.uid);
    const { body } = await api.request("POST", "/api/send-bulk", {
      token: own.token,
      form: { mode: "csv", template_id, recipient_template: " Email " },
      files: [{ field: "csv_file", name: "a.csv", content: aCsv(2).text }],
    });
    expect(body).toMatchObject({ success: true, message: "2 sent." });
  });
});
