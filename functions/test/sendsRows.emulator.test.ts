import { randomUUID } from "node:crypto";
import * as contract from "@sendwright/core/contract";
import { readCsv } from "@sendwright/core/csv/readCsv";
import { applyChange, type ListChange } from "@sendwright/core/list/change";
import { listOfTable } from "@sendwright/core/list/read";
import { simpleParser } from "mailparser";
import { describe, expect, it, test } from "vitest";
import { sendsCollection } from "../src/store/sends/documents.ts";
import { aTag } from "./harness.ts";
import { attachment, HEADERS, sendForms, sendingWorld } from "./sendForms.ts";
import { aCsv, aTemplate, aWriter, mailbox, rawMail } from "./sendsWorld.ts";

const world = sendingWorld();
const { direct, csv, uploaded, manual } = sendForms(world);
const own = () => aTemplate(world().person.uid, { subject: "Hi {{Name}}", body: "<p>Hi</p>" });

/** Two people, and one whom the page skipped: that row is blank. */
function aList() {
  const tag = aTag();
  const [ann, bo] = [`ann-${tag}@example.org`, `bo-${tag}@example.org`];
  const rows = [{ line: 2 }, { line: 5, skip: "by_hand" }, { line: null }];
  return {
    ann,
    bo,
    text: `Email,Name\r\nAnn <${ann}>,Ann ${tag}\r\n,\r\n${bo},Bo ${tag}\r\n`,
    rows,
  };
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
    const { status, body } = await csv(
      { template_id: await own(), rows: JSON.stringify(rows) },
      text,
    );
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
    const tag = aTag();
    const row = (name: string) => `x-${tag}@example.org,${name} ${tag}\r\n`;
    const rows = [
      { line: 2, keep: true },
      ...[3, 4, 5].map((line) => ({ line, keep: true })),
      { line: 6 },
    ];
    const text = `Email,Name\r\n${row("Ann")}${row("Bo")}${row("Ann")}${row("Bo")}${row("Cy")}`;
    const { body } = await csv({ template_id: await own(), rows: JSON.stringify(rows) }, text);
    expect(resultsOf(body).map(({ status, reason }) => [status, reason])).toEqual([
      ["sent", ""],
      ["sent", "Same address as row 1, different values"],
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
      expect(await as(other)).toMatchObject({
        status: 409,
        body: { reason: "idempotency_conflict" },
      });
    }
    const plain = await csv(call, text);
    expect(plain).toMatchObject({ status: 409, body: { reason: "idempotency_conflict" } });
    expect(await subjectsOf(text)).toHaveLength(2);
  });

  it("may have three rows for each that may be sent, as long as the others are skipped", async () => {
    const { person, template_id } = await aWriter({ subject: "Hi {{Name}}", body: "<p>Hi</p>" });
    const { ann, text } = aList();
    const [headers, first] = text.split("\r\n");
    const rows = [
      { line: 2 },
      ...Array.from({ length: 2_999 }, (_, i) => ({ line: i + 3, skip: "by_hand" })),
    ];
    const { status, body } = await world().api.request("POST", "/api/send-bulk", {
      token: person.token,
      form: {
        mode: "csv",
        template_id,
        recipient_template: "Email",
        rows: JSON.stringify(rows),
        rows_left_out: "7",
      },
      files: [
        {
          field: "csv_file",
          name: "a.csv",
          content: `${headers}\r\n${first}\r\n${",\r\n".repeat(2_999)}`,
        },
      ],
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
      form: {
        mode: "csv",
        template_id,
        recipient_template: "Email",
        rows: JSON.stringify([...rows, rows[1]]),
      },
      files: [
        {
          field: "csv_file",
          name: "a.csv",
          content: `${headers}\r\n${first}\r\n${",\r\n".repeat(3_000)}`,
        },
      ],
    });
    expect(more).toMatchObject({ status: 400, body: { reason: "too_many_recipients" } });
  });
});

const TEXT =
  "Email,Full Name,Offer,Contact\r\nann@example.org,Ann,Discount,c@example.org\r\n,,,\r\n";
const ROWS = [{ line: 2 }, { line: 3, skip: "by_hand" }];
const ENTRY =
  'must be an object with "line", and "skip", "keep", "shifted", "above", "files" or "files_of" where needed.';
