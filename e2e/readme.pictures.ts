import { join } from "node:path";
import { APP } from "./stack.ts";
import { expect, test as story } from "./story.ts";

const test = story.extend({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern what a fixture needs.
  email: async ({}, give) => give("ada.lindqvist@example.com"),
});
test.use({ signedIn: true, viewport: { width: 1200, height: 600 } });

/**
 * Bulk Send with a checked file and the preview of one email. `README_PICTURE` is another file to
 * write to.
 */
test("the picture of the README", async ({ page, sender }) => {
  await sender.template({
    name: "Invitation",
    subject: "Your talk on {{Talk Date|date}}",
    body: "<p>Dear {{Full Name}},</p><p>you speak about <b>{{Talk Title}}</b> on {{Talk Date|date}}.</p>",
  });
  await page.goto(`${APP}/app`);
  await page.getByRole("tab", { name: "Bulk Send (CSV)" }).click();
  await page.getByLabel("Template", { exact: true }).click();
  // An earlier run may have saved one, too.
  await page.getByRole("option", { name: "Invitation" }).first().click();
  const file = join(import.meta.dirname, "data", "conference-12.csv");
  await page.locator('input[type="file"]').first().setInputFiles(file);
  await page.getByRole("button", { name: "Generate Preview" }).click();
  await expect(
    page.frameLocator('iframe[title*="Mail" i]').getByText("Dmitri Larsen").first(),
  ).toBeVisible();
  await page
    .getByText("12 ready")
    .first()
    .evaluate((heading) => heading.scrollIntoView({ block: "start" }));
  await page.mouse.move(0, 0);
  const path =
    process.env.README_PICTURE ?? join(import.meta.dirname, "..", "docs", "bulk-send.png");
  await page.screenshot({ path, caret: "hide", animations: "disabled" });
});
