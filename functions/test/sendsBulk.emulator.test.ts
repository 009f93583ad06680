import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import * as contract from "@sendwright/core/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Answer, Api, Person } from "./harness.ts";
import { aTag } from "./harness.ts";
import {
  aCsv,
  aTemplate,
  aWriter,
  connectedPerson,
  mailbox,
  rawMail,
  type TestEngine,
  testEngine,
} from "./sendsWorld.ts";
import { startSendsApi, startWholeApi } from "./servers.ts";

let engine: TestEngine;
let api: Api;
let person: Person;

beforeAll(async () => {
  // The answer waits for the end of the send, however busy the machine is.
  engine = testEngine({ patience: 3_600_000 });
  api = await startSendsApi(engine);
  person = await connectedPerson();
});
afterAll(() => api.close());

interface Bulk extends Record<string, string> {
  template_id: string;
}

function bulk(person: Person, form: Bulk, csv?: string | Uint8Array<ArrayBuffer>) {
  return api.request("POST", "/api/send-bulk", {
    token: person.token,
    form: { mode: "csv", recipient_template: "Email", ...form },
    files:
      csv === undefined
        ? []
        : [{ field: "csv_file", name: "people.csv", content: csv, type: "text/csv" }],
  });
}

function answerOf(body: unknown): contract.SendAnswer {
  return contract.sendBulk.output.parse(body);
}

describe("a bulk send from a CSV file", () => {
  it("sends one email per row, each with its own values, and answers with all rows", async () => {
    const { person, template_id } = await aWriter();
    const csv = readFileSync(new URL("../../e2e/data/conference-12.csv", import.meta.url));
    const { status, body } = await bulk(
      person,
      { template_id, list_name: "Conference.xlsx" },
      new Uint8Array(csv),
    );
    expect(status).toBe(200);
    const answer = answerOf(body);
    expect(answer).toMatchObject({ success: true, message: "12 sent." });
    expect(answer.results.map(({ status }) => status)).toEqual(Array(12).fill("sent"));
    expect(answer.send).toMatchObject({
      kind: "csv",
      state: "done",
      title: "Invitation",
      subject: "Hello {{Full Name}}",
      first_subject: "Hello Dmitri Larsen",
      list_name: "Conference.xlsx",
      counts: { total: 12, sent: 12, queued: 0, sending: 0, failed: 0, skipped: 0, warning: 0 },
    });
    const mails = await mailbox(person.email);
    expect(mails).toHaveLength(12);
    expect(new Set(mails.map(({ subject }) => subject)).size).toBe(12);
    const greeted = answer.results.map(({ name }) => `Hello ${name}`);
    expect(greeted.sort()).toEqual(mails.map(({ subject }) => subject).sort());
    const raw = await rawMail(mails[0]?.id ?? "");
    expect(raw).toMatch(/^From: .*<ada-/m);
    expect(raw).not.toContain("{{");
  });

  it("reports rows above the limit as one counted line", async () => {
    const { person, template_id } = await aWriter();
    const { text } = aCsv(1_001);
    // It begins later: this test needs no sent email.
    const start_at = new Date(Date.now() + 86_400_000).toISOString();
    const { body } = await bulk(person, { template_id, start_at }, text);
    const got = await api.call(contract.getSend, { id: answerOf(body).send_id }, person);
    const counts = { total: 1_000, queued: 1_000 };
    expect(got.body.send).toMatchObject({ state: "scheduled", rows_over_limit: 1, counts });
    expect(got.body.results).toHaveLength(1_001);
    expect(got.body.results.at(-1)).toEqual({
      row: 1_001,
      line: null,
      recipient: "",
      status: "skipped",
      reason: "1 row above the limit skipped.",
    });
  });

  it("adds the rows that the page omitted from the file to those above the limit", async () => {
    const { person, template_id } = await aWriter();
    const { text } = aCsv(2);
    const { body } = await bulk(person, { template_id, rows_left_out: "41" }, text);
    const answer = answerOf(body);
    expect(answer).toMatchObject({
      success: false,
      reason: "partially_sent",
      message: "2 sent, 41 skipped.",
    });
    expect(answer.send.rows_over_limit).toBe(41);
    expect(answer.results.at(-1)?.reason).toBe("41 rows above the limit skipped.");
    const refused = await bulk(person, { template_id, rows_left_out: "-1" }, text);
    expect(refused.status).toBe(400);
  });

  it("knows the line of each row in a file", async () => {
    const { person, template_id } = await aWriter();
    const { body } = await bulk(
      person,
      { template_id },
      aCsv(2).text.replace(/(\r\n.*)$/, "\r\n$1"),
    );
    expect(answerOf(body).results.map(({ row, line }) => [row, line])).toEqual([
      [1, 2],
      [2, 4],
    ]);
  });

  it("answers the same key with the current send, sends nothing again, and refuses other content", async () => {
    const { person, template_id } = await aWriter();
    const { text } = aCsv(5);
    const key = randomUUID();
    const send = (csv: string) =>
      api.request("POST", "/api/send-bulk", {
        token: person.token,
        headers: { "idempotency-key": key },
        form: { mode: "csv", template_id, recipient_template: "Email" },
        files: [{ field: "csv_file", name: "people.csv", content: csv }],
      });
    const [one, two] = await Promise.all([send(text), send(text)]);
    const three = await send(text);
    for (const { status, body } of [one, two, three]) {
      expect(status).toBe(200);
      expect(answerOf(body)).toMatchObject({ success: true, send_id: key, message: "5 sent." });
    }
    expect(await mailbox(person.email)).toHaveLength(5);
    const other = await send(aCsv(5).text);
    expect(other.status).toBe(409);
    expect(other.body).toMatchObject({ success: false, reason: "idempotency_conflict" });
    expect(await mailbox(person.email)).toHaveLength(5);
  });
});

