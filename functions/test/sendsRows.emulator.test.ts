import { randomUUID } from "node:crypto";
import * as contract from "@sendwright/core/contract";
import { describe, expect, it } from "vitest";
import { sendsCollection } from "../src/store/sends/documents.ts";
import { sendForms, sendingWorld } from "./sendForms.ts";
import { aTemplate, connectedPerson, mailbox } from "./sendsWorld.ts";

const world = sendingWorld();
const { csv, manual } = sendForms(world);
const own = () => aTemplate(world().person.uid, { subject: "Hi {{Name}}", body: "<p>Hi</p>" });

/** Two people, and one whom the page skipped: that row is blank. */
function aList() {
  const tag = randomUUID().slice(0, 8);
  const [ann, bo] = [`ann-${tag}@example.org`, `bo-${tag}@example.org`];
  const rows = [{ line: 2 }, { line: 5, skip: "by_hand" }, { line: null }];
  return { ann, bo, text: `Email,Name\r\nAnn <${ann}>,Ann ${tag}\r\n,\r\n${bo},Bo ${tag}\r\n`, rows };
}

const resultsOf = (body: unknown) => contract.sendBulk.output.parse(body).results;

/** The subjects of this person's emails that name this list. */
async function subjectsOf(text: string): Promise<string[]> {
  const mails = await mailbox(world().person.email);
  return mails.flatMap(({ subject }) => (text.includes(subject.slice(3)) ? [subject] : [])).sort();
}

describe("a list that a page wrote", () => {
  it("is sent as the page showed it: the same rows, lines and reasons", async () => {
    const { ann, bo, text, rows } = aList();
    const { status, body } = await csv({ template_id: await own(), rows: JSON.stringify(rows) }, text);
    expect(status).toBe(200);
    expect(resultsOf(body)).toMatchObject([
      { row: 1, line: 2, recipient: ann, status: "sent", reason: "" },
      { row: 2, line: 5, recipient: "", status: "skipped", reason: "You skipped this row." },
      { row: 3, line: null, recipient: bo, status: "sent", reason: "" },
    ]);
    const corrections = await world().api.call(
      contract.getCorrections,
      { id: contract.sendBulk.output.parse(body).send_id },
      world().person,
    );
    expect(corrections.body.rows).toEqual([]);
  });

  it("sends a kept repeat with values of its own, and of equal rows only the first", async () => {
    const tag = randomUUID().slice(0, 8);
    const row = (name: string) => `x-${tag}@example.org,${name} ${tag}\r\n`;
    const rows = [{ line: 2, keep: true }, ...[3, 4, 5].map((line) => ({ line, keep: true })), { line: 6 }];
    const text = `Email,Name\r\n${row("Ann")}${row("Bo")}${row("Ann")}${row("Bo")}${row("Cy")}`;
    const { body } = await csv({ template_id: await own(), rows: JSON.stringify(rows) }, text);
    expect(resultsOf(body).map(({ status, reason }) => [status, reason])).toEqual([
      ["sent", ""],
      ["sent", "Duplicate of row 1"],
      ["skipped", "Duplicate of row 1"],
      ["skipped", "Duplicate of row 2"],
      ["skipped", "Duplicate of row 1"],
    ]);
    expect(await subjectsOf(text)).toEqual([`Hi Ann ${tag}`, `Hi Bo ${tag}`]);
  });

  it("is the same send under the same key, and a conflict with other rows", async () => {
    const { text, rows } = aList();
    const call = { template_id: await own(), idempotency_key: randomUUID() };
    const as = (entries: object[]) => csv({ ...call, rows: JSON.stringify(entries) }, text);
    expect((await as(rows)).body).toMatchObject({ message: "2 sent, 1 skipped." });
    expect((await as(rows)).body).toMatchObject({ message: "2 sent, 1 skipped." });
    const others = [
      [{ line: 3 }, ...rows.slice(1)],
      [{ line: 2, keep: true }, ...rows.slice(1)],
      [{ line: 2 }, { line: 5, skip: "already_received" }, { line: null }],
    ];
    for (const other of others) {
      expect(await as(other)).toMatchObject({ status: 409, body: { reason: "idempotency_conflict" } });
    }
    const plain = await csv(call, text);
    expect(plain).toMatchObject({ status: 409, body: { reason: "idempotency_conflict" } });
    expect(await subjectsOf(text)).toHaveLength(2);
  });

  it("may have three rows for each that may be sent, as long as the others are skipped", async () => {
    const person = await connectedPerson();
    const template_id = await aTemplate(person.uid, { subject: "Hi {{Name}}", body: "<p>Hi</p>" });
    const { ann, text } = aList();
    const [headers, first] = text.split("\r\n");
    const rows = [{ line: 2 }, ...Array.from({ length: 2_999 }, (_, i) => ({ line: i + 3, skip: "by_hand" }))];
    const { status, body } = await world().api.request("POST", "/api/send-bulk", {
      token: person.token,
      form: { mode: "csv", template_id, recipient_template: "Email", rows: JSON.stringify(rows), rows_left_out: "7" },
      files: [{ field: "csv_file", name: "a.csv", content: `${headers}\r\n${first}\r\n${",\r\n".repeat(2_999)}` }],
    });
    expect(status).toBe(200);
    const results = resultsOf(body);
    expect(results).toHaveLength(3_001);
    expect(results[0]).toMatchObject({ row: 1, recipient: ann, status: "sent" });
    expect(results[2_999]).toMatchObject({ row: 3_000, line: 3_001, status: "skipped" });
    expect(results[3_000]).toMatchObject({ row: 3_001, reason: "7 rows above the limit skipped." });
    expect(await mailbox(person.email)).toHaveLength(1);
    const more = await world().api.request("POST", "/api/send-bulk", {
      token: person.token,
      form: { mode: "csv", template_id, recipient_template: "Email", rows: JSON.stringify([...rows, rows[1]]) },
      files: [{ field: "csv_file", name: "a.csv", content: `${headers}\r\n${first}\r\n${",\r\n".repeat(3_000)}` }],
    });
    expect(more).toMatchObject({ status: 400, body: { reason: "too_many_recipients" } });
  });
});

