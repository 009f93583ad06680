import { randomUUID } from "node:crypto";
import * as contract from "@sendwright/core/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Answer, Api, Person } from "./harness.ts";
import { aTemplate, connectedPerson, mailbox, startSendsApi, testEngine } from "./sendsWorld.ts";

let api: Api;
let person: Person;

beforeAll(async () => {
  api = await startSendsApi(testEngine());
  person = await connectedPerson();
});
afterAll(() => api.close());

interface Call {
  path?: "/api/send" | "/api/send-bulk";
  dateFormat?: contract.DateFormat;
  form?: Record<string, string>;
  file?: string;
  key?: string;
}

/** Sends an email whose subject is its date to a file; the subjects of this person's emails show how it was read. */
async function send({ path = "/api/send-bulk", dateFormat = "long", form = {}, file, key = randomUUID() }: Call) {
  const subject = form.mode === "manual" || path === "/api/send" ? "On {{Due|date}}" : "{{Name}} on {{Due|date}}";
  const template_id = form.template_id ?? (await aTemplate(person.uid, { subject, body: "<p>Hi</p>", dateFormat }));
  return api.request("POST", path, {
    token: person.token,
    headers: { "idempotency-key": key },
    form: { ...form, template_id },
    files: file === undefined ? [] : [{ field: "csv_file", name: "people.csv", content: file }],
  });
}

const csv = { mode: "csv", recipient_template: "Email" };
const answerOf = ({ body }: Answer) => contract.sendBulk.output.parse(body);
const details = (answer: Answer) => answerOf(answer).results.map(({ status, reason }) => [status, reason]);

/** A file of one row each, whose name is found again in the subject. */
function aFile(...dates: string[]) {
  const tag = randomUUID().slice(0, 8);
  const rows = dates.map((date, i) => `${tag}-${i},p${i}-${tag}@example.org,${date}`);
  const subjects = async () =>
    (await mailbox(person.email)).flatMap(({ subject }) =>
      subject.startsWith(tag) ? [subject.slice(tag.length + 3)] : [],
    );
  return { text: ["Name,Email,Due", ...rows].join("\n"), subjects: async () => (await subjects()).sort() };
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
    const answer = await send({ form: { ...csv, date_orders: JSON.stringify({ Due: order }) }, file: text });
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
    const template_id = await aTemplate(person.uid, { subject: "{{Name}} on {{Due|date}}", body: "<p>Hi</p>" });
    const as = (orders: object) =>
      send({ form: { ...csv, template_id, date_orders: JSON.stringify(orders) }, file: text, key });
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
  const many = JSON.stringify(Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`Column ${i}`, "dmy"])));
  it.each([
    ["another order", '{"Due":"ymd"}', '"date_orders.Due" must be one of: dmy, mdy.'],
    ["no JSON", "dmy", '"date_orders" is not valid JSON.'],
    ["a list", '["dmy"]', '"date_orders" must be an object.'],
    ["10,000 columns", many, '"date_orders" must not have more than 500 entries.'],
    ["a column that doesn't exist", '{"due":"dmy"}', 'The file has no column "due".'],
  ])("are refused: %s", async (_what, date_orders, error) => {
    const { text } = aFile("03/04/2026");
    const answer = await send({ form: { ...csv, date_orders }, file: text });
    expect(answer).toMatchObject({ status: 400, body: { success: false, reason: "invalid_input", error } });
  });
});

describe.each<[string, (to: string) => Call]>([
  ["a list", (to) => ({ form: { mode: "manual", manual_recipients: to } })],
  ["Direct Send", (to) => ({ path: "/api/send", form: { recipient: to } })],
])("an open date for all of %s", (_way, call) => {
  const variables = '{"Due":"03/04/2026"}';
  const sent = async (form: Record<string, string>) => {
    const to = `p-${randomUUID().slice(0, 8)}@example.org`;
    const { form: own, ...rest } = call(to);
    const answer = await send({ ...rest, form: { ...own, variables, ...form } });
    const mails = await mailbox(person.email);
    return { answer, subject: mails.find((mail) => mail.to.includes(to))?.subject };
  };

  it("is read by the format, and Details say so", async () => {
    const { answer, subject } = await sent({});
    expect(details(answer)).toEqual([
      ["sent", '"03/04/2026" in {{Due}} is read as March 4, 2026: the date format has the month before the day.'],
    ]);
    expect(subject).toBe("On March 4, 2026");
  });

  it("is read according to date_orders of an existing variable", async () => {
    const { answer, subject } = await sent({ date_orders: '{"Due":"dmy"}' });
    expect(details(answer)).toEqual([["sent", ""]]);
    expect(subject).toBe("On April 3, 2026");
    const { answer: refused } = await sent({ date_orders: '{"Gone":"dmy"}' });
    expect(refused.body).toMatchObject({ reason: "invalid_input", error: "The template has no variable {{Gone}}." });
  });
});
