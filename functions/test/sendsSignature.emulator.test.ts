import * as contract from "@sendwright/core/contract";
import { simpleParser } from "mailparser";
import { beforeEach, describe, expect, it, test } from "vitest";
import { snapshotRef } from "../src/store/sends/documents.ts";
import type { Answer, Person } from "./harness.ts";
import { aTemplate, connectedPerson, mailbox, rawMail } from "./sendsWorld.ts";
import { wholeApi } from "./servers.ts";

let person: Person;
let template: string;

const SIGNATURE =
  '<p>Ada <strong>Lovelace</strong> {{Name}}</p><p><a href="https://example.org">Page</a></p>';
const TEXT = "-- \nAda Lovelace {{Name}}\nPage <https://example.org>";
const BODY = "Dear Bo.";

const api = wholeApi();
beforeEach(async () => {
  person = await connectedPerson();
  template = await aTemplate(person.uid, {
    subject: "Hello {{Name}}",
    body: "<p>Dear {{Name}}.</p>",
  });
});

const request = (method: string, path: string, json: object): Promise<Answer> =>
  api.request(method, path, { token: person.token, json });
const sign = (signature: string) => request("PUT", "/api/account/settings", { signature });
const direct = (more: object = {}) =>
  request("POST", "/api/send", {
    template_id: template,
    recipient: "bo@example.org",
    variables: '{"Name":"Bo"}',
    ...more,
  });
const composed = (more: object = {}) =>
  request("POST", "/api/send-bulk", {
    mode: "manual",
    template_id: "",
    subject: "Hi",
    body: "<p>Dear Bo.</p>",
    manual_recipients: "bo@example.org",
    ...more,
  });
const testSend = (more: object = {}) =>
  request("POST", "/api/test-send", { template_id: template, variables: { Name: "Bo" }, ...more });
const preview = async (more: object = {}) => {
  const { body } = await request("POST", "/api/preview", {
    template_id: template,
    variables: { Name: "Bo" },
    ...more,
  });
  return { html: String(body.rendered_body_html), text: String(body.rendered_text) };
};
const turn = async (signature: boolean | undefined) => {
  const { body } = await api.call(contract.getTemplate, { id: template }, person);
  const { name, subject, body: text, dateFormat, timeFormat } = body.template;
  return request("PUT", `/api/template/${template}`, {
    name,
    subject,
    body: text,
    dateFormat,
    timeFormat,
    signature,
  });
};

/** The latest email of this person. */
async function latest() {
  const [mail] = (await mailbox(person.email)).reverse();
  const { html, text } = await simpleParser(await rawMail(mail?.id ?? ""));
  return { html: String(html), text };
}

describe("the setting", () => {
  it("is saved clean, read back, and taken away", async () => {
    const saved = await sign(`${SIGNATURE}<script>x</script><p onclick="x">!</p>`);
    expect(saved).toMatchObject({
      status: 200,
      body: { settings: { signature: `${SIGNATURE}<p>!</p>` } },
    });
    const { body } = await api.call(contract.getSettings, {}, person);
    expect(body.settings.signature).toBe(`${SIGNATURE}<p>!</p>`);
    await request("PUT", "/api/account/settings", { undo_send: false });
    expect((await api.call(contract.getSettings, {}, person)).body.settings).toMatchObject({
      undo_send: false,
      signature: `${SIGNATURE}<p>!</p>`,
    });
    expect((await sign("<p> <br></p>")).body.settings).toMatchObject({ signature: "" });
  });

  const TOO_LONG = "The signature is too long: at most 2,000 characters.";
  it.each([
    ["2,001 characters", `<p>${"a".repeat(2_001)}</p>`, "invalid_input", TOO_LONG],
    ["HTML of 20,001 characters", `<p>${"<b></b>".repeat(3_000)}a</p>`, "invalid_input", TOO_LONG],
    [
      "a field of 200,001 characters",
      "a".repeat(200_001),
      "invalid_input",
      '"signature" must not be longer than 200000 characters.',
    ],
    [
      "a table of 51 columns",
      `<table><tr>${"<td>x</td>".repeat(51)}</tr></table>`,
      "table_too_large",
      expect.stringContaining("at most 50 columns"),
    ],
    [
      "tags that are nested too deeply",
      "<b>".repeat(200),
      "invalid_input",
      expect.stringContaining("nested too deeply"),
    ],
  ])("refuses %s, and keeps the old one", async (_what, signature, reason, error) => {
    await sign(SIGNATURE);
    expect(await sign(signature)).toMatchObject({ status: 400, body: { reason, error } });
    const { body } = await api.call(contract.getSettings, {}, person);
    expect(body.settings.signature).toBe(SIGNATURE);
  });

  it("accepts 2,000 characters", async () => {
    expect((await sign(`<p>${"a".repeat(2_000)}</p>`)).status).toBe(200);
  });
});