const TEXT = "Email,Full Name,Offer,Contact\r\nann@example.org,Ann,Discount,c@example.org\r\n,,,\r\n";
const ROWS = [{ line: 2 }, { line: 3, skip: "by_hand" }];
const ENTRY = 'must be an object with "line", and "skip" or "keep" where needed.';
const LINE = "must be the number of a line, or null.";
const COUNT = '"rows" must have one entry for each record of the file.';
const MANY_KEYS = Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`n${i}`, 1]));
const wrong: [string, unknown, string][] = [
  ["no JSON", "rows", '"rows" is not valid JSON.'],
  ["an object", { 0: { line: 2 }, 1: { line: 3 } }, '"rows" must be a list.'],
  ["a list of numbers", [2, 3], `"rows.0" ${ENTRY}`],
  ["an entry with an unknown key", [ROWS[0], { line: 3, corrects: 1 }], `"rows.1" ${ENTRY}`],
  ["an entry with a hundred thousand unknown keys", [{ line: 2, ...MANY_KEYS }], `"rows.0" ${ENTRY}`],
  ["an entry without a line", [{}, {}], `"rows.0.line" ${LINE}`],
  ["line 0", [{ line: 0 }, {}], `"rows.0.line" ${LINE}`],
  ["line 500,002", [{ line: 500_002 }, {}], `"rows.0.line" ${LINE}`],
  [
    "a skip of unknown kind",
    [ROWS[0], { line: 3, skip: "filtered" }],
    '"rows.1.skip" must be one of: by_hand, already_received.',
  ],
  ["a keep that is false", [{ line: 2, keep: false }, {}], '"rows.0.keep" must be true.'],
  ["an entry too few", ROWS.slice(1), COUNT],
  ["an entry too many", [...ROWS, { line: 4 }], COUNT],
  [
    "10,001 entries",
    Array.from({ length: 10_001 }, () => ({ line: null, skip: "by_hand" })),
    '"rows" must not have more than 10000 entries.',
  ],
];

