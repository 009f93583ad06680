import { join } from "node:path";
import type { Page } from "@playwright/test";
import { axTree } from "./axTree.ts";
import { csvFile } from "./csvFile.ts";
import { INVOICE, invoices } from "./invoices.ts";
import { openCard } from "./listTable.ts";
import { accessibilityFaults, brokenWords, crampedButtons, keepScreen, sidewaysPlaces, wideFaults } from "./look.ts";
import { chooseTemplate } from "./sendSteps.ts";
import { expect, test } from "./story.ts";

/**
 * A phone, and a desktop window at 400%: nothing scrolls sideways, no word breaks, and a table is still a table for
 * screen readers.
 */
const PROBLEMS = join(import.meta.dirname, "data", "problems.csv");
const SIZES = { phone: { width: 360, height: 640 }, "400 %": { width: 320, height: 256 } };
const OFFER = {
  name: "Offer of the season",
  subject: "An offer for {{Full Name}}",
  body: "<p>{{Full Name}}, {{Offer|dropdown:Discount,Free Trial,Early Access}} until {{Due|date}}.</p>",
};

test.use({ signedIn: true });

/** Counts the roles that Chromium gives to the page's elements. */
async function rolesOf(page: Page): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { role, ignored } of await axTree(page)) {
    if (!ignored) counts.set(role?.value ?? "", (counts.get(role?.value ?? "") ?? 0) + 1);
  }
  return counts;
}

/** The faults of a screen in the small windows. */
async function faultsOf(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const [name, size] of Object.entries(SIZES)) {
    await page.setViewportSize(size);
    const found = [...(await wideFaults(page)), ...(await sidewaysPlaces(page))];
    const words = name === "phone" ? await brokenWords(page, "main") : [];
    faults.push(...found.map((fault) => `${name}: ${fault}`), ...words.map((word) => `${name}: ${word} is broken`));
  }
  await page.setViewportSize(SIZES.phone);
  return faults;
}

