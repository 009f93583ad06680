import type { Page } from "@playwright/test";
import { expect, test } from "./story.ts";

/** The landing page's live demo against the real server; `DemoForm.test.tsx` has its refusals. */
let page: Page;
test.beforeEach(async ({ page: own }) => {
  page = own;
  await page.goto("/");
  await expect(page.getByRole("form", { name: "Live demo" })).toBeVisible();
});

const ANNA = { email: " anna@example.com ", name: " Anna <b>Ö</b> ", promo: "A&B-20", offer: "Early Access" };
const field = (label: string) => page.getByLabel(label, { exact: true });
const preview = () => page.getByRole("region", { name: "Preview" });

async function fill({ email, name, promo, offer }: typeof ANNA): Promise<void> {
  await field("Recipient email").fill(email);
  await field("Recipient Name").fill(name);
  await field("Promo Code").fill(promo);
  await field("Offer Type").selectOption(offer);
}
const generate = () => page.getByRole("button", { name: "Generate Preview" }).click();

test("shows the email as it would arrive, until you close it or edit a field", async () => {
  await fill(ANNA);
  await generate();
  await expect(preview()).toBeVisible();
  await expect(preview().getByText("anna@example.com", { exact: true })).toBeVisible();
  const body = preview().frameLocator("iframe").locator("body");
  await expect(body.getByText("A&B-20")).toBeVisible();
  // Markup in a value is text.
  await expect(body.getByText("Anna <b>Ö</b>").first()).toBeVisible();
  await page.getByRole("button", { name: "Close preview" }).click();
  await expect(preview()).toHaveCount(0);

  await generate();
  await expect(preview()).toBeVisible();
  await field("Promo Code").press("End");
  await field("Promo Code").pressSequentially("!");
  await expect(preview()).toHaveCount(0);
  await expect(field("Recipient Name")).toHaveValue(ANNA.name);
});
