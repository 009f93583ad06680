import * as contract from "@sendwright/core/contract";
import { demoPreview } from "@sendwright/core/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { firestore } from "../src/platform/firebase.ts";
import { standStill } from "./callCounts.ts";
import { type Answer, type Api, type Person, signIn, startApi, uniqueEmail } from "./harness.ts";

let api: Api;
let ada: Person;
let id: string;
beforeAll(async () => {
  api = await startApi();
  ada = await signIn(api);
  const created = await api.call(contract.createTemplate, template, ada);
  id = created.body.template.id;
});
afterAll(() => api.close());

const template: contract.TemplateFields = {
  name: "Talk",
  subject: "Your talk, {{Full Name}}",
  body: "<p>Dear {{Full Name}},</p><p>see you on {{Talk Date|date}} at {{Time|time}}. {{Note|text:No note.}}</p>",
  dateFormat: "long",
  timeFormat: "24hr",
};
const values = { "Full Name": "Zoë <b>&", "Talk Date": "2025-04-01", Time: "2:30 pm" };
const ask = (json: object, token = ada.token): Promise<Answer> =>
  api.request("POST", "/api/preview", { token, json });

test("shows a template with its values, escaped and in its own formats", async () => {
  const { body } = await api.call(contract.preview, { template_id: id, variables: values }, ada);
  expect(body.rendered_subject).toBe("Your talk, Zoë <b>&");
  expect(body.rendered_body_html).toContain("Zoë &lt;b&gt;&amp;");
  expect(body.rendered_text).toContain("Dear Zoë <b>&,");
  expect(body.rendered_text).toContain("see you on April 1, 2025 at 14:30. No note.");
  expect(body).toMatchObject({ missing: [], syntax_warnings: [] });
});

test("a missing value is a visible gap, not an error", async () => {
  const { body } = await api.call(contract.preview, { template_id: id, variables: {} }, ada);
  expect(body.missing).toEqual(["Full Name", "Talk Date", "Time"]);
  expect(body.rendered_subject).toBe("Your talk, {{Full Name}}");
  expect(body.rendered_body_html).toContain('data-variable="Full Name"');
});

test("shows a composed email like a template, cleaned", async () => {
  const answer = await ask({
    template_id: "",
    subject: "Hello {{Name}}",
    body: '<p onclick="x()">{{Name}}</p><script>x()</script>{{',
    variables: { Name: "Ada" },
    dateFormat: "iso",
  });
  expect(answer).toMatchObject({ status: 200, body: { rendered_subject: "Hello Ada" } });
  expect(answer.body.rendered_body_html).not.toMatch(/script|onclick/);
  expect(answer.body.syntax_warnings).toHaveLength(1);
});

test("prefers the call's formats to the template's", async () => {
  const { body } = await ask({
    template_id: id,
    variables: values,
    dateFormat: "iso",
    timeFormat: "12hr",
  });
  expect(body.rendered_text).toContain("2025-04-01 at 2:30 PM");
});

test("a value can name a variable any way, and adds no line to the subject", async () => {
  const subject = "{{constructor}} {{a.b}}";
  const answer = await ask({
    template_id: "",
    subject,
    body: "",
    variables: { constructor: "c\r\nBcc: x@y.z", "a.b": "d" },
  });
  expect(answer.body.rendered_subject).toBe("c Bcc: x@y.z d");
});

test("another's template, and a missing one, are not found", async () => {
  const grace = await signIn(api);
  for (const [template_id, token] of [
    [id, grace.token],
    ["none", ada.token],
  ] as const) {
    expect(await ask({ template_id }, token)).toMatchObject({
      status: 404,
      body: { success: false, reason: "not_found", error: "This template no longer exists." },
    });
  }
});

test.each<[string, object, string, string]>([
  ["no template id", { subject: "x" }, "invalid_input", '"template_id" is missing.'],
  ["an invalid id", { template_id: "../x" }, "invalid_input", '"template_id" is not an id.'],
  [
    "a list of values",
    { template_id: "", variables: ["x"] },
    "invalid_input",
    '"variables" must be an object.',
  ],
  [
    "a number as value",
    { template_id: "", variables: { a: 1 } },
    "invalid_input",
    '"variables.a" must be text.',
  ],
  [
    "a value of 10,001 characters",
    { template_id: "", variables: { a: "x".repeat(10_001) } },
    "invalid_values",
    'The value of "a" is longer than 10000 characters.',
  ],
  [
    "a subject of two lines",
    { template_id: "", subject: "a\nb" },
    "invalid_input",
    '"subject" must not contain line breaks or control characters.',
  ],
  [
    "a body over the limit",
    { template_id: "", body: "x".repeat(10_001) },
    "invalid_input",
    "Body content exceeds maximum length (10000 characters).",
  ],
])("refuses %s", async (_, json, reason, error) => {
  expect(await ask(json)).toMatchObject({ status: 400, body: { success: false, reason, error } });
});

test("refuses a long value in two thousand places before it is written", async () => {
  const variables = { a: "x".repeat(10_000), b: "short" };
  const answer = await ask({
    template_id: "",
    subject: "s",
    body: "{{a}}".repeat(1_900),
    variables,
  });
  expect(answer).toMatchObject({ status: 400, body: { reason: "invalid_values" } });
  const fits = await ask({
    template_id: "",
    subject: "s",
    body: `{{a}}${"{{b}}".repeat(1_000)}`,
    variables,
  });
  expect(fits.status).toBe(200);
});

