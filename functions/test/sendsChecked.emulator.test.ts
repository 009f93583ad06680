import { randomUUID } from "node:crypto";
import * as contract from "@sendwright/core/contract";
import { TEMPLATE_CHANGED } from "@sendwright/core/contract";
import { beforeEach, describe, expect, it } from "vitest";
import type { Answer, Person } from "./harness.ts";
import { aTag } from "./harness.ts";
import { connectedPerson, mailbox, rawMail, testEngine } from "./sendsWorld.ts";
import { wholeApi } from "./servers.ts";

/**
 * The text that was checked is the text that goes: a call may name the revision of its template.
 */
const engine = testEngine({ patience: 3_600_000 });
let person: Person;
const api = wholeApi(engine);
/** One person's calls have a limit. */
beforeEach(async () => {
  person = await connectedPerson();
});

const FIELDS = {
  name: "Checked",
  subject: "Checked once",
  body: "<p>As it was checked, {{Guest}}.</p>",
  dateFormat: "long",
  timeFormat: "12hr",
} as const;

async function newTemplate(): Promise<contract.Template> {
  return (await api.call(contract.createTemplate, FIELDS, person)).body.template;
}

async function current({ id }: contract.Template): Promise<contract.Template> {
  return (await api.call(contract.getTemplate, { id }, person)).body.template;
}

const save = ({ id }: contract.Template, changed: Partial<contract.TemplateFields>) =>
  api.call(contract.saveTemplate, { id, ...FIELDS, ...changed }, person);

function addFile({ id }: contract.Template, name: string): Promise<Answer> {
  const files = [{ field: "file", name, content: "notes", type: "text/plain" }];
  return api.request("POST", `/api/template/${id}/attachments`, { ...person, files });
}

const someone = () => `checked-${aTag()}@example.org`;

/** Each call that sends, to one new address. */
const CALLS = {
  "Direct Send": (to: string) => ({
    path: "/api/send",
    form: { recipient: to, variables: JSON.stringify({ Guest: "Ann" }) },
    files: [],
  }),
  "a list": (to: string) => ({
    path: "/api/send-bulk",
    form: { mode: "csv", recipient_template: "Email" },
    files: [
      {
        field: "csv_file",
        name: "a.csv",
        content: `Email,Guest\r\n${to},Ann\r\n`,
        type: "text/csv",
      },
    ],
  }),
  "addresses in Bulk Send": (to: string) => ({
    path: "/api/send-bulk",
    form: { mode: "manual", manual_recipients: to, variables: JSON.stringify({ Guest: "Ann" }) },
    files: [],
  }),
  "a test to yourself": () => ({
    path: "/api/test-send",
    form: { variables: JSON.stringify({ Guest: "Ann" }) },
    files: [],
  }),
};
type Name = keyof typeof CALLS;
const NAMES = Object.keys(CALLS) as Name[];

function send(
  name: Name,
  to: string,
  fields: Record<string, string>,
  key = randomUUID(),
): Promise<Answer> {
  const { path, form, files } = CALLS[name](to);
  const headers = { "idempotency-key": key };
  return api.request("POST", path, { ...person, headers, form: { ...form, ...fields }, files });
}

const REFUSED = {
  status: 409,
  body: { success: false, reason: "template_changed", error: TEMPLATE_CHANGED },
};

/** What can happen to a template between its check and the click. */
const CHANGES: Record<string, (template: contract.Template) => Promise<unknown>> = {
  "its text is saved": (template) => save(template, { body: "<p>Another text, {{Guest}}.</p>" }),
  "its subject is saved": (template) => save(template, { subject: "Another subject" }),
  "its formats are saved": (template) => save(template, { dateFormat: "iso" }),
  "its replies go elsewhere": (template) => save(template, { reply_to: "office@example.org" }),
  "its signature is left out": (template) => save(template, { signature: false }),
  "a file is added": (template) => addFile(template, "added.txt"),
};

it("says it in one sentence", () => {
  expect(TEMPLATE_CHANGED).toBe(
    "This template was changed since you checked it. Look at it again.",
  );
});

