import { randomUUID } from "node:crypto";
import * as contract from "@sendwright/core/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Api, Person } from "./harness.ts";
import { aTemplate, connectedPerson, mailbox, startSendsApi, testEngine } from "./sendsWorld.ts";

let api: Api;
let person: Person;

beforeAll(async () => {
  api = await startSendsApi(testEngine());
  person = await connectedPerson();
});
afterAll(() => api.close());

/** Sends to a file of two people with a template that needs a name and a sender. */
async function send(form: Record<string, string>) {
  const tag = randomUUID().slice(0, 8);
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

describe("variables beside a file", () => {
  it("are in the email of every row, whatever the file's columns say", async () => {
    const { answer, subjects } = await send({ variables: JSON.stringify({ Sender: "Ada" }) });
    expect(answer.status).toBe(200);
    expect(contract.sendBulk.output.parse(answer.body).results.map(({ status }) => status)).toEqual(["sent", "sent"]);
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