test("every way to send adds it as the preview shows it, unless the call refuses it", async () => {
  await sign(SIGNATURE);
  const both = {
    html: (await preview()).html.replace(/<span[^>]*>|<\/span>/g, ""),
    text: `${BODY}\n\n${TEXT}`,
  };
  expect(both.html).toContain("<strong>Lovelace</strong> {{Name}}</p>");
  expect((await preview()).text).toBe(both.text);
  for (const send of [direct, composed, testSend]) {
    expect((await send()).status).toBe(200);
    expect(await latest()).toEqual(both);
    expect((await send({ signature: false })).status).toBe(200);
    expect(await latest()).toMatchObject({ text: BODY });
  }
  const compose = { template_id: "", subject: "Hi", body: "<p>Dear Bo.</p>" };
  expect((await preview(compose)).text).toBe(both.text);
  expect((await preview({ ...compose, signature: false })).text).toBe(BODY);
  expect(await direct({ signature: "maybe" })).toMatchObject({
    status: 400,
    body: { reason: "invalid_input" },
  });
});

test("a template turns it off until it is turned on again, and a save that doesn't say leaves it", async () => {
  await sign(SIGNATURE);
  expect((await turn(false)).body.template).toMatchObject({ signature: false });
  expect((await turn(undefined)).body.template).toMatchObject({ signature: false });
  expect((await preview()).text).toBe(BODY);
  await direct();
  expect((await latest()).text).toBe(BODY);
  const copy = await api.call(contract.duplicateTemplate, { id: template }, person);
  expect(copy.body.template.signature).toBe(false);
  await turn(true);
  await direct();
  expect((await latest()).text).toContain(TEXT);
});

test("a send keeps the signature of its beginning, and says so", async () => {
  await sign(SIGNATURE);
  const start_at = new Date(Date.now() + 3_600_000).toISOString();
  const scheduled = await composed({ start_at });
  expect(scheduled.status).toBe(202);
  const id = String(scheduled.body.send_id);
  await sign("<p>Somebody else</p>");
  const shown = () => api.call(contract.getSendMail, { id, row: 1 }, person);
  expect((await snapshotRef(`${person.uid}_${id}`).get()).data()).toMatchObject({
    signature: SIGNATURE,
  });
  expect((await shown()).body).toMatchObject({
    rendered_text: `${BODY}\n\n${TEXT}`,
    mail: { signature: true },
  });
  await request("POST", `/api/sends/${id}/move`, { start_at: "now" });
  await expect
    .poll(async () => (await latest()).text, { timeout: 20_000 })
    .toBe(`${BODY}\n\n${TEXT}`);

  const unsigned = String((await composed({ signature: false })).body.send_id);
  const { body } = await api.call(contract.getSendMail, { id: unsigned, row: 1 }, person);
  expect(body.mail.signature).toBe(false);
  expect((await snapshotRef(`${person.uid}_${unsigned}`).get()).data()).not.toHaveProperty(
    "signature",
  );
});
