import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { APP, newPerson, openBrowser, type Person } from "./browser.ts";

/** The landing page's live demo (specification, sections 2 and 5), against the real server. */
let browser: Browser;
let person: Person;
let page: Page;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());
beforeEach(async () => {
  person = await newPerson(browser, { expected: /Failed to load resource|No answer: POST/ });
  page = person.page;
  await page.goto(APP);
  await page.getByRole("form", { name: "Live demo" }).waitFor();
});
afterEach(async () => {
  expect(person.complaints).toEqual([]);
  await person.context.close();
});

const ANNA = { email: " anna@example.com ", name: " Anna <b>Ö</b> ", promo: "A&B-20", offer: "Early Access" };
const field = (label: string) => page.getByLabel(label, { exact: true });
const alert = () => page.getByRole("form", { name: "Live demo" }).locator("..").getByRole("alert");
const preview = () => page.getByRole("region", { name: "Preview" });

async function fill({ email, name, promo, offer }: typeof ANNA): Promise<void> {
  await field("Recipient email").fill(email);
  await field("Recipient Name").fill(name);
  await field("Promo Code").fill(promo);
  await field("Offer Type").selectOption(offer);
}
const generate = () => page.getByRole("button", { name: "Generate Preview" }).click();

test("shows the mail as it would arrive, until it is closed or a field is edited", async () => {
  await fill(ANNA);
  await generate();
  await preview().waitFor();
  expect(await preview().getByText("anna@example.com", { exact: true }).isVisible()).toBe(true);
  const body = preview().frameLocator("iframe").locator("body");
  await body.getByText("A&B-20").waitFor();
  // Markup in a value is text.
  expect(await body.getByText("Anna <b>Ö</b>").count()).toBeGreaterThan(0);
  await page.getByRole("button", { name: "Close the preview" }).click();
  expect(await preview().count()).toBe(0);

  await generate();
  await preview().waitFor();
  await field("Promo Code").press("End");
  await field("Promo Code").pressSequentially("!");
  expect(await preview().count()).toBe(0);
  expect(await field("Recipient Name").inputValue()).toBe(ANNA.name);
});

test("rests while it works, and sends trimmed values", async () => {
  let go: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  let sent: unknown;
  await page.route("**/api/demo/preview", async (route) => {
    sent = route.request().postDataJSON();
    await held;
    await route.fallback();
  });
  await fill(ANNA);
  await generate();
  expect(await page.getByRole("button", { name: "Generating..." }).isDisabled()).toBe(true);
  for (const label of ["Recipient email", "Recipient Name", "Promo Code", "Offer Type"]) {
    expect(await field(label).isDisabled()).toBe(true);
  }
  go();
  await preview().waitFor();
  expect(await field("Recipient email").isEnabled()).toBe(true);
  expect(sent).toEqual({
    recipientEmail: "anna@example.com",
    variables: { "Recipient Name": "Anna <b>Ö</b>", "Promo Code": "A&B-20", "Offer Type": "Early Access" },
  });
});

test("asks for what is missing or wrong, and asks nobody else", async () => {
  let asked = 0;
  await page.route("**/api/demo/preview", (route) => {
    asked += 1;
    return route.fallback();
  });
  for (const missing of ["email", "name", "promo", "offer"] as const) {
    await fill({ ...ANNA, [missing]: missing === "offer" ? "" : "  " });
    await generate();
    await alert().getByText("Please fill in all fields.").waitFor();
    expect(await field("Recipient email").getAttribute("aria-invalid")).toBe(String(missing === "email"));
  }
  await fill({ ...ANNA, email: "anna@" });
  await generate();
  await alert().getByText("Please enter a valid recipient email address.").waitFor();
  await page.getByText("Please enter a valid email address.").waitFor();
  await field("Recipient email").fill("anna@example");
  expect(await field("Recipient email").getAttribute("aria-invalid")).toBe("false");
  expect(await alert().count()).toBe(0);
  expect(asked).toBe(0);
});

test("takes 50 characters and no more", async () => {
  for (const label of ["Recipient Name", "Promo Code"]) {
    await field(label).pressSequentially("x".repeat(52));
    expect((await field(label).inputValue()).length).toBe(50);
  }
});

test.each([
  ["the server's words", { status: 429, json: { success: false, error: "Slow down." } }, "Slow down."],
  ["a no without words", { json: { success: false } }, "Preview generation failed."],
  ["nothing at all", null, "Preview Error: The server did not answer."],
])("tells %s, to be dismissed and tried again", async (_what, answer, words) => {
  await page.route("**/api/demo/preview", (route) => (answer ? route.fulfill(answer) : route.abort()));
  await fill(ANNA);
  await generate();
  await alert().getByText(words).waitFor();
  await page.getByRole("button", { name: "Dismiss this message" }).click();
  expect(await alert().count()).toBe(0);
  await page.unrouteAll();
  await generate();
  await preview().waitFor();
});

test("slows down who asks too often, and says for how long", async () => {
  await fill(ANNA);
  const body = {
    recipientEmail: "a@example.com",
    variables: { "Recipient Name": "A", "Promo Code": "B", "Offer Type": "Discount" },
  };
  // One after the other: the emulator starts a process for each call that comes at the same time.
  await page.evaluate(async (data) => {
    const headers = { "content-type": "application/json" };
    for (let call = 0; call < 20; call += 1) {
      await fetch("/api/demo/preview", { method: "POST", headers, body: JSON.stringify(data) });
    }
  }, body);
  await generate();
  await alert()
    .getByText(/^Too many requests\. Please try again in \d+ seconds?\.$/)
    .waitFor();
});
