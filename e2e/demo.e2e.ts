import type { Page } from "@playwright/test";
import { holdBack } from "./holdBack.ts";
import { expect, test } from "./story.ts";

/** The landing page's live demo, against the real server. */
test.use({ expected: /Failed to load resource|No answer: POST/ });

let page: Page;
test.beforeEach(async ({ page: own }) => {
  page = own;
  await page.goto("/");
  await expect(page.getByRole("form", { name: "Live demo" })).toBeVisible();
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
  await expect(preview()).toBeVisible();
  await expect(preview().getByText("anna@example.com", { exact: true })).toBeVisible();
  const body = preview().frameLocator("iframe").locator("body");
  await expect(body.getByText("A&B-20")).toBeVisible();
  // Markup in a value is text.
  await expect(body.getByText("Anna <b>Ö</b>").first()).toBeVisible();
  await page.getByRole("button", { name: "Close the preview" }).click();
  await expect(preview()).toHaveCount(0);

  await generate();
  await expect(preview()).toBeVisible();
  await field("Promo Code").press("End");
  await field("Promo Code").pressSequentially("!");
  await expect(preview()).toHaveCount(0);
  await expect(field("Recipient Name")).toHaveValue(ANNA.name);
});

test("rests while it works, and sends trimmed values", async () => {
  let sent: unknown;
  const go = await holdBack(page, "**/api/demo/preview", async (route) => {
    sent = route.request().postDataJSON();
    await route.fallback();
  });
  await fill(ANNA);
  await generate();
  await expect(page.getByRole("button", { name: "Generating..." })).toBeDisabled();
  for (const label of ["Recipient email", "Recipient Name", "Promo Code", "Offer Type"]) {
    await expect(field(label)).toBeDisabled();
  }
  go();
  await expect(preview()).toBeVisible();
  await expect(field("Recipient email")).toBeEnabled();
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
    await expect(alert().getByText("Please fill in all fields.")).toBeVisible();
    await expect(field("Recipient email")).toHaveAttribute("aria-invalid", String(missing === "email"));
  }
  await fill({ ...ANNA, email: "anna@" });
  await generate();
  await expect(alert().getByText("Please enter a valid recipient email address.")).toBeVisible();
  await expect(page.getByText("Please enter a valid email address.")).toBeVisible();
  await field("Recipient email").fill("anna@example");
  await expect(field("Recipient email")).toHaveAttribute("aria-invalid", "false");
  await expect(alert()).toHaveCount(0);
  expect(asked).toBe(0);
});

test("takes 50 characters and no more", async () => {
  for (const label of ["Recipient Name", "Promo Code"]) {
    await field(label).pressSequentially("x".repeat(52));
    await expect(field(label)).toHaveValue("x".repeat(50));
  }
});

const REFUSALS = [
  ["the server's words", { status: 429, json: { success: false, error: "Slow down." } }, "Slow down."],
  ["a no without words", { json: { success: false } }, "Preview generation failed."],
  ["nothing at all", null, "Preview Error: The server did not answer."],
] as const;
for (const [what, answer, words] of REFUSALS) {
  test(`tells ${what}, to be dismissed and tried again`, async () => {
    await page.route("**/api/demo/preview", (route) => (answer ? route.fulfill(answer) : route.abort()));
    await fill(ANNA);
    await generate();
    await expect(alert().getByText(words)).toBeVisible();
    await page.getByRole("button", { name: "Dismiss this message" }).click();
    await expect(alert()).toHaveCount(0);
    await page.unrouteAll();
    await generate();
    await expect(preview()).toBeVisible();
  });
}

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
  await expect(alert().getByText(/^Too many requests\. Please try again in \d+ seconds?\.$/)).toBeVisible();
});
