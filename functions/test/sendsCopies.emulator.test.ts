import { randomUUID } from "node:crypto";
import * as contract from "@sendwright/core/contract";
import { simpleParser } from "mailparser";
import { beforeAll, describe, expect, it, test } from "vitest";
import type { Answer, Person } from "./harness.ts";
import { aTemplate, connectedPerson, mailbox, rawMail } from "./sendsWorld.ts";
import { wholeApi } from "./servers.ts";

let person: Person;
let template: string;

const api = wholeApi();
beforeAll(async () => {
  person = await connectedPerson();
  const email = { subject: "Hello {{Name}}", body: "<p>Dear {{Name}}.</p>" };
  template = await aTemplate(person.uid, email);
});

const direct = (
  form: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Answer> => {
  const email = {
    template_id: template,
    recipient: "bo@example.org",
    variables: JSON.stringify({ Name: "Bo" }),
  };
  return api.request("POST", "/api/send", {
    token: person.token,
    headers,
    form: { ...email, ...form },
  });
};
const bulk = (form: Record<string, string>, csv: string): Promise<Answer> => {
  const file = { field: "csv_file", name: "a.csv", content: csv, type: "text/csv" };
  const call = { mode: "csv", template_id: template, recipient_template: "Email", ...form };
  return api.request("POST", "/api/send-bulk", { token: person.token, form: call, files: [file] });
};
const testSend = (more: object): Promise<Answer> => {
  const json = { template_id: template, variables: { Name: "Bo" }, ...more };
  return api.request("POST", "/api/test-send", { token: person.token, json });
};

/** The headers of this person's emails with addresses, the latest email first. */
async function headers() {
  const mails = (await mailbox(person.email)).reverse();
  return Promise.all(
    mails.map(async ({ id }) => {
      const mail = await simpleParser(await rawMail(id));
      const text = (header: "to" | "cc" | "bcc" | "replyTo") =>
        [mail[header] ?? []]
          .flat()
          .map((one) => one.text)
          .join();
      return { to: text("to"), cc: text("cc"), bcc: text("bcc"), replyTo: text("replyTo") };
    }),
  );
}

const quota = async () => (await api.call(contract.getConfig, {}, person)).body.config.quota;

test("an email has its copies and Reply-To in its headers, and each recipient counts for the quota", async () => {
  const before = await quota();
  const answer = await direct({
    cc: "Ann Good <ann@example.org>, BO@example.org, ann@EXAMPLE.org",
    bcc: "ann@example.org; boss@müller.example",
    reply_to: "Team <team@example.org>",
  });
  expect(answer.status).toBe(200);
  expect((await headers())[0]).toEqual({
    to: "bo@example.org",
    cc: '"Ann Good" <ann@example.org>',
    bcc: "boss@müller.example",
    replyTo: '"Team" <team@example.org>',
  });
  expect((await quota()).sent - before.sent).toBe(3);
  expect(answer.body.send).toMatchObject({
    reply_to: "Team <team@example.org>",
    cc: "Ann Good <ann@example.org>, BO@example.org",
    bcc: "ann@example.org, boss@müller.example",
  });
  const id = String(answer.body.send_id);
  const { body } = await api.call(contract.getSendMail, { id, row: 1 }, person);
  expect(body).toMatchObject({ cc: "Ann Good <ann@example.org>", bcc: "boss@müller.example" });
  expect(body.reply_to).toBe("Team <team@example.org>");
});

describe("a column of a list", () => {
  it("lists each row's copies; an invalid address skips the row and says that it is for Cc", async () => {
    const rows = [
      "a@x.org,A,m1@x.org",
      'b@x.org,B,"m2@x.org, Cy <m3@x.org>"',
      "c@x.org,C,",
      "d@x.org,D,nobody",
    ];
    const before = await quota();
    const answer = await bulk(
      { cc_column: "Boss", bcc: "all@x.org" },
      ["Email,Name,Boss", ...rows].join("\r\n"),
    );
    const sent = (await headers()).slice(0, 3).sort((one, other) => one.to.localeCompare(other.to));
    expect(sent).toEqual([
      { to: "a@x.org", cc: "m1@x.org", bcc: "all@x.org", replyTo: "" },
      { to: "b@x.org", cc: 'm2@x.org, "Cy" <m3@x.org>', bcc: "all@x.org", replyTo: "" },
      { to: "c@x.org", cc: "", bcc: "all@x.org", replyTo: "" },
    ]);
    expect((await quota()).sent - before.sent).toBe(3 + 4 + 2);
    const results = answer.body.results as contract.RowResult[];
    expect(results.map(({ cc }) => cc)).toEqual([
      "m1@x.org",
      "m2@x.org, Cy <m3@x.org>",
      undefined,
      "nobody",
    ]);
    expect(results[3]).toMatchObject({
      status: "skipped",
      reason: "Not an email address in Cc: nobody (there's no @)",
    });
    const id = String(answer.body.send_id);
    const { body } = await api.call(contract.getCorrections, { id }, person);
    expect(body.rows).toMatchObject([{ row: 4, recipient: "d@x.org", cc: "nobody" }]);
  });
});

test.each<[string, () => Promise<Answer>, string, string]>([
  [
    "an address in Cc",
    () => direct({ cc: "nobody" }),
    "invalid_recipient",
    "Not an email address in Cc: nobody (there's no @).",
  ],
  [
    "an address in Bcc",
    () => direct({ bcc: "a@b.co x" }),
    "invalid_recipient",
    "Not an email address in Bcc: x (there's no @).",
  ],
  [
    "a Reply-To",
    () => direct({ reply_to: "," }),
    "invalid_recipient",
    "Not an email address in Reply-To: ,.",
  ],
  [
    "more than ten addresses",
    () => direct({ cc: Array.from({ length: 11 }, (_, i) => `p${i}@b.co`).join() }),
    "invalid_recipient",
    "Cc has more than 10 addresses.",
  ],
  [
    "a line break",
    () => direct({ cc: "a@b.co\r\nX-Evil: 1" }),
    "invalid_input",
    '"cc" must not contain line breaks or control characters.',
  ],
  [
    "too long a text",
    () => direct({ bcc: "a".repeat(4_001) }),
    "invalid_input",
    '"bcc" must not be longer than 4000 characters.',
  ],
  [
    "a column that isn't there",
    () => bulk({ bcc_column: "Boss" }, "Email,Name\r\na@b.co,A"),
    "invalid_input",
    'The file has no column "Boss".',
  ],
  [
    "addresses and a column",
    () => bulk({ cc_column: "Name", cc: "a@b.co" }, "Email,Name\r\na@b.co,A"),
    "invalid_input",
    'Send "cc" or "cc_column", not both.',
  ],
  [
    "a column without a file",
    () => bulk({ mode: "manual", cc_column: "Boss", manual_recipients: "a@b.co" }, ""),
    "invalid_input",
    '"cc_column" works only with mode "csv".',
  ],
])("refuses %s", async (_what, call, reason, error) => {
  const answer = await call();
  expect(answer).toMatchObject({ status: 400, body: { reason, error } });
});

test("a test to yourself has the Reply-To and copies no one", async () => {
  expect((await testSend({ reply_to: "team@example.org" })).status).toBe(200);
  expect((await headers())[0]).toEqual({
    to: person.email,
    cc: "",
    bcc: "",
    replyTo: "team@example.org",
  });
  expect((await testSend({ cc: "ann@example.org" })).status).not.toBe(200);
});

test("the same key with other copies is another send", async () => {
  const key = randomUUID();
  expect((await direct({ recipient: "k@example.org" }, { "idempotency-key": key })).status).toBe(
    200,
  );
  const again = await direct(
    { recipient: "k@example.org", cc: "ann@example.org" },
    { "idempotency-key": key },
  );
  expect(again).toMatchObject({ status: 409, body: { reason: "idempotency_conflict" } });
});

test("replies go where the account says, unless the template does, unless the send does", async () => {
  const { token } = person;
  const account = await api.request("PUT", "/api/account/settings", {
    token,
    json: { reply_to: " a@example.org " },
  });
  expect(account.body.settings).toMatchObject({ reply_to: "a@example.org" });
  await direct({});
  expect((await headers())[0]?.replyTo).toBe("a@example.org");

  const { template: stored } = (await api.call(contract.getTemplate, { id: template }, { token }))
    .body;
  const { name, subject, body, dateFormat, timeFormat } = stored;
  const fields = { id: template, name, subject, body, dateFormat, timeFormat };
  const put = (more: object) =>
    api.request("PUT", `/api/template/${template}`, {
      token,
      json: { ...fields, ...more, id: undefined },
    });
  expect((await put({ reply_to: "nobody" })).body.error).toBe(
    "Not an email address in Reply-To: nobody (there's no @).",
  );
  expect((await put({ reply_to: "t@example.org" })).status).toBe(200);
  // A page that doesn't know the field changes nothing.
  expect((await put({})).body.template).toMatchObject({ reply_to: "t@example.org" });
  await direct({});
  expect((await headers())[0]?.replyTo).toBe("t@example.org");
  await direct({ reply_to: "s@example.org" });
  expect((await headers())[0]?.replyTo).toBe("s@example.org");

  const copy = await api.call(contract.duplicateTemplate, { id: template }, { token });
  expect(copy.body.template.reply_to).toBe("t@example.org");
  const wrong = await api.request("PUT", "/api/account/settings", {
    token,
    json: { reply_to: "nobody" },
  });
  expect(wrong).toMatchObject({ status: 400, body: { reason: "invalid_recipient" } });
});