const LINE = "must be a line number, or null.";
const COUNT = '"rows" must have one entry for each record of the file.';
const MANY_KEYS = Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`n${i}`, 1]));
const wrong: [string, unknown, string][] = [
  ["no JSON", "rows", '"rows" is not valid JSON.'],
  ["an object", { 0: { line: 2 }, 1: { line: 3 } }, '"rows" must be a list.'],
  ["a list of numbers", [2, 3], `"rows.0" ${ENTRY}`],
  ["an entry with an unknown key", [ROWS[0], { line: 3, corrects: 1 }], `"rows.1" ${ENTRY}`],
  [
    "an entry with a hundred thousand unknown keys",
    [{ line: 2, ...MANY_KEYS }],
    `"rows.0" ${ENTRY}`,
  ],
  ["an entry without a line", [{}, {}], `"rows.0.line" ${LINE}`],
  ["line 0", [{ line: 0 }, {}], `"rows.0.line" ${LINE}`],
  ["line 500,002", [{ line: 500_002 }, {}], `"rows.0.line" ${LINE}`],
  [
    "a skip of unknown kind",
    [ROWS[0], { line: 3, skip: "filtered" }],
    '"rows.1.skip" must be one of: by_hand, already_received, suppressed.',
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
    const answer = await csv(
      { rows: typeof rows === "string" ? rows : JSON.stringify(rows) },
      TEXT,
    );
    expect(answer).toMatchObject({
      status: 400,
      body: { success: false, reason: "invalid_input", error },
    });
  });

  it.each<
    [string, Record<string, string>, string | Uint8Array<ArrayBuffer> | null, string, string]
  >([
    ["rows without a file", {}, null, "invalid_input", "CSV file is required."],
    [
      "two columns with one name",
      {},
      TEXT.replace("Offer", "Contact"),
      "csv_unreadable",
      "CSV Error: Two columns have the same name.",
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
      body: {
        success: false,
        reason: "too_many_recipients",
        error: "Recipient limit (1000) exceeded.",
      },
    });
  });

  it("rows for addresses", async () => {
    expect(await manual({ rows: '[{"line":null}]' })).toMatchObject({
      status: 400,
      body: {
        success: false,
        reason: "invalid_input",
        error: '"rows" works only with mode "csv".',
      },
    });
  });

  it("refuses each field that only an older page sends; nothing is left half-written, and nothing is sent", async () => {
    const { person, template_id } = await aWriter({
      subject: "Hi {{Full Name}}",
      body: "<p>Hi</p>",
    });
    const files = [{ field: "csv_file", name: "a.csv", content: TEXT }];
    const send = (form: Record<string, string>) =>
      world().api.request("POST", "/api/send-bulk", {
        token: person.token,
        form: { template_id, ...form },
        files,
      });
    const plain = { mode: "csv", recipient_template: "Email" };
    const removed = [
      "column_map",
      "row_edits",
      "skip_rows",
      "sent_before",
      "typed_table",
      "no_headings",
    ];
    for (const field of [...removed, "delimiter", "encoding"]) {
      const refusal = {
        status: 409,
        body: { success: false, reason: "page_outdated", error: contract.PAGE_OUTDATED, field },
      };
      expect(await send({ ...plain, [field]: "" })).toMatchObject(refusal);
      expect(await send({ ...plain, [field]: "[2]", rows: JSON.stringify(ROWS) })).toMatchObject(
        refusal,
      );
      expect(
        await send({ mode: "manual", manual_recipients: "bo@example.org", [field]: "x" }),
      ).toMatchObject(refusal);
    }
    expect((await sendsCollection().where("owner", "==", person.uid).get()).docs).toEqual([]);
    expect(await mailbox(person.email)).toEqual([]);
  });
});

