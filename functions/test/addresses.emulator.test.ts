import * as contract from "@sendwright/core/contract";
import { simpleParser } from "mailparser";
import { beforeEach, describe, expect, it } from "vitest";
import type { Answer, Person } from "./harness.ts";
import { aTag } from "./harness.ts";
import { aTemplate, connectedPerson, mailbox, rawMail } from "./sendsWorld.ts";
import { wholeApi } from "./servers.ts";

/** Each place where a person writes an address treats it the same (rule: addresses). */

let person: Person;
let template: string;

const api = wholeApi();
/** One person's calls have a limit. */
beforeEach(async () => {
  person = await connectedPerson();
  const email = { subject: "Contact", body: "<p>Write to {{Contact|email}}.</p>" };
  template = await aTemplate(person.uid, email);
});

const GOOD = "desk@addresses.example";

function direct(form: Record<string, string>): Promise<Answer> {
  const call = {
    template_id: template,
    recipient: `to-${aTag()}@addresses.example`,
    variables: JSON.stringify({ Contact: GOOD }),
    ...form,
  };
  return api.request("POST", "/api/send", { token: person.token, form: call });
}

function list(cells: Record<string, string>, form: Record<string, string> = {}): Promise<Answer> {
  const row = { Email: `row-${aTag()}@addresses.example`, Contact: GOOD };
  const columns = Object.entries({ ...row, ...cells });
  const line = (at: 0 | 1) => columns.map((pair) => `"${pair[at].replaceAll('"', '""')}"`).join();
  const content = `${line(0)}\r\n${line(1)}`;
  return api.request("POST", "/api/send-bulk", {
    token: person.token,
    form: { mode: "csv", template_id: template, recipient_template: "Email", ...form },
    files: [{ field: "csv_file", name: "people.csv", content, type: "text/csv" }],
  });
}

function manual(text: string): Promise<Answer> {
  const form = { mode: "manual", template_id: template, manual_recipients: text };
  const values = { variables: JSON.stringify({ Contact: GOOD }) };
  return api.request("POST", "/api/send-bulk", {
    token: person.token,
    form: { ...form, ...values },
  });
}

const settings = (json: object) =>
  api.request("PUT", "/api/account/settings", { token: person.token, json });

async function saved(more: object): Promise<Answer> {
  const { token } = person;
  const { name, subject, body, dateFormat, timeFormat } = (
    await api.call(contract.getTemplate, { id: template }, { token })
  ).body.template;
  const json = { name, subject, body, dateFormat, timeFormat, ...more };
  return api.request("PUT", `/api/template/${template}`, { token, json });
}

/** Whatever is refused when it is kept isn't used; else the next email has it. */
async function keptThenSent(keep: Promise<Answer>): Promise<Answer> {
  const answer = await keep;
  return answer.status === 200 ? direct({}) : answer;
}

/** Writes a text in one place and sends; where the email has the address. */
const PLACES: [place: string, write: (text: string) => Promise<Answer>, where: string][] = [
  ["To in Direct Send", (recipient) => direct({ recipient }), "to"],
  ["Cc", (cc) => direct({ cc }), "cc"],
  ["Bcc", (bcc) => direct({ bcc }), "bcc"],
  ["Reply-To", (reply_to) => direct({ reply_to }), "replyTo"],
  ["a value", (text) => direct({ variables: JSON.stringify({ Contact: text }) }), "text"],
  ["the addresses of a list", manual, "to"],
  ["the column for To", (Email) => list({ Email }), "to"],
  ["a column for Cc", (Boss) => list({ Boss }, { cc_column: "Boss" }), "cc"],
  ["a column for Bcc", (Boss) => list({ Boss }, { bcc_column: "Boss" }), "bcc"],
  ["a column of values", (Contact) => list({ Contact }), "text"],
  ["the template's Reply-To", (reply_to) => keptThenSent(saved({ reply_to })), "replyTo"],
  ["the account's Reply-To", (reply_to) => keptThenSent(settings({ reply_to })), "replyTo"],
];

/** The specification's own words; the page names the character beside them. */
const SPECIFIED: Record<string, string> = {
  "To in Direct Send": "Invalid email format: o’hara@addresses.example",
  "the addresses of a list": "No valid email addresses detected.",
};

/** What this person's only email has in each place. */
async function onlyMail(): Promise<Record<string, string>> {
  const mails = await mailbox(person.email);
  expect(mails).toHaveLength(1);
  const mail = await simpleParser(await rawMail(mails[0]?.id ?? ""));
  const text = (header: "to" | "cc" | "bcc" | "replyTo") =>
    [mail[header] ?? []]
      .flat()
      .map((one) => one.text)
      .join();
  return {
    to: text("to"),
    cc: text("cc"),
    bcc: text("bcc"),
    replyTo: text("replyTo"),
    text: mail.text ?? "",
  };
}

describe.each(PLACES)("an address in %s", (place, write, where) => {
  it("is refused with the character at fault", async () => {
    const answer = await write("o’hara@addresses.example");
    const says = SPECIFIED[place] ?? "(the curly apostrophe “’” can't be in an address)";
    expect(JSON.stringify(answer.body)).toContain(says);
    expect(await mailbox(person.email)).toEqual([]);
  });

  it("is freed of what is around it", async () => {
    const address = `edge-${aTag()}@addresses.example`;
    const answer = await write(`\u200b“${address}”.`);
    expect(answer.status).toBe(200);
    const mail = await onlyMail();
    expect(mail[where]).toBe(where === "text" ? `Write to ${address}.` : address);
  });

  it("isn't refused if its domain only looks like another", async () => {
    const answer = await write("ann@gm\u0430il.com");
    expect(answer.status).toBe(200);
    expect((await onlyMail())[where]).toMatch(/gm\u0430il\.com|xn--gmil-63d\.com/);
  });
});