describe.each(NAMES)("%s", (name) => {
  it("is sent if its template is as it was checked, and without a revision as the template is now", async () => {
    const template = await newTemplate();
    const revision = { template_id: template.id, revision: template.revision };
    expect(await send(name, someone(), revision)).toMatchObject({
      status: 200,
      body: { send: { counts: { sent: 1 } } },
    });
    await save(template, { subject: "Changed since" });
    const [to, key] = [someone(), randomUUID()];
    const sent = await send(name, to, { template_id: template.id }, key);
    expect(sent).toMatchObject({
      status: 200,
      body: { send: { counts: { sent: 1 }, subject: "Changed since" } },
    });
  });

  it.each(Object.entries(CHANGES))(
    "is refused, and nothing is stored, if %s",
    async (_, change) => {
      const template = await newTemplate();
      await change(template);
      const [to, key] = [someone(), randomUUID()];
      expect(
        await send(name, to, { template_id: template.id, revision: template.revision }, key),
      ).toMatchObject(REFUSED);
      expect(await api.request("GET", `/api/sends/${key}`, person)).toMatchObject({
        status: 404,
      });
      // The key is free for the email as it is now.
      const { revision } = await current(template);
      expect(revision).not.toBe(template.revision);
      expect(await send(name, to, { template_id: template.id, revision }, key)).toMatchObject({
        status: 200,
        body: { send: { counts: { sent: 1 } } },
      });
    },
  );

  it("is refused if a file of its template was deleted, or replaced by one of the same name", async () => {
    const template = await newTemplate();
    await addFile(template, "plan.txt");
    const checked = await current(template);
    const remove = async () => {
      const [file] = (await current(template)).attachments;
      const input = { id: template.id, storage_path: file?.storage_path ?? "" };
      await api.call(contract.deleteAttachment, input, person);
    };
    const fields = { template_id: template.id, revision: checked.revision };
    await remove();
    expect(await send(name, someone(), fields)).toMatchObject(REFUSED);
    await addFile(template, "plan.txt");
    expect(await send(name, someone(), fields)).toMatchObject(REFUSED);
  });

  it("is refused like any other if its template was deleted", async () => {
    const template = await newTemplate();
    await api.call(contract.deleteTemplate, { id: template.id }, person);
    const fields = { template_id: template.id, revision: template.revision };
    expect(await send(name, someone(), fields)).toMatchObject({
      status: 404,
      body: { reason: "not_found" },
    });
  });
});

it("finds the send of a repeated call, although its template was saved since", async () => {
  const template = await newTemplate();
  const [to, key] = [someone(), randomUUID()];
  const fields = { template_id: template.id, revision: template.revision };
  expect(await send("a list", to, fields, key)).toMatchObject({ status: 200 });
  await save(template, { subject: "Saved after it began" });
  expect(await send("a list", to, fields, key)).toMatchObject({
    status: 200,
    body: { send_id: key },
  });
  const other = await send("a list", to, { ...fields, revision: "2" }, key);
  expect(other).toMatchObject({ status: 409, body: { reason: "idempotency_conflict" } });
});

it("sends the text that was checked, if the template is saved while the send is held", async () => {
  const template = await newTemplate();
  const [to, key] = [someone(), randomUUID()];
  const held = await send(
    "a list",
    to,
    { template_id: template.id, revision: template.revision, hold: "10" },
    key,
  );
  expect(held).toMatchObject({ status: 202, body: { send: { state: "scheduled" } } });
  await save(template, { subject: "Saved during the hold" });
  await engine.drain();
  const mail = (await mailbox(person.email)).find((one) => one.to.join() === to);
  expect(await rawMail(mail?.id ?? "")).toContain("Subject: Checked once");
});

it("has no use for a revision in a composed email", async () => {
  const form = {
    mode: "manual",
    template_id: "",
    subject: "Hi",
    body: "<p>Hi</p>",
    manual_recipients: someone(),
  };
  const answer = await api.request("POST", "/api/send-bulk", {
    ...person,
    form: { ...form, revision: "1" },
  });
  expect(answer).toMatchObject({ status: 400, body: { reason: "invalid_input" } });
});

it.each(["before it", "between two of them"])(
  "lets an editor save that added files, with the revision from %s",
  async (when) => {
    const template = await newTemplate();
    await addFile(template, "first.txt");
    const { revision } = when === "before it" ? template : await current(template);
    await addFile(template, "second.txt");
    const put = (json: contract.TemplateFields) =>
      api.request("PUT", `/api/template/${template.id}`, {
        ...person,
        headers: { "if-match": revision },
        json,
      });
    expect(await put(FIELDS)).toMatchObject({ status: 200 });
    // A save whose answer was lost doesn't conflict with itself; another text does.
    expect(await put(FIELDS)).toMatchObject({ status: 200 });
    expect(await put({ ...FIELDS, name: "Other" })).toMatchObject({
      status: 409,
      body: { reason: "template_changed" },
    });
  },
);
