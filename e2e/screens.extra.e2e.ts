import type { Page } from "@playwright/test";
import { consent } from "./google.ts";
import { keepScreen, look } from "./look.ts";
import type { Sender } from "./sender.ts";
import { chooseFile, csvFile, PROBLEMS, writeTime } from "./sendSteps.ts";
import { expect, test } from "./story.ts";

/** A walk through every screen: each is looked at in four widths and two themes (see look.ts). */
const FILE = {
  name: "programme-of-the-conference.pdf",
  mimeType: "application/pdf",
  buffer: Buffer.alloc(40_000, "x"),
};

test.use({
  expected: /Failed to load resource: the server responded with a status of (403|404|500)/,
});

let page: Page;
test.beforeEach(({ page: own }) => {
  page = own;
});

const button = (name: string | RegExp) => page.getByRole("button", { name });
const ready = () => expect(button("Sign In & Link Google Account")).toBeEnabled();

test.describe("for visitors", () => {
  test("landing page, with its demo", async () => {
    await page.goto("/");
    await ready();
    await expect(page.getByRole("form", { name: "Live demo" })).toBeVisible();
    await look(page, "landing");
    await page.getByLabel("Recipient email").fill("anna@");
    await page.getByLabel("Recipient Name").fill("Anna Öberg");
    await page.getByLabel("Promo Code").fill("SPRING-20");
    await page.getByLabel("Offer Type").selectOption("Free Trial");
    await button("Generate Preview").click();
    await expect(page.getByText("Please enter a valid email address.")).toBeVisible();
    await look(page, "demo-refused");
    await page.getByLabel("Recipient email").fill("anna@example.com");
    await button("Generate Preview").click();
    await expect(page.getByRole("region", { name: "Preview" })).toBeVisible();
    await look(page, "demo-preview");
  });

  test("landing page, with an error, and without the Gmail box", async ({ email }) => {
    await page.goto("/?error=missing_refresh_token");
    await ready();
    await look(page, "landing-error", { fullPage: false });
    await consent(page, email, { without: "Send email on your behalf" });
    await expect(page.getByText("One box wasn't selected")).toBeVisible();
    await look(page, "landing-tick-the-box", { fullPage: false });
  });

  test("privacy page and 404 page", async () => {
    await page.goto("/privacy");
    await expect(page.getByText("Last updated: April 01, 2025")).toBeVisible();
    await look(page, "privacy");
    await page.goto("/nowhere");
    await expect(page.getByText("Oops! Page Not Found")).toBeVisible();
    await look(page, "not-found");
  });
});

