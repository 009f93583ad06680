import type { Page } from "@playwright/test";
import { consent } from "./google.ts";
import { chooseTemplate } from "./sendSteps.ts";
import { expect, test } from "./story.ts";

/**
 * Unsent work survives a reload, for its person, in its tab, and no one else ever sees it (rule:
 * drafts).
 */
test.use({ signedIn: true });

const RESTORED = "Restored what you hadn't sent.";

/** Reloads the page and accepts the browser's question about unsent work. */
async function reload(page: Page): Promise<void> {
  page.once("dialog", (dialog) => void dialog.accept());
  await page.reload();
}

/** An email composed for a list; it exists only on the page. */
async function composed(page: Page): Promise<void> {
  await page.goto("/app#bulk-send");
  await page.getByRole("radio", { name: "Manual" }).click();
  await chooseTemplate(page, "(Compose Manually)");
  await page.getByRole("textbox", { name: "Subject" }).fill("Tea on Friday");
  await page.getByRole("textbox", { name: "Recipients" }).fill("ann@example.org\nbo@example.org");
}

test("after a send, no reload announces or restores the draft again", async ({ sender, page }) => {
  await composed(page);
  await page.getByRole("textbox", { name: "Body" }).fill("See you there.");
  await reload(page);
  await expect(page.getByText(RESTORED)).toBeVisible();
  await page.getByRole("button", { name: "Send 2 emails" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Send 2 emails" }).click();
  await expect(page.getByText("2 sent.").first()).toBeVisible();
  await expect(page.getByText(RESTORED)).toHaveCount(0);
  await expect(page.getByRole("textbox", { name: "Subject" })).toHaveValue("Tea on Friday");
  expect(await sender.delivered()).toHaveLength(2);
  // Nothing is unsent: neither the browser nor the page asks.
  await page.reload();
  await expect(page.getByRole("textbox", { name: "Subject" })).toHaveValue("Tea on Friday");
  await expect(page.getByText(RESTORED)).toHaveCount(0);
});

test("logging out leaves nothing, and another account in the same tab sees nothing", async ({
  email,
  page,
}) => {
  await composed(page);
  await reload(page);
  await expect(page.getByText(RESTORED)).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Subject" })).toHaveValue("Tea on Friday");

  await page.getByRole("button", { name: "Logout" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Log out" }).click();
  await page.waitForURL("/");
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain("example.org");
  await consent(page, `other.${email}`);
  await page.waitForURL("/app**");
  await page.goto("/app#bulk-send");
  await expect(page.getByRole("radio", { name: "CSV" })).toBeChecked();
  await page.getByRole("radio", { name: "Manual" }).click();
  await expect(page.getByRole("textbox", { name: "Recipients" })).toHaveValue("");
  await expect(page.getByText(RESTORED)).toHaveCount(0);
});

test.describe("leaving unsent work", () => {
  /** A real browser's Back, edited hash and closed page with unsent work. */
  test.use({ signedIn: true });

  test("a list that was not sent is asked about by Back, and by the browser when the page closes", async ({
    page,
  }) => {
    await page.goto("/privacy");
    await page.getByRole("link", { name: "Sendwright", exact: true }).click();
    await page.getByRole("tab", { name: "Bulk Send (CSV)" }).click();
    await page.getByRole("radio", { name: "Manual" }).click();
    const list = page.getByRole("textbox", { name: "Recipients" });
    await list.fill("ann@example.org");
    await page.evaluate(() => history.back());
    await page
      .getByRole("alertdialog", { name: "Leave without sending?" })
      .getByRole("button", { name: "Stay" })
      .click();
    await expect(list).toHaveValue("ann@example.org");

    const asked = page.waitForEvent("dialog");
    void page.reload().catch(() => undefined);
    const dialog = await asked;
    expect(dialog.type()).toBe("beforeunload");
    await dialog.dismiss();
    await expect(list).toHaveValue("ann@example.org");
  });
});