test("the rows of a file, of its check and of its results, and the list of sends", async ({ sender, page }) => {
  await sender.template(OFFER);
  await page.setViewportSize(SIZES.phone);
  await page.goto("/app#bulk-send");
  await chooseTemplate(page, OFFER.name);
  await page.locator('input[type="file"]').first().setInputFiles(PROBLEMS);
  await expect(page.getByText("5 ready · 5 skipped (1 duplicate)")).toBeVisible();
  await page.getByRole("button", { name: "Read it another way" }).click();
  await expect(page.getByRole("listitem", { name: "Row 1", exact: true })).toBeVisible();
  expect(await faultsOf(page), "the check").toEqual([]);
  await keepScreen(page, "phone-check", { fullPage: true });

  await page.getByRole("button", { name: "Only the first" }).click();
  await page.getByRole("button", { name: "Send 5 emails" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Send 5 emails" }).click();
  await expect(page.getByText(/^5 sent, 5 skipped\./).first()).toBeVisible();
  expect(await faultsOf(page), "the results").toEqual([]);
  const table = page.getByRole("region", { name: "Results of each row" }).getByRole("table");
  await expect(table.getByRole("columnheader")).toHaveText(["Row/N", "Recipient", "Status", "Details"]);
  await expect(table.getByRole("row")).toHaveCount(11);

  await page.goto("/app#sends");
  await expect(page.getByRole("link", { name: OFFER.name })).toBeVisible();
  expect(await faultsOf(page), "the list of sends").toEqual([]);
  await page.getByRole("link", { name: OFFER.name }).click();
  await expect(page.getByRole("searchbox", { name: "Search people" })).toBeVisible();
  expect(await faultsOf(page), "the page of a send").toEqual([]);
  await keepScreen(page, "phone-send", { fullPage: true });
  const roles = await rolesOf(page);
  expect(["table", "row", "columnheader", "cell"].map((role) => roles.get(role))).toEqual([1, 11, 4, 40]);
});

test("every button has its words in one line, and the 2 buttons of a question or of the bar are in one row", async ({
  sender,
  page,
}) => {
  await sender.template(OFFER);
  await page.setViewportSize(SIZES.phone);
  const rows = Array.from({ length: 1_000 }, (_, i) => `Person ${i},p${i}@example.org,Discount,2026-12-01`);
  await page.goto("/app#bulk-send");
  await chooseTemplate(page, OFFER.name);
  const file = csvFile(["Full Name,Email,Offer,Due", ...rows].join("\n"));
  await page.locator('input[type="file"]').first().setInputFiles(file);
  await page.getByRole("radio", { name: /^Tomorrow/ }).click();
  await expect(page.getByRole("button", { name: "Schedule 1,000 emails" })).toBeVisible();
  await expect.poll(() => crampedButtons(page)).toEqual([]);
  await keepScreen(page, "phone-bar");
  await page.getByRole("button", { name: "Schedule 1,000 emails" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toBeVisible();
  await expect.poll(() => crampedButtons(page)).toEqual([]);
  await keepScreen(page, "phone-question");
  await question.getByRole("button", { name: "Schedule 1,000 emails" }).click();
  await page.getByRole("link", { name: "Open in Sends" }).click();
  await page.getByRole("button", { name: "Move" }).click();
  await expect(page.getByRole("dialog", { name: "Move this send" })).toBeVisible();
  await expect.poll(() => crampedButtons(page)).toEqual([]);
  await page.getByRole("button", { name: "Keep the time" }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Cancel the send" }).click();
  await page.getByRole("button", { name: "Send to the 1,000 who did not get it" }).click();
  await expect(question.getByText(/^To p0@example.org/)).toBeVisible();
  await expect.poll(() => crampedButtons(page)).toEqual([]);
  await keepScreen(page, "phone-rest");
});

test("a template with many placeholders has a low row, and a thumb hits its buttons", async ({ sender, page }) => {
  const names = ["Name", "Event", "Place", "Street", "Town", "Table", "Guest", "Menu"];
  const body = `<p>${names.map((name) => `{{${name}}}`).join(" ")}</p>`;
  await sender.template({ name: "Invitation to the summer fête", subject: "For {{Name}}", body });
  await page.setViewportSize(SIZES.phone);
  await page.goto("/app#templates");
  const row = page.getByRole("listitem").filter({ hasText: "Invitation to the summer fête" });
  await expect(row.getByText("and 2 more")).toBeVisible();
  expect((await row.boundingBox())?.height).toBeLessThan(170);
  for (const name of ["Send", "Duplicate", "Delete"]) {
    const target = row.getByRole(name === "Send" ? "link" : "button", { name: new RegExp(`^${name}`) });
    const { width, height } = (await target.boundingBox()) ?? { width: 0, height: 0 };
    expect([name, width >= 40, height >= 40]).toEqual([name, true, true]);
  }
  expect(await faultsOf(page)).toEqual([]);
});

test("a list of 25 people is short, and the email of one is a sheet over it", async ({ sender, page }) => {
  await sender.template(INVOICE);
  await page.setViewportSize(SIZES.phone);
  await page.goto("/app#bulk-send");
  await chooseTemplate(page, INVOICE.name);
  await page.locator('input[type="file"]').first().setInputFiles(invoices());
  await expect(page.getByRole("listitem", { name: /^Row \d+$/ })).toHaveCount(25);
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  await expect.poll(height).toBeLessThan(3_500);
  const top = () => page.evaluate(() => window.scrollY);
  await page.getByRole("listitem", { name: "Row 12", exact: true }).scrollIntoViewIfNeeded();
  await page.getByRole("button", { name: "Generate Preview" }).click();
  const sheet = page.getByRole("dialog", { name: "Email preview" });
  await expect(sheet).toBeVisible();
  const before = await top();
  await expect(sheet.frameLocator("iframe").getByText("Anja")).toBeVisible();
  await sheet.getByRole("button", { name: "Next row" }).click();
  await expect(sheet.frameLocator("iframe").getByText("Jörg")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  await expect(page.getByRole("button", { name: "Generate Preview" })).toBeFocused();
  expect(await top()).toBe(before);
  await page.getByRole("button", { name: "Generate Preview" }).click();
  await expect(sheet.frameLocator("iframe").getByText("Jörg")).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  expect(await accessibilityFaults(page)).toEqual([]);
  await keepScreen(page, "phone-sheet");
});

test("toasts cover no question, nor the cell in use", async ({ sender, page }) => {
  const GUEST = { name: "Guest", subject: "For {{Name}}", body: "<p>Dear {{Name}}.</p>" };
  await sender.template(GUEST);
  await page.setViewportSize(SIZES.phone);
  await page.goto("/app#bulk-send");
  await chooseTemplate(page, GUEST.name);
  const file = csvFile("Name,Email\nAnn,ann@example.org\nBo,bo at example.org\nCy,cy at example.org");
  await page.locator('input[type="file"]').first().setInputFiles(file);
  await page.getByRole("button", { name: "Send 1 email" }).click();
  const question = page.getByRole("alertdialog");
  await question.getByRole("button", { name: "Send 1 email" }).click();
  await page.getByRole("button", { name: "Correct the 2 who did not get it" }).click();

  const toast = page
    .getByRole("region", { name: "Notifications" })
    .getByText(/^The template “Guest” and the 2 people are in Bulk Send/);
  await expect(toast).toBeVisible();
  // The one about the send before it has made room.
  await expect(page.getByRole("button", { name: "Close notification" })).toHaveCount(1);
  await page.getByRole("button", { name: "Close notification" }).hover();
  const cell = (await openCard(page, 2)).getByRole("textbox", { name: "Email" });
  await cell.focus();
  const room = async () => {
    const [above, below] = [await cell.boundingBox(), await toast.boundingBox()];
    return (below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0);
  };
  await expect.poll(room).toBeGreaterThanOrEqual(0);
  await keepScreen(page, "phone-toast");

  const first = (await openCard(page, 1)).getByRole("textbox", { name: "Email" });
  await first.fill("bo@example.org");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Send 1 email" }).click();
  await expect(question).toBeVisible();
  await keepScreen(page, "phone-toast-question");
  await question.getByRole("button", { name: "Send 1 email" }).hover();
  const covered = (dialog: Element) => {
    const { left, top, width, height } = dialog.getBoundingClientRect();
    const points = [0.1, 0.5, 0.9].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [left + x * width, top + y * height]));
    return points.filter(([x = 0, y = 0]) => !dialog.contains(document.elementFromPoint(x, y))).length;
  };
  await expect.poll(() => question.evaluate(covered)).toBe(0);
});
