import { demoPreview } from "@sendwright/core/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { firestore } from "../src/platform/firebase.ts";
import { standStill } from "./clock.ts";
import { type Answer, type Api, startApi, uniqueEmail } from "./harness.ts";

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const variables = { "Recipient Name": "Ada", "Promo Code": "SPRING", "Offer Type": "Discount" } as const;
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
  ["no address and a wrong offer", { recipientEmail: "", variables: { ...variables, "Offer Type": "x" } }, fill],
  ["half an address", { recipientEmail: "ada@" }, address],
  ["two addresses", { recipientEmail: "ada@example.com,bob@example.com" }, address],
  ["a line break in the address", { recipientEmail: "ada@example.com\r\nBcc: b@example.com" }, address],
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
  for (let i = 0; i < 20; i++) expect((await ask(given, { "x-forwarded-for": `${from}, 10.0.0.1` })).status).toBe(200);
  const answer = await ask(given, { "x-forwarded-for": from });
  expect(answer).toMatchObject({ status: 429, body: { success: false, reason: "rate_limited" } });
  expect((await ask(given, { "x-forwarded-for": `not ${from}` })).status).toBe(200);
  const counters = await firestore().collection("rates").get();
  expect(JSON.stringify(counters.docs.map((document) => [document.id, document.data()]))).not.toContain(from);
});