describe("files added to a list", () => {
  const MB = 1024 * 1024;
  const added = (count: number, size: number) =>
    Array.from({ length: count }, (_, n) => ({
      field: "attachments",
      name: `added-${n}.txt`,
      type: "text/plain",
      content: "x".repeat(size),
    }));
  const toAnn = (template_id: string) => ({
    mode: "manual",
    template_id,
    manual_recipients: "ann@example.org",
  });

  it("are counted alone: with the template's five there are ten", async () => {
    const { token, email } = await connectedPerson();
    const whole = await startWholeApi(engine);
    try {
      const form = {
        name: "Note",
        subject: "Hello",
        body: "<p>Hello.</p>",
        dateFormat: "long",
        timeFormat: "12hr",
      };
      const own = added(5, MB / 2).map((file, n) => ({
        ...file,
        field: "files",
        name: `own-${n}.txt`,
      }));
      const made = await whole.request("POST", "/api/templates", { token, form, files: own });
      const { template } = contract.createTemplate.output.parse(made.body);
      const files = added(5, MB / 2);
      const sent = await whole.request("POST", "/api/send-bulk", {
        token,
        form: toAnn(template.id),
        files,
      });
      expect(answerOf(sent.body).message).toBe("1 sent.");
      const [mail] = await mailbox(email);
      expect((await rawMail(mail?.id ?? "")).match(/filename="?(own|added)-\d\.txt/g)).toHaveLength(
        10,
      );
    } finally {
      await whole.close();
    }
  });

  it("stay, with the template's, within Gmail's maximum", async () => {
    const { uid, token } = await connectedPerson();
    const own = [
      {
        original_filename: "own.txt",
        storage_path: "own",
        size: 25 * MB,
        content_type: "text/plain",
      },
    ];
    const template_id = await aTemplate(uid, { subject: "Hello", body: "<p>Hello.</p>" }, own);
    const answer = await api.request("POST", "/api/send-bulk", {
      token,
      form: toAnn(template_id),
      files: added(1, 1),
    });
    const error = "Total attachment size limit (25 MB) exceeded.";
    expect(answer).toMatchObject({ status: 400, body: { reason: "attachment_limit", error } });
  });
});

describe("dates", () => {
  interface Call {
    path?: "/api/send" | "/api/send-bulk";
    dateFormat?: contract.DateFormat;
    form?: Record<string, string>;
    file?: string;
    key?: string;
  }

  /**
   * Sends an email whose subject is its date to a file; the subjects of this person's emails show
   * how it was read.
   */
  async function send({
    path = "/api/send-bulk",
    dateFormat = "long",
    form = {},
    file,
    key = randomUUID(),
  }: Call) {
    const subject =
      form.mode === "manual" || path === "/api/send"
        ? "On {{Due|date}}"
        : "{{Name}} on {{Due|date}}";
    const template_id =
      form.template_id ?? (await aTemplate(person.uid, { subject, body: "<p>Hi</p>", dateFormat }));
    return api.request("POST", path, {
      token: person.token,
      headers: { "idempotency-key": key },
      form: { ...form, template_id },
      files: file === undefined ? [] : [{ field: "csv_file", name: "people.csv", content: file }],
    });
  }

  const csv = { mode: "csv", recipient_template: "Email" };
  const details = (answer: Answer) =>
    answerOf(answer.body).results.map(({ status, reason }) => [status, reason]);

  /** A file of one row each, whose name is found again in the subject. */
  function aFile(...dates: string[]) {
    const tag = aTag();
    const rows = dates.map((date, i) => `${tag}-${i},p${i}-${tag}@example.org,${date}`);
    const subjects = async () =>
      (await mailbox(person.email)).flatMap(({ subject }) =>
        subject.startsWith(tag) ? [subject.slice(tag.length + 3)] : [],
      );
    return {
      text: ["Name,Email,Due", ...rows].join("\n"),
      subjects: async () => (await subjects()).sort(),
    };
  }

  describe("an open date in a file", () => {
    it.each<[contract.DateFormat, string, string]>([
      ["mmddyyyy", "on 03/04/2026", "March 4, 2026: the date format has the month before the day."],
      ["dmy_dots", "on 03.04.2026", "3 April 2026: the date format has the day before the month."],
    ])("is read by the format %s, and Details say so", async (dateFormat, subject, words) => {
      const { text, subjects } = aFile("03/04/2026", "2026-12-31");
      const answer = await send({ form: csv, file: text, dateFormat });
      expect(answer.status).toBe(200);
      expect(details(answer)).toEqual([
        ["sent", `"03/04/2026" in {{Due}} is read as ${words}`],
        ["sent", ""],
      ]);
      expect(await subjects()).toContain(subject);
    });

    it.each<[contract.DateOrder, string]>([
      ["dmy", "on April 3, 2026"],
      ["mdy", "on March 4, 2026"],
    ])("is read according to date_orders: %s", async (order, subject) => {
      const { text, subjects } = aFile("03/04/2026");
      const answer = await send({
        form: { ...csv, date_orders: JSON.stringify({ Due: order }) },
        file: text,
      });
      expect(details(answer)).toEqual([["sent", ""]]);
      expect(await subjects()).toEqual([subject]);
    });

    it("is certain with a part above 12 in its column", async () => {
      const { text, subjects } = aFile("03/04/2026", "25/12/2026");
      expect(details(await send({ form: csv, file: text }))).toEqual([
        ["sent", ""],
        ["sent", ""],
      ]);
      expect(await subjects()).toEqual(["on April 3, 2026", "on December 25, 2026"]);
    });

    it("has the same answer under the same key: another one is a conflict and sends nothing", async () => {
      const { text, subjects } = aFile("03/04/2026");
      const key = randomUUID();
      const template_id = await aTemplate(person.uid, {
        subject: "{{Name}} on {{Due|date}}",
        body: "<p>Hi</p>",
      });
      const as = (orders: object) =>
        send({
          form: { ...csv, template_id, date_orders: JSON.stringify(orders) },
          file: text,
          key,
        });
      expect((await as({ Due: "dmy" })).status).toBe(200);
      expect((await as({ Due: "mdy" })).body).toMatchObject({ reason: "idempotency_conflict" });
      expect((await as({ Due: "dmy" })).status).toBe(200);
      expect(await subjects()).toEqual(["on April 3, 2026"]);
    });

    it("can be in a column called __proto__", async () => {
      const { text, subjects } = aFile("03/04/2026");
      const subject = "{{Name}} on {{__proto__|date}}";
      const template_id = await aTemplate(person.uid, { subject, body: "<p>Hi</p>" });
      const answer = await send({
        form: { ...csv, template_id, date_orders: '{"__proto__":"dmy"}' },
        file: text.replace("Due", "__proto__"),
      });
      expect(details(answer)).toEqual([["sent", ""]]);
      expect(await subjects()).toEqual(["on April 3, 2026"]);
    });
  });

  describe("invalid date_orders", () => {
    const many = JSON.stringify(
      Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`Column ${i}`, "dmy"])),
    );
    it.each([
      ["another order", '{"Due":"ymd"}', '"date_orders.Due" must be one of: dmy, mdy.'],
      ["no JSON", "dmy", '"date_orders" is not valid JSON.'],
      ["a list", '["dmy"]', '"date_orders" must be an object.'],
      ["10,000 columns", many, '"date_orders" must not have more than 500 entries.'],
      ["a column that doesn't exist", '{"due":"dmy"}', 'The file has no column "due".'],
    ])("are refused: %s", async (_what, date_orders, error) => {
      const { text } = aFile("03/04/2026");
      const answer = await send({ form: { ...csv, date_orders }, file: text });
      expect(answer).toMatchObject({
        status: 400,
        body: { success: false, reason: "invalid_input", error },
      });
    });
  });

  describe.each<[string, (to: string) => Call]>([
    ["a list", (to) => ({ form: { mode: "manual", manual_recipients: to } })],
    ["Direct Send", (to) => ({ path: "/api/send", form: { recipient: to } })],
  ])("an open date for all of %s", (_way, call) => {
    const variables = '{"Due":"03/04/2026"}';
    const sent = async (form: Record<string, string>) => {
      const to = `p-${aTag()}@example.org`;
      const { form: own, ...rest } = call(to);
      const answer = await send({ ...rest, form: { ...own, variables, ...form } });
      const mails = await mailbox(person.email);
      return { answer, subject: mails.find((mail) => mail.to.includes(to))?.subject };
    };

    it("is read by the format, and Details say so", async () => {
      const { answer, subject } = await sent({});
      expect(details(answer)).toEqual([
        [
          "sent",
          '"03/04/2026" in {{Due}} is read as March 4, 2026: the date format has the month before the day.',
        ],
      ]);
      expect(subject).toBe("On March 4, 2026");
    });

    it("is read according to date_orders of an existing variable", async () => {
      const { answer, subject } = await sent({ date_orders: '{"Due":"dmy"}' });
      expect(details(answer)).toEqual([["sent", ""]]);
      expect(subject).toBe("On April 3, 2026");
      const { answer: refused } = await sent({ date_orders: '{"Gone":"dmy"}' });
      expect(refused.body).toMatchObject({
        reason: "invalid_input",
        error: "The template has no variable {{Gone}}.",
      });
    });
  });
});