describe("a refused list", () => {
  it.each(wrong)("%s for rows", async (_, rows, error) => {
    const answer = await csv({ rows: typeof rows === "string" ? rows : JSON.stringify(rows) }, TEXT);
    expect(answer).toMatchObject({ status: 400, body: { success: false, reason: "invalid_input", error } });
  });

  it.each<[string, Record<string, string>, string | Uint8Array<ArrayBuffer> | null, string, string]>([
    ["rows without a file", {}, null, "invalid_input", "CSV file is required."],
    [
      "two columns with one name",
      {},
      TEXT.replace("Offer", "Contact"),
      "csv_unreadable",
      "CSV Error: Two columns have one name.",
    ],
    [
      "a record with too few cells",
      {},
      TEXT.replace(",,,", ",,"),
      "csv_unreadable",
      "CSV Error: Record 2 has too many or too few cells.",
    ],
    [
      "a file in another encoding",
      {},
      new Uint8Array(Buffer.from(TEXT.replace("Ann", "Änn"), "latin1")),
      "csv_unreadable",
      "CSV Error: The list could not be read.",
    ],
    [
      "a column that doesn't exist",
      { recipient_template: "Mail" },
      TEXT,
      "recipient_column_missing",
      'The file has no column "Mail".',
    ],
    [
      "kept duplicates",
      { keep_duplicates: "true" },
      TEXT,
      "invalid_input",
      '"keep_duplicates" is for a file without "rows".',
    ],
    [
      "a required value that is blank for everyone",
      { variables: '{"Offer":" "}' },
      TEXT,
      "missing_variables",
      "Missing required variables: Offer",
    ],
  ])("%s", async (_, form, file, reason, error) => {
    const answer = await csv({ rows: JSON.stringify(ROWS), ...form }, file);
    expect(answer).toMatchObject({ status: 400, body: { success: false, reason, error } });
  });

  it("a list above the limit", async () => {
    const rows = JSON.stringify(Array.from({ length: 1_001 }, (_, i) => ({ line: i + 2 })));
    const file = `Email\r\n${Array.from({ length: 1_001 }, (_, i) => `p${i}@example.org\r\n`).join("")}`;
    expect(await csv({ rows }, file)).toMatchObject({
      status: 400,
      body: { success: false, reason: "too_many_recipients", error: "Recipient limit (1000) exceeded." },
    });
  });

  it("rows for addresses", async () => {
    expect(await manual({ rows: '[{"line":null}]' })).toMatchObject({
      status: 400,
      body: { success: false, reason: "invalid_input", error: '"rows" is for the mode "csv".' },
    });
  });

  it("refuses each field that only an older page sends; nothing is left half-written, and nothing is sent", async () => {
    const person = await connectedPerson();
    const template_id = await aTemplate(person.uid, { subject: "Hi {{Full Name}}", body: "<p>Hi</p>" });
    const files = [{ field: "csv_file", name: "a.csv", content: TEXT }];
    const send = (form: Record<string, string>) =>
      world().api.request("POST", "/api/send-bulk", { token: person.token, form: { template_id, ...form }, files });
    const plain = { mode: "csv", recipient_template: "Email" };
    const removed = ["column_map", "row_edits", "skip_rows", "sent_before", "typed_table", "no_headings"];
    for (const field of [...removed, "delimiter", "encoding"]) {
      const refusal = {
        status: 409,
        body: { success: false, reason: "page_outdated", error: contract.PAGE_OUTDATED, field },
      };
      expect(await send({ ...plain, [field]: "" })).toMatchObject(refusal);
      expect(await send({ ...plain, [field]: "[2]", rows: JSON.stringify(ROWS) })).toMatchObject(refusal);
      expect(await send({ mode: "manual", manual_recipients: "bo@example.org", [field]: "x" })).toMatchObject(refusal);
    }
    expect((await sendsCollection().where("owner", "==", person.uid).get()).docs).toEqual([]);
    expect(await mailbox(person.email)).toEqual([]);
  });
});
