import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import * as contract from "@sendwright/core/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Api, Person } from "./harness.ts";
import {
  aCsv,
  aTemplate,
  connectedPerson,
  mailbox,
  rawMail,
  startSendsApi,
  startWholeApi,
  type TestEngine,
  testEngine,
} from "./sendsWorld.ts";

let engine: TestEngine;
let api: Api;

beforeAll(async () => {
  // The answer waits for the end of the send, however busy the machine is.
  engine = testEngine({ patience: 3_600_000 });
  api = await startSendsApi(engine);
});
afterAll(() => api.close());

interface Bulk extends Record<string, string> {
  template_id: string;
}

function bulk(person: Person, form: Bulk, csv?: string | Uint8Array<ArrayBuffer>) {
  return api.request("POST", "/api/send-bulk", {
    token: person.token,
    form: { mode: "csv", recipient_template: "Email", ...form },
    files: csv === undefined ? [] : [{ field: "csv_file", name: "people.csv", content: csv, type: "text/csv" }],
  });
}

function answerOf(body: unknown): contract.SendAnswer {
  return contract.sendBulk.output.parse(body);
}

describe("a bulk send from a CSV file", () => {
  it("sends one email per row, each with its own values, and answers with all rows", async () => {
    const person = await connectedPerson();
    const template_id = await aTemplate(person.uid);
    const csv = readFileSync(new URL("../../e2e/data/conference-12.csv", import.meta.url));
    const { status, body } = await bulk(person, { template_id }, new Uint8Array(csv));
    expect(status).toBe(200);
    const answer = answerOf(body);
    expect(answer).toMatchObject({ success: true, message: "12 sent." });
    expect(answer.results.map(({ status }) => status)).toEqual(Array(12).fill("sent"));
    expect(answer.send).toMatchObject({
      kind: "csv",
      state: "done",
      title: "Invitation",
      subject: "Hello {{Full Name}}",
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
    const person = await connectedPerson();
    const template_id = await aTemplate(person.uid);
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
    const person = await connectedPerson();
    const template_id = await aTemplate(person.uid);
    const { text } = aCsv(2);
    const { body } = await bulk(person, { template_id, rows_left_out: "41" }, text);
    const answer = answerOf(body);
    expect(answer).toMatchObject({ success: false, reason: "partially_sent", message: "2 sent, 41 skipped." });
    expect(answer.send.rows_over_limit).toBe(41);
    expect(answer.results.at(-1)?.reason).toBe("41 rows above the limit skipped.");
    const refused = await bulk(person, { template_id, rows_left_out: "-1" }, text);
    expect(refused.status).toBe(400);
  });

  it("knows the line of each row in a file", async () => {
    const person = await connectedPerson();
    const template_id = await aTemplate(person.uid);
    const { body } = await bulk(person, { template_id }, aCsv(2).text.replace(/(\r\n.*)$/, "\r\n$1"));
    expect(answerOf(body).results.map(({ row, line }) => [row, line])).toEqual([
      [1, 2],
      [2, 4],
    ]);
  });

  it("answers the same key with the current send, sends nothing again, and refuses other content", async () => {
    const person = await connectedPerson();
    const template_id = await aTemplate(person.uid);
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
      ...{ field: "attachments", name: `added-${n}.txt`, type: "text/plain" },
      content: "x".repeat(size),
    }));
  const toAnn = (template_id: string) => ({ mode: "manual", template_id, manual_recipients: "ann@example.org" });

  it("are counted alone: with the template's five there are ten", async () => {
    const { token, email } = await connectedPerson();
    const whole = await startWholeApi(engine);
    try {
      const form = { name: "Note", subject: "Hello", body: "<p>Hello.</p>", dateFormat: "long", timeFormat: "12hr" };
      const own = added(5, MB / 2).map((file, n) => ({ ...file, field: "files", name: `own-${n}.txt` }));
      const made = await whole.request("POST", "/api/templates", { token, form, files: own });
      const { template } = contract.createTemplate.output.parse(made.body);
      const files = added(5, MB / 2);
      const sent = await whole.request("POST", "/api/send-bulk", { token, form: toAnn(template.id), files });
      expect(answerOf(sent.body).message).toBe("1 sent.");
      const [mail] = await mailbox(email);
      expect((await rawMail(mail?.id ?? "")).match(/filename="?(own|added)-\d\.txt/g)).toHaveLength(10);
    } finally {
      await whole.close();
    }
  });

  it("stay, with the template's, within Gmail's maximum", async () => {
    const { uid, token } = await connectedPerson();
    const own = [{ original_filename: "own.txt", storage_path: "own", size: 25 * MB, content_type: "text/plain" }];
    const template_id = await aTemplate(uid, { subject: "Hello", body: "<p>Hello.</p>" }, own);
    const answer = await api.request("POST", "/api/send-bulk", { token, form: toAnn(template_id), files: added(1, 1) });
    const error = "Total attachment size limit (25 MB) exceeded.";
    expect(answer).toMatchObject({ status: 400, body: { reason: "attachment_limit", error } });
  });
});
