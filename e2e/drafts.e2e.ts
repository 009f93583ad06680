import type { Page } from "@playwright/test";
import { consent } from "./google.ts";
import { expect, test } from "./story.ts";

/** What was not sent outlives a reload, for its person, in its tab, and nobody else ever sees it (rule: drafts). */
test.use({ signedIn: true });

const RESTORED = "Restored what you had not sent.";
const INVITATION = { name: "Invitation", subject: "Hello {{Full Name}}", body: "<p>Dear {{Full Name}}</p>" };

/** Reloads the page; the browser asks whether what is unsent may go. */
async function reload(page: Page): Promise<void> {
  page.once("dialog", (dialog) => void dialog.accept());
  await page.reload();
}

async function choose(page: Page, template: string): Promise<void> {
  await page.getByRole("combobox", { name: "Template" }).click();
  await page.getByRole("option", { name: template }).click();
}

/** A mail composed for a list; of it nothing is anywhere but on the page. */
async function composed(page: Page): Promise<void> {
  await page.goto("/app#bulk-send");
  await page.getByRole("radio", { name: "Manual" }).click();
  await choose(page, "(Compose Manually)");
  await page.getByRole("textbox", { name: "Subject" }).fill("Tea on Friday");
  await page.getByRole("textbox", { name: "Recipients" }).fill("ann@example.org\nbo@example.org");
}

test("a reload brings back what stood in Direct Send", async ({ sender, page }) => {
  await sender.template(INVITATION);
  await page.goto("/app#direct-send");
  await choose(page, "Invitation");
  await page.getByRole("textbox", { name: "Recipients" }).fill("ann@example.org");
  await page.keyboard.press("Enter");
  await page.getByLabel("Full Name").fill("Ann Good");
  await reload(page);
  await expect(page.getByText(RESTORED)).toBeVisible();
  await expect(page.getByLabel("Full Name")).toHaveValue("Ann Good");
  await expect(page.getByRole("button", { name: /ann@example\.org/ }).first()).toBeVisible();

  await page.getByRole("button", { name: "Start afresh" }).click();
  await expect(page.getByLabel("Full Name")).toHaveValue("");
  await page.reload();
  await expect(page.getByLabel("Full Name")).toHaveValue("");
  await expect(page.getByText(RESTORED)).toHaveCount(0);
});

test("a reload brings back a pasted table with its corrections", async ({ sender, page }) => {
  await sender.template(INVITATION);
  await page.goto("/app#bulk-send");
  await choose(page, "Invitation");
  await page.getByRole("button", { name: "Paste from a spreadsheet" }).click();
  await page.getByLabel("Table from a spreadsheet").fill("Email\tFull Name\nann@example.org\tAnn\nbo@\tBo\n");
  await page.getByRole("button", { name: "Use this table" }).click();
  const fix = page.getByRole("textbox", { name: /Email/ }).last();
  await fix.fill("bo@example.org");
  await fix.press("Enter");
  await expect(page.getByText(/^2 ready/).first()).toBeVisible();
  await reload(page);
  await expect(page.getByText(RESTORED)).toBeVisible();
  await expect(page.getByText(/^2 ready/).first()).toBeVisible();
});

test("a reload brings back a template that was being written, until it is saved", async ({ page }) => {
  await page.goto("/app#templates");
  await page.getByRole("button", { name: "Create New Template" }).click();
  const editor = page.getByRole("dialog", { name: "Create New Template" });
  await editor.getByLabel("Template Name").fill("Tea");
  await editor.getByLabel("Subject Line").fill("Tea on {{Day}}");
  await editor.getByRole("textbox", { name: "Body" }).click();
  await page.keyboard.type("Dear {{Full Name}}, grüße");
  await reload(page);
  await expect(editor.getByText("Restored what you had not saved.")).toBeVisible();
  await expect(editor.getByLabel("Template Name")).toHaveValue("Tea");
  await expect(editor.getByRole("textbox", { name: "Body" })).toContainText(", grüße");
  await expect(editor.getByRole("img", { name: /Full Name/ })).toBeVisible();
  await editor.getByRole("button", { name: "Save Template" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("button", { name: "Tea", exact: true })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("what was restored and then sent is not told, nor told again by the next reload", async ({ sender, page }) => {
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
  // Nothing of it is unsent: the browser does not ask, and the page does not tell.
  await page.reload();
  await expect(page.getByRole("textbox", { name: "Subject" })).toHaveValue("Tea on Friday");
  await expect(page.getByText(RESTORED)).toHaveCount(0);
});

test("logging out leaves nothing, and another account in the same tab sees nothing", async ({ email, page }) => {
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