describe("variables beside a file", () => {
  /** Sends to a file of two people with a template that needs a name and a sender. */
  async function send(form: Record<string, string>) {
    const tag = aTag();
    const template_id = await aTemplate(person.uid, {
      subject: `${tag} {{Name}} from {{Sender|sticky}}`,
      body: "<p>Hi</p>",
    });
    const content = `Name,Email,Sender\nAnn,ann-${tag}@example.org,\nBo,bo-${tag}@example.org,Column\n`;
    const answer = await api.request("POST", "/api/send-bulk", {
      token: person.token,
      headers: { "idempotency-key": randomUUID() },
      form: { mode: "csv", recipient_template: "Email", ...form, template_id },
      files: [{ field: "csv_file", name: "people.csv", content }],
    });
    const subjects = async () =>
      (await mailbox(person.email))
        .flatMap(({ subject }) => (subject.startsWith(tag) ? [subject.slice(tag.length + 1)] : []))
        .sort();
    return { answer, subjects };
  }

  it("are in the email of every row, even against the file's columns", async () => {
    const { answer, subjects } = await send({ variables: JSON.stringify({ Sender: "Ada" }) });
    expect(answer.status).toBe(200);
    expect(contract.sendBulk.output.parse(answer.body).results.map(({ status }) => status)).toEqual(
      ["sent", "sent"],
    );
    expect(await subjects()).toEqual(["Ann from Ada", "Bo from Ada"]);
  });

  it("aren't needed: without them the columns apply", async () => {
    const { answer, subjects } = await send({});
    expect(answer.status).toBe(200);
    expect(await subjects()).toEqual(["Bo from Column"]);
  });

  it.each([
    ["blank", { variables: '{"Sender":" "}' }, "Missing required variables: Sender"],
    [
      "of a variable that isn't in the template",
      { variables: '{"Nobody":"x"}' },
      "The template has no variable {{Nobody}}.",
    ],
  ])("are refused if they are %s, and nothing is sent", async (_what, form, error) => {
    const { answer, subjects } = await send(form);
    expect(answer).toMatchObject({ status: 400, body: { error } });
    expect(await subjects()).toEqual([]);
  });
});