test("names a value that makes no working link like a gap", async () => {
  const call = { template_id: "", subject: "Hi", body: '<p><a href="{{Link}}">x</a></p>' };
  const { body } = await ask({ ...call, variables: { Link: "see portal" } });
  expect(body).toMatchObject({ missing: ["Link"], syntax_warnings: [] });
  expect(body.rendered_body_html).toMatch(
    /<a data-variable="Link"[^>]* data-missing="true"[^>]*>x<\/a>/,
  );
  const works = await ask({ ...call, variables: { Link: "https://example.org/a b" } });
  expect(works.body.missing).toEqual([]);
  expect(works.body.rendered_text).toBe("x <https://example.org/a%20b>");
});

test("a template's own link that leads nowhere is a syntax warning, when it is saved and in its preview", async () => {
  const fields = { ...template, name: "Links", body: '<p><a href="see portal">x</a></p>' };
  const saved = await api.call(contract.createTemplate, fields, ada);
  const warnings = [
    '"see portal" is not a web address, an email address or a phone number, so the link will not work.',
  ];
  expect(saved.body.template.syntax_warnings).toEqual(warnings);
  const { body } = await ask({ template_id: saved.body.template.id, variables: values });
  expect(body.syntax_warnings).toEqual(warnings);
});

describe("the demo", () => {
  const variables = {
    "Recipient Name": "Ada",
    "Promo Code": "SPRING",
    "Offer Type": "Discount",
  } as const;
  const ask = (json: unknown, headers?: Record<string, string>): Promise<Answer> =>
    api.request("POST", "/api/demo/preview", { json, ...(headers ? { headers } : {}) });

  test("a visitor sees an email with the values, trimmed and escaped", async () => {
    const answer = await api.call(demoPreview, {
      recipientEmail: " ada@example.com ",
      variables: { ...variables, "Recipient Name": "  <i>Ada</i> ", "Offer Type": "Free Trial" },
    });
    expect(answer.body.recipientEmail).toBe("ada@example.com");
    expect(answer.body.rendered_subject).toBe("<i>Ada</i>, your Free Trial is here");
    expect(answer.body.rendered_body_html).toContain("&lt;i&gt;Ada&lt;/i&gt;");
    expect(answer.body.rendered_body_html).toContain("SPRING");
  });

  const fill = "Please fill in all fields.";
  const address = "Please enter a valid recipient email address.";
  test.each<[string, object, string]>([
    ["no address", { recipientEmail: undefined }, fill],
    ["a blank address", { recipientEmail: "  " }, fill],
    [
      "no address and a wrong offer",
      { recipientEmail: "", variables: { ...variables, "Offer Type": "x" } },
      fill,
    ],
    ["half an address", { recipientEmail: "ada@" }, address],
    ["two addresses", { recipientEmail: "ada@example.com,bob@example.com" }, address],
    [
      "a line break in the address",
      { recipientEmail: "ada@example.com\r\nBcc: b@example.com" },
      address,
    ],
    ["a long address", { recipientEmail: `${"a".repeat(400)}@example.com` }, address],
    ["no variables", { variables: undefined }, fill],
    ["a list of variables", { variables: [] }, fill],
    ["no name", { variables: { ...variables, "Recipient Name": undefined } }, fill],
    ["a blank name", { variables: { ...variables, "Recipient Name": " " } }, fill],
    ["a blank code", { variables: { ...variables, "Promo Code": "" } }, fill],
    ["no offer", { variables: { ...variables, "Offer Type": "" } }, fill],
    ["a number as name", { variables: { ...variables, "Recipient Name": 5 } }, fill],
    [
      "51 characters",
      { variables: { ...variables, "Promo Code": "x".repeat(51) } },
      '"variables.Promo Code" must not be longer than 50 characters.',
    ],
    [
      "a line break",
      { variables: { ...variables, "Promo Code": "a\nb" } },
      '"variables.Promo Code" must not contain line breaks or control characters.',
    ],
    [
      "another offer",
      { variables: { ...variables, "Offer Type": "Everything" } },
      '"variables.Offer Type" must be one of: Discount, Free Trial, Early Access.',
    ],
  ])("refuses %s", async (_, wrong, error) => {
    expect(await ask({ recipientEmail: "ada@example.com", variables, ...wrong })).toMatchObject({
      status: 400,
      body: { success: false, reason: "invalid_input", error },
    });
  });

  test("twenty a minute from one address, which isn't stored", async () => {
    const from = uniqueEmail("address");
    const given = { recipientEmail: "ada@example.com", variables };
    standStill();
    for (let i = 0; i < 20; i++)
      expect((await ask(given, { "x-forwarded-for": `${from}, 10.0.0.1` })).status).toBe(200);
    const answer = await ask(given, { "x-forwarded-for": from });
    expect(answer).toMatchObject({ status: 429, body: { success: false, reason: "rate_limited" } });
    expect((await ask(given, { "x-forwarded-for": `not ${from}` })).status).toBe(200);
    const counters = await firestore().collection("rates").get();
    expect(
      JSON.stringify(counters.docs.map((document) => [document.id, document.data()])),
    ).not.toContain(from);
  });
});
