import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { APP, newPerson, openBrowser, type Person, signIn } from "./browser.ts";
import { consent } from "./google.ts";
import { look } from "./look.ts";

/** A walk through every screen: each is looked at in four widths and two themes (see look.ts). The order is that of the walk. */
const PROBLEMS = join(import.meta.dirname, "data", "problems.csv");

let browser: Browser;
let person: Person;
let page: Page;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

async function arrives(): Promise<void> {
  person = await newPerson(browser, {
    expected: /Failed to load resource: the server responded with a status of (403|500)/,
  });
  page = person.page;
}
async function leaves(): Promise<void> {
  expect(person.complaints).toEqual([]);
  await person.context.close();
}
const button = (name: string | RegExp) => page.getByRole("button", { name });
const ready = () => expect.poll(() => button("Sign In & Link Google Account").isEnabled()).toBe(true);

describe("for visitors", () => {
  beforeAll(arrives);
  afterAll(leaves);

  test("landing page, with its demo", async () => {
    await page.goto(APP);
    await ready();
    await page.getByRole("form", { name: "Live demo" }).waitFor();
    await look(page, "landing");
    await page.getByLabel("Recipient email").fill("anna@");
    await page.getByLabel("Recipient Name").fill("Anna Öberg");
    await page.getByLabel("Promo Code").fill("SPRING-20");
    await page.getByLabel("Offer Type").selectOption("Free Trial");
    await button("Generate Preview").click();
    await page.getByText("Please enter a valid email address.").waitFor();
    await look(page, "demo-refused");
    await page.getByLabel("Recipient email").fill("anna@example.com");
    await button("Generate Preview").click();
    await page.getByRole("region", { name: "Preview" }).waitFor();
    await look(page, "demo-preview");
  });

  test("landing page, with an error, and without the Gmail box", async () => {
    await page.goto(`${APP}/?error=missing_refresh_token`);
    await ready();
    await look(page, "landing-error", { fullPage: false });
    await consent(page, `screens.${Date.now()}@example.com`, { without: "Send email on your behalf" });
    await page.getByText("One box was left empty").waitFor();
    await look(page, "landing-tick-the-box", { fullPage: false });
  });

  test("privacy page and 404 page", async () => {
    await page.goto(`${APP}/privacy`);
    await page.getByText("Last updated: April 01, 2025").waitFor();
    await look(page, "privacy");
    await page.goto(`${APP}/nowhere`);
    await page.getByText("Oops! Page Not Found").waitFor();
    await look(page, "not-found");
  });
});