describe("a send with skipped rows", () => {
  it("skips the rows that fail the check, each with its reason, and sends the others", async () => {
    const tag = aTag();
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
    expect(answer.body).toMatchObject({
      success: false,
      reason: "partially_sent",
      message: "2 sent, 4 skipped.",
    });
    const { results, send_id } = contract.sendBulk.output.parse(answer.body);
    expect(results.map(({ row, line, status, reason }) => ({ row, line, status, reason }))).toEqual(
      [
        { row: 1, line: 2, status: "sent", reason: "" },
        { row: 2, line: 3, status: "skipped", reason: "Blank value for {{Full Name}}" },
        {
          row: 3,
          line: 4,
          status: "skipped",
          reason: "Not an email address: not an address (there's no @)",
        },
        { row: 4, line: 5, status: "skipped", reason: "Duplicate of row 1" },
        { row: 5, line: 6, status: "skipped", reason: '"Nothing" is not an option of {{Offer}}' },
        { row: 6, line: 7, status: "sent", reason: "" },
      ],
    );
    // Each can be corrected as it was written; the duplicate's person has the email.
    const corrections = await world().api.call(
      contract.getCorrections,
      { id: send_id },
      world().person,
    );
    expect(
      corrections.body.rows.map(({ row, recipient, values }) => ({ row, recipient, ...values })),
    ).toEqual([
      {
        row: 2,
        recipient: "blank@example.org",
        "Full Name": "",
        Offer: "Discount",
        Contact: "c@example.org",
      },
      {
        row: 3,
        recipient: "not an address",
        "Full Name": "Bo",
        Offer: "Discount",
        Contact: "c@example.org",
      },
      {
        row: 5,
        recipient: "di@example.org",
        "Full Name": "Di",
        Offer: "Nothing",
        Contact: "c@example.org",
      },
    ]);
    // People whom another send corrects aren't offered any more, even if the answer to its call was
    // lost and it is called again.
    const call = {
      corrects: JSON.stringify({ send: send_id, rows: [2, 5] }),
      idempotency_key: randomUUID(),
    };
    const file = `${HEADERS}\nEve,eve-${tag}@example.org,Discount,c@example.org`;
    expect((await csv(call, file)).body).toMatchObject({
      success: true,
      send: { corrects: send_id },
    });
    expect((await csv(call, file)).body).toMatchObject({ success: true });
    expect((await csv({ ...call, idempotency_key: randomUUID() }, file)).body).toMatchObject({
      success: false,
      reason: "wrong_state",
      error:
        "blank@example.org, Di already received this email, or will. Remove them and try again.",
    });
    const left = await world().api.call(contract.getCorrections, { id: send_id }, world().person);
    expect(left.body.rows.map(({ row }) => row)).toEqual([3]);
  });

  it("follows a person's changes on the page: cells, columns, skipped rows and kept repeats", async () => {
    const tag = aTag();
    const body = "<p>Hi {{Name}}</p>";
    const own = await aTemplate(world().person.uid, { subject: "Dear {{Name}}", body });
    const file = `first,Email\nAnn,x${tag}@example.org\nBo,broken\nCy,x${tag}@example.org\nDi,d${tag}@example.org`;
    const edits = [
      { id: 2, header: "Email", cell: `b${tag}@example.org` },
      { id: 2, header: "first", cell: "Bob" },
    ];
    const steps: ListChange[] = [
      { type: "feed", feeds: new Map([["Name", { column: "first" }]]) },
      { type: "cells", cells: edits },
      { type: "repeats", repeats: "each" },
      { type: "skip", ids: [4], as: "by_hand" },
    ];
    const list = steps.reduce(
      applyChange,
      listOfTable(readCsv(file), { kind: "file", name: "a.csv" }),
    );
    const before = (await mailbox(world().person.email)).length;
    const answer = await uploaded({ template_id: own }, list, { body });
    expect(answer.body).toMatchObject({ success: false, message: "3 sent, 1 skipped." });
    expect(contract.sendBulk.output.parse(answer.body).results.map(({ line }) => line)).toEqual([
      2, 3, 4, 5,
    ]);
    const mails = (await mailbox(world().person.email)).slice(before);
    expect(mails.map(({ subject }) => subject).sort()).toEqual(["Dear Ann", "Dear Bob", "Dear Cy"]);
  });

  it("shows whether skipped people already have the email", async () => {
    const tag = aTag();
    const people = ["Ann", "Bo", "Cy"].map(
      (name) => `${name},${name}-${tag}@example.org,Discount,c@example.org`,
    );
    const rows = [{ line: 2, skip: "by_hand" }, { line: 3, skip: "already_received" }, { line: 4 }];
    const answer = await csv({ rows: JSON.stringify(rows) }, [HEADERS, ...people].join("\r\n"));
    const { results } = contract.sendBulk.output.parse(answer.body);
    expect(results.map(({ reason }) => reason)).toEqual([
      "You skipped this row.",
      "Got this mail before: you sent to the others only.",
      "",
    ]);
  });

  it("sends nothing if every row is skipped, and says so", async () => {
    const answer = await csv({}, `${HEADERS}\nAnn,,Discount,c@example.org`);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      success: false,
      reason: "send_failed",
      message: "1 skipped.",
    });
    expect(answer.body.send).toMatchObject({ state: "done" });
  });

  it("emails each manual recipient once, and skips invalid ones", async () => {
    const tag = aTag();
    const list = `"Good, Ann" <ann-${tag}@example.org>; bo-${tag}@example.org\nnobody BO-${tag}@example.org`;
    const answer = await manual({ manual_recipients: list }, [attachment("menu.txt", 12)]);
    expect(answer.body).toMatchObject({
      success: false,
      reason: "partially_sent",
      message: "2 sent, 2 skipped.",
    });
  });

  it("emails one address once in Direct Send, in any case", async () => {
    const tag = aTag();
    const answer = await direct({ recipient: `bo-${tag}@example.org,BO-${tag}@example.org` });
    expect(answer.body).toMatchObject({ success: true, message: "1 sent." });
  });
});