test.describe("signed in", () => {
  test.use({ signedIn: true });

  test("a signature: in the settings, in a template", async ({ sender }) => {
    await sender.call("PUT", "/api/account/settings", {
      signature:
        '<p><strong>Ada Lovelace</strong></p><p><a href="https://example.org">Analytical Engines</a></p>',
    });
    await sender.template();
    await page.goto("/app");
    await button(/^Account:/).click();
    await button("Settings").click();
    await expect(page.getByRole("textbox", { name: "Signature" })).toContainText("Ada Lovelace");
    await look(page, "settings-signature", { fullPage: false });
    await button("Close").click();
    await button(/^Invitation$/).click();
    await expect(page.getByRole("checkbox", { name: "Add my signature" })).toBeVisible();
    await look(page, "template-signature", { fullPage: false });
  });

  test("templates: none, a broken list", async () => {
    await page.goto("/app");
    await expect(page.getByText("No templates created yet.")).toBeVisible();
    await look(page, "templates-empty");
    await page.route("/api/templates", (route) =>
      route.fulfill({
        status: 500,
        json: { success: false, error: "Could not load templates.", request_id: "a1b2c3" },
      }),
    );
    await page.reload();
    await expect(button("Try again")).toBeVisible();
    await look(page, "templates-error", { fullPage: false });
    await page.unrouteAll();
    await button("Try again").click();
    await expect(page.getByText("No templates created yet.")).toBeVisible();
  });

  test("the editor: blank, refused, filled, a question over it, saved", async () => {
    await page.goto("/app");
    await button("Create New Template").first().click();
    const editor = page.getByRole("dialog", { name: "Create New Template" });
    await expect(editor.getByRole("textbox", { name: "Body" })).toBeVisible();
    await look(page, "editor-blank", { fullPage: false });
    await editor.getByRole("button", { name: "Save Template" }).click();
    await expect(editor.getByText(/Validation Failed/)).toBeVisible();
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
    await editor.locator('input[type="file"]').setInputFiles(FILE);
    await look(page, "editor-filled", { fullPage: false });
    await page.keyboard.press("Escape");
    await expect(page.getByRole("alertdialog")).toBeVisible();
    await look(page, "editor-discard", { fullPage: false });
    await button("Keep editing").click();
    await editor.getByRole("button", { name: "Save Template" }).click();
    await expect(editor).toBeHidden();
    await expect(
      page.getByRole("button", { name: "Invitation to speak", exact: true }),
    ).toBeVisible();
    await button("Close notification").first().click();
  });

  test("templates: one of them, deleting it, opening it again", async ({ sender }) => {
    await invitation(sender);
    await page.goto("/app");
    await expect(
      page.getByRole("button", { name: "Invitation to speak", exact: true }),
    ).toBeVisible();
    await look(page, "templates");
    await button("Delete Invitation to speak").click();
    await expect(page.getByRole("alertdialog")).toBeVisible();
    await look(page, "templates-delete", { fullPage: false });
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Invitation to speak", exact: true }).click();
    await expect(
      page.getByRole("dialog", { name: "Edit Template" }).getByRole("textbox", { name: "Body" }),
    ).toBeVisible();
    await look(page, "editor-edit", { fullPage: false });
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
  });

  test("account menu and guide", async () => {
    await page.goto("/app");
    await button(/^Account:/).click();
    await expect(page.getByText(/emails in the last 24 hours/)).toBeVisible();
    await look(page, "account", { fullPage: false, settled: menuIsAtItsButton });
    await button("Delete my account and data").click();
    await expect(page.getByRole("alertdialog")).toBeVisible();
    await look(page, "account-delete", { fullPage: false });
    await page.keyboard.press("Escape");
    await expect(page.getByRole("alertdialog")).toBeHidden();
    await button("Need Help?").click();
    await expect(page.getByRole("dialog", { name: "How Sendwright works" })).toBeVisible();
    await look(page, "help", { fullPage: false });
    await page.getByRole("heading", { name: "Troubleshooting" }).scrollIntoViewIfNeeded();
    await look(page, "help-end", { fullPage: false });
    await page.keyboard.press("Escape");
  });

  test("Direct Send: blank, refused, half filled, previewed, sent", async ({ sender }) => {
    await invitation(sender);
    await page.goto("/app#direct-send");
    const recipients = page.getByRole("textbox", { name: "Recipients" });
    await expect(recipients).toBeVisible();
    await look(page, "direct-blank");
    await button("Send Email(s)").click();
    await expect(
      page.getByText("Please enter at least one recipient email.").first(),
    ).toBeVisible();
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
    await page.getByRole("group", { name: "Due", exact: true }).last().click();
    await page.keyboard.type("12242026");
    await page.getByRole("group", { name: "At", exact: true }).last().click();
    await page.keyboard.type("0230PM");
    await button("Generate Preview").click();
    await expect(
      page
        .getByRole("region", { name: "Preview" })
        .frameLocator("iframe")
        .getByText("Ann Good")
        .first(),
    ).toBeVisible();
    await look(page, "direct-preview");
    await button("Send Email(s)").click();
    await expect(page.getByRole("alertdialog")).toBeVisible();
    await look(page, "direct-question", { fullPage: false });
    await page.getByRole("alertdialog").getByRole("button", { name: /^Send/ }).click();
    await expect(page.getByRole("alertdialog")).toBeHidden();
    await expect(button("Send Email(s)")).toBeEnabled();
    await look(page, "direct-sent");
  });

  test("Bulk Send: blank, a file with problems, previewed, sent; composed by hand; without Google", async ({
    sender,
  }) => {
    await invitation(sender);
    await sender.template({
      name: "Offer until",
      subject: "An offer for {{Full Name}}",
      body: "<p>{{Full Name}}, take {{Offer|dropdown:Discount,Free Trial}} until {{Due|date}}.</p>",
    });
    await page.goto("/app#bulk-send");
    await expect(page.getByRole("combobox", { name: "Template" })).toBeVisible();
    await look(page, "bulk-blank");
    await choose("Invitation to speak");
    await chooseFile(page, PROBLEMS);
    await expect(page.getByText(/still need a value for/).first()).toBeVisible();
    await look(page, "bulk-columns");
    await choose("Offer until");
    const dates = csvFile(
      "Full Name,Email,Offer,Due\nAnn,ann@example.org,Discount,03/04/2026",
      "dates.csv",
    );
    const files = page.locator('input[type="file"]').first();
    await files.setInputFiles(dates);
    await expect(page.getByRole("alert").getByText("3 April or March 4?")).toBeVisible();
    await look(page, "bulk-dates");
    await files.setInputFiles(PROBLEMS);
    await expect(page.getByText(/[1-9]\d* ready ·/).first()).toBeVisible();
    await button("Generate Preview").click();
    await expect(
      page.getByRole("region", { name: "Preview" }).frameLocator("iframe").getByText("take"),
    ).toBeVisible();
    await look(page, "bulk-preview");
    await button("Only the first").click();
    await button(/^Send \d+ email/).click();
    await expect(page.getByRole("alertdialog").or(page.getByRole("dialog"))).toBeVisible();
    await look(page, "bulk-question", { fullPage: false });
    await page
      .getByRole("alertdialog")
      .or(page.getByRole("dialog"))
      .getByRole("button", { name: /^Send/ })
      .click();
    await expect(page.getByRole("columnheader", { name: "Row/N" })).toBeVisible();
    await expect(page.getByText(/\d+ sent/).first()).toBeVisible();
    await look(page, "bulk-results");

    await page.getByText("Manual", { exact: true }).click();
    await choose("(Compose Manually)");
    await page.getByLabel("Subject", { exact: true }).fill("Until {{Due|date}}, {{At|time}}");
    await expect(page.getByLabel("Date Format")).toBeVisible();
    await page
      .getByRole("textbox", { name: "Recipients" })
      .fill("ann@example.org, Bo Li <bo@example.org>; nobody\nann@example.org");
    await look(page, "bulk-manual");

    await button(/^Account:/).click();
    await button("Disconnect Google").click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Disconnect Google" }).click();
    await expect(button("Reconnect Google")).toBeVisible();
    await look(page, "disconnected", { fullPage: false });
  });

  async function choose(template: string): Promise<void> {
    const folded = button(/^Change: (Mode|Template) and/);
    const list = page.getByRole("combobox", { name: "Template" });
    await expect(folded.or(list).first()).toBeVisible();
    if (await folded.isVisible()) await folded.click();
    await list.click();
    await page.getByRole("option", { name: template }).click();
  }
  /** The template that most screens show, with a file. */
  async function invitation(sender: Sender): Promise<void> {
    const id = await sender.template({
      name: "Invitation to speak",
      subject: "Your talk on {{Due|date}}, {{Full Name}}",
      body:
        "<p>Dear {{Full Name}},</p><p>take {{Offer|dropdown:Discount,Free Trial,Early Access}} until {{Due|date}} at " +
        "{{At|time}}. Greetings from {{Sender|sticky}}, {{Contact|email}}.</p>",
      dateFormat: "mmddyyyy",
      timeFormat: "12hr",
    });
    const form = new FormData();
    form.set("file", new Blob([FILE.buffer], { type: FILE.mimeType }), FILE.name);
    const { status } = await sender.call("POST", `/api/template/${id}/attachments`, form);
    expect(status).toBe(200);
  }
  /**
   * The account menu opens at the right end of its button, or at the edge of a window that has no
   * room for that; after a resize it takes a moment to move.
   */
  async function menuIsAtItsButton(): Promise<void> {
    const placeOf = async (place: ReturnType<typeof button>) => {
      const { x, width } = (await place.boundingBox()) ?? { x: Number.NaN, width: 0 };
      return { left: x, right: x + width };
    };
    await expect(async () => {
      const menu = await placeOf(page.getByRole("dialog"));
      const anchor = await placeOf(
        page.locator("button[aria-haspopup=dialog][aria-expanded=true]"),
      );
      expect(Math.min(Math.abs(menu.right - anchor.right), menu.left)).toBeLessThan(20);
    }).toPass({ timeout: 10_000, intervals: [50] });
  }
});

test.describe("the clock of a beginning", () => {
  /** Where the clock has 24 hours, whatever the browser's own fields would have. */
  test.use({ signedIn: true, locale: "de-DE" });

  test("the field of a beginning has the clock of the words beside it", async ({ page }) => {
    await page.goto("/app#bulk-send");
    await page.getByText(/^Tomorrow (08|8):00$/).click();
    await page.getByText("Choose…").click();
    const field = page.getByRole("group", { name: "Time", exact: true });
    await expect(field.getByRole("spinbutton")).toHaveText(["08", "00"]);
    await writeTime(page, "1500");
    await expect(field.getByRole("spinbutton")).toHaveText(["15", "00"]);
    await expect(field).toHaveAccessibleDescription(/, 15:00, /);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      for (const width of [1280, 360]) {
        await page.setViewportSize({ width, height: 780 });
        await field.scrollIntoViewIfNeeded();
        await keepScreen(page, `clock-${width}-${colorScheme}`);
      }
    }
  });
});