describe("for those who are signed in", () => {
  beforeAll(async () => {
    await arrives();
    await signIn(page, `screens.${Date.now()}@example.com`);
  });
  afterAll(leaves);
  const tab = (name: string) => page.getByRole("tab", { name }).click();

  test("templates: none, a broken list", async () => {
    await page.getByText("No templates created yet.").waitFor();
    await look(page, "templates-empty");
    await page.route(`${APP}/api/templates`, (route) =>
      route.fulfill({
        status: 500,
        json: { success: false, error: "Could not load templates.", request_id: "a1b2c3" },
      }),
    );
    await page.reload();
    await button("Try again").waitFor();
    await look(page, "templates-error", { fullPage: false });
    await page.unrouteAll();
    await button("Try again").click();
    await page.getByText("No templates created yet.").waitFor();
  });

  test("the editor: blank, refused, filled, a question over it", async () => {
    await button("Create New Template").first().click();
    const editor = page.getByRole("dialog", { name: "Create New Template" });
    await editor.getByRole("textbox", { name: "Body" }).waitFor();
    await look(page, "editor-blank", { fullPage: false });
    await editor.getByRole("button", { name: "Save Template" }).click();
    await editor.getByText(/Validation Failed/).waitFor();
    await look(page, "editor-refused", { fullPage: false });
    await editor.getByLabel("Template Name").fill("Invitation to speak");
    await editor.getByLabel("Subject Line").fill("Your talk on {{Due|date}}, {{Full Name}}");
    await editor.getByRole("textbox", { name: "Body" }).click();
    await page.keyboard.type("Dear {{Full Name}},");
    await page.keyboard.press("Enter");
    await page.keyboard.type(
      "take {{Offer|dropdown:Discount,Free Trial,Early Access}} until {{Due|date}} at {{At|time}}. ",
    );
    await page.keyboard.type("Greetings from {{Sender|sticky}}, {{Contact|email}}.");
    await editor.locator('input[type="file"]').setInputFiles({
      name: "programme-of-the-conference.pdf",
      mimeType: "application/pdf",
      buffer: Buffer.alloc(40_000, "x"),
    });
    await look(page, "editor-filled", { fullPage: false });
    await page.keyboard.press("Escape");
    await page.getByRole("alertdialog").waitFor();
    await look(page, "editor-discard", { fullPage: false });
    await button("Keep editing").click();
    await editor.getByRole("button", { name: "Save Template" }).click();
    await editor.waitFor({ state: "hidden" });
  });

  test("templates: one of them, deleting it, saved again", async () => {
    await page.getByRole("button", { name: "Invitation to speak", exact: true }).waitFor();
    await button("Close notification").first().click();
    await look(page, "templates");
    await button("Delete Invitation to speak").click();
    await page.getByRole("alertdialog").waitFor();
    await look(page, "templates-delete", { fullPage: false });
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Invitation to speak", exact: true }).click();
    await page.getByRole("dialog", { name: "Edit Template" }).getByRole("textbox", { name: "Body" }).waitFor();
    await look(page, "editor-edit", { fullPage: false });
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
  });

  test("account menu and guide", async () => {
    await button(/^Account:/).click();
    await page.getByText(/mails in the last 24 hours/).waitFor();
    await look(page, "account", { fullPage: false, floats: true });
    await button("Delete my account and data").click();
    await page.getByRole("alertdialog").waitFor();
    await look(page, "account-delete", { fullPage: false });
    await page.keyboard.press("Escape");
    await page.getByRole("alertdialog").waitFor({ state: "hidden" });
    await button("Need Help?").click();
    await page.getByRole("dialog", { name: "How Sendwright works" }).waitFor();
    await look(page, "help", { fullPage: false });
    await page.getByRole("heading", { name: "When something goes wrong" }).scrollIntoViewIfNeeded();
    await look(page, "help-end", { fullPage: false });
    await page.keyboard.press("Escape");
  });

  test("Direct Send: blank, refused, half filled, previewed, sent", async () => {
    await tab("Direct Send");
    const recipients = page.getByRole("textbox", { name: "Recipients" });
    await recipients.waitFor();
    await look(page, "direct-blank");
    await button("Send Email(s)").click();
    await page.getByText("Please enter at least one recipient email.").first().waitFor();
    await look(page, "direct-refused");
    await choose("Invitation to speak");
    await recipients.pressSequentially("ann@example.org bo@example ");
    await page.getByRole("textbox", { name: /Full Name/ }).fill("Ann Good");
    await look(page, "direct-half");
    await recipients.press("Backspace");
    await recipients.pressSequentially("bo@example.org ");
    await page.getByRole("combobox", { name: /Offer/ }).click();
    await page.getByRole("option", { name: "Free Trial" }).click();
    await page.getByRole("textbox", { name: /Sender/ }).fill("Grace");
    await page.getByRole("textbox", { name: /Contact/ }).fill("grace@example.org");
    await page.getByRole("group", { name: /Due/ }).click();
    await page.keyboard.type("12242026");
    await page.getByRole("group", { name: /At/ }).click();
    await page.keyboard.type("0230PM");
    await button("Generate Preview").click();
    await page.getByRole("region", { name: "Preview" }).frameLocator("iframe").getByText("Ann Good").first().waitFor();
    await look(page, "direct-preview");
    await button("Send Email(s)").click();
    await page.getByRole("alertdialog").waitFor();
    await look(page, "direct-question", { fullPage: false });
    await page.getByRole("alertdialog").getByRole("button", { name: /^Send/ }).click();
    await page.getByRole("alertdialog").waitFor({ state: "hidden" });
    await expect.poll(() => button("Send Email(s)").isEnabled()).toBe(true);
    await look(page, "direct-sent");
  });

  test("Bulk Send: blank, a file with problems, previewed, sent", async () => {
    await newTemplate(
      "Offer until",
      "An offer for {{Full Name}}",
      "{{Full Name}}, take {{Offer|dropdown:Discount,Free Trial}} until {{Due|date}}.",
    );
    await tab("Bulk Send (CSV)");
    await page.getByRole("combobox", { name: "Template" }).waitFor();
    await look(page, "bulk-blank");
    await choose("Invitation to speak");
    await page.locator('input[type="file"]').first().setInputFiles(PROBLEMS);
    await page
      .getByText(/\d+ ready/)
      .first()
      .waitFor();
    await look(page, "bulk-columns");
    await choose("Offer until");
    await page
      .getByText(/[1-9]\d* ready/)
      .first()
      .waitFor();
    await button("Generate Preview").click();
    await page.getByRole("region", { name: "Preview" }).frameLocator("iframe").getByText("take").waitFor();
    await look(page, "bulk-preview");
    await button(/^Send \d+ email/).click();
    await page.getByRole("alertdialog").or(page.getByRole("dialog")).waitFor();
    await look(page, "bulk-question", { fullPage: false });
    await page.getByRole("alertdialog").or(page.getByRole("dialog")).getByRole("button", { name: /^Send/ }).click();
    await page.getByRole("columnheader", { name: "Row/N" }).waitFor();
    await page
      .getByText(/\d+ sent/)
      .first()
      .waitFor();
    await look(page, "bulk-results");
  });

  test("Bulk Send by hand: composed, a list of recipients", async () => {
    await page.getByText("Manual", { exact: true }).click();
    await choose("(Compose Manually)");
    await page
      .getByRole("textbox", { name: "Recipients" })
      .fill("ann@example.org, Bo Li <bo@example.org>; nobody\nann@example.org");
    await look(page, "bulk-manual");
  });

  test("without Google", async () => {
    await button(/^Account:/).click();
    await button("Disconnect Google").click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Disconnect Google" }).click();
    await button("Reconnect Google").waitFor();
    await look(page, "disconnected", { fullPage: false });
  });

  async function choose(template: string): Promise<void> {
    const folded = button(/^Change: (Mode|Template) and/);
    if (await folded.isVisible()) await folded.click();
    await page.getByRole("combobox", { name: "Template" }).click();
    await page.getByRole("option", { name: template }).click();
  }
  async function newTemplate(name: string, subject: string, body: string): Promise<void> {
    await tab("Manage Templates");
    await button("Create New Template").first().click();
    const editor = page.getByRole("dialog", { name: "Create New Template" });
    await editor.getByLabel("Template Name").fill(name);
    await editor.getByLabel("Subject Line").fill(subject);
    await editor.getByRole("textbox", { name: "Body" }).click();
    await page.keyboard.type(body);
    await editor.getByRole("button", { name: "Save Template" }).click();
    await editor.waitFor({ state: "hidden" });
  }
});