describe("another form of a call", () => {
  it("has the start in any zone", async () => {
    const inTwoDays = new Date(Date.now() + 2 * 24 * 3_600_000);
    const inBerlin = `${new Date(inTwoDays.getTime() + 3_600_000).toISOString().slice(0, 19)}+01:00`;
    const { status, body } = await manual({ start_at: inBerlin });
    expect(status).toBe(202);
    const { send } = contract.sendBulk.output.parse(body);
    expect(send).toMatchObject({
      state: "scheduled",
      starts_at: `${inTwoDays.toISOString().slice(0, 19)}.000Z`,
    });
    await world().api.call(contract.cancelSend, { id: send.id }, world().person);
  });

  it("has the column of the addresses with spaces around its name", async () => {
    const { person: own, template_id } = await aWriter();
    const { body } = await world().api.request("POST", "/api/send-bulk", {
      token: own.token,
      form: { mode: "csv", template_id, recipient_template: " Email " },
      files: [{ field: "csv_file", name: "a.csv", content: aCsv(2).text }],
    });
    expect(body).toMatchObject({ success: true, message: "2 sent." });
  });
});

describe("links", () => {
  const body =
    '<p>Guten Tag {{Name}},</p><p><a href="{{Link}}">Rechnung</a></p>' +
    '<p>{{#Firma}}<a href="https://portal.firma.example/?kunde={{Firma}}&amp;nr={{Nummer}}">Portal</a>{{/Firma}}</p>';
  const aReminder = () => aTemplate(world().person.uid, { subject: "Rechnung {{Nummer}}", body });

  /** A file as Excel writes it in Germany: semicolons, in Windows-1252. */
  const file = Uint8Array.from(
    [
      "Name;Email;Nummer;Link;Firma",
      "Anja Müller;anja@kunde.example;RE 101;https://portal.firma.example/re/101 ü;Müller & Söhne",
      "Sabine Köhler;sabine@kunde.example;RE 111;see portal;",
      "Jörg Schäfer;joerg@kunde.example;RE 112;;",
      "Käthe Weiß;kaethe@kunde.example;RE 113;portal.firma.example/re/113;",
    ]
      .join("\r\n")
      .split("")
      .map((letter) => letter.charCodeAt(0)),
  );

  test("rows whose links lead nowhere are skipped with the reason, and the others arrive with links that work", async () => {
    const answer = await csv({ template_id: await aReminder() }, file);
    const { results } = contract.sendBulk.output.parse(answer.body);
    expect(results.map(({ recipient, status, reason }) => [recipient, status, reason])).toEqual([
      ["anja@kunde.example", "sent", ""],
      ["sabine@kunde.example", "skipped", "{{Link}} doesn't make a working link: see portal"],
      ["joerg@kunde.example", "skipped", "Blank value for {{Link}}"],
      ["kaethe@kunde.example", "sent", ""],
    ]);
    const mails = await mailbox(world().person.email);
    const anjas = mails.find(({ to }) => to.join().includes("anja@kunde.example"));
    const mail = await simpleParser(await rawMail(anjas?.id ?? ""));
    expect(mail.text).toContain("Rechnung <https://portal.firma.example/re/101%20%C3%BC>");
    expect(mail.text).toContain(
      "Portal <https://portal.firma.example/?kunde=M%C3%BCller%20%26%20S%C3%B6hne&nr=RE%20101>",
    );
  });

  test("a link that leads nowhere is refused wherever everyone gets the same values", async () => {
    const template_id = await aReminder();
    const given = { Name: "Anja", Nummer: "RE 101", Link: "see portal" };
    const variables = JSON.stringify(given);
    const { api, person } = world();
    const refusal = {
      status: 400,
      body: {
        reason: "invalid_values",
        error: "{{Link}} doesn't make a working link: see portal.",
        invalid: ["Link"],
      },
    };
    expect(await direct({ template_id, variables })).toMatchObject(refusal);
    expect(await manual({ template_id, variables })).toMatchObject(refusal);
    const json = { template_id, variables: given };
    expect(
      await api.request("POST", "/api/test-send", { token: person.token, json }),
    ).toMatchObject(refusal);
  });
});
