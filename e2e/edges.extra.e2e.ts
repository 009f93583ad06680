import type { Page } from "@playwright/test";
import { edgesOf, looksOfTextButtons } from "./edges.ts";
import { keepScreen, wideFaults } from "./look.ts";
import { chooseFile, chooseTemplate, OFFER, PROBLEMS } from "./sendSteps.ts";
import { expect, test } from "./story.ts";

const WIDTHS = [360, 390, 1280];
/** The lines of each surface begin at its own edge, or at one other, that of a surface in it. */
const MOST_EDGES = 2;
/** A button of words leads on, offers something else, or shows and hides. */
const MOST_LOOKS = 3;

/** Softly: one run reports every screen. */
async function expectEdges(page: Page, name: string): Promise<void> {
  await expect(page.getByRole("status", { name: /^Loading/ })).toHaveCount(0);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: width < 600 ? 844 : 900 });
    // Waits until everything has adapted to the window.
    await wideFaults(page);
    const surfaces = await edgesOf(page);
    const wandering = surfaces.filter(({ edges }) => Object.keys(edges).length > MOST_EDGES);
    expect.soft(wandering, `${name} at ${width}`).toEqual([]);
    const looks = await looksOfTextButtons(page);
    expect
      .soft(looks.length, `${name} at ${width}: ${looks.join(", ")}`)
      .toBeLessThanOrEqual(MOST_LOOKS);
    await keepScreen(page, `edges-${name}-${width}`, { fullPage: true });
  }
  await page.setViewportSize({ width: 1280, height: 900 });
}

test("pages to read", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("form", { name: "Live demo" })).toBeVisible();
  await expectEdges(page, "landing");
  await page.goto("/terms");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expectEdges(page, "terms");
  await page.goto("/privacy");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expectEdges(page, "privacy");
});

test.describe("signed in", () => {
  test.use({ signedIn: true });

  test("templates, the editor, settings, the account and help", async ({ sender, page }) => {
    await sender.template(OFFER);
    await page.goto("/app");
    const name = page.getByRole("button", { name: OFFER.name, exact: true });
    await expect(name).toBeVisible();
    await expectEdges(page, "templates");
    await name.click();
    const editor = page.getByRole("dialog", { name: "Edit Template" });
    await expect(editor.getByRole("textbox", { name: "Body" })).toBeVisible();
    await expectEdges(page, "editor");
    for (const form of ["Text", "Only if…"]) {
      await editor.getByRole("button", { name: form, exact: true }).click();
      await expect(page.locator("[data-form]").getByRole("dialog")).toBeVisible();
      await expectEdges(page, `form-${form === "Text" ? "placeholder" : "condition"}`);
      await page.keyboard.press("Escape");
    }
    await page.keyboard.press("Escape");
    await expect(editor).toBeHidden();
    await page.getByRole("button", { name: /^Account:/ }).click();
    await expect(page.getByText(/emails in the last 24 hours/)).toBeVisible();
    await expectEdges(page, "account");
    // An empty one is no field: it has no border.
    await expect(page.getByRole("meter")).toHaveCSS("border-color", "rgba(0, 0, 0, 0)");
    await page.getByRole("button", { name: "Settings" }).click();
    await expect(page.getByRole("textbox", { name: "Signature" })).toBeVisible();
    await expectEdges(page, "settings");
    await page.getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: "Need Help?" }).click();
    await expect(page.getByRole("dialog", { name: "How Sendwright works" })).toBeVisible();
    await expectEdges(page, "help");
  });

  test("Direct Send, with values of each person", async ({ sender, page }) => {
    await sender.template(OFFER);
    await page.goto("/app#direct-send");
    await expect(page.getByRole("textbox", { name: "Recipients" })).toBeVisible();
    await expectEdges(page, "direct-blank");
    await chooseTemplate(page, OFFER.name);
    await page
      .getByRole("textbox", { name: "Recipients" })
      .pressSequentially("ann@example.org bo@example.org ");
    await expect(page.getByRole("textbox", { name: /Full Name/ })).toBeVisible();
    await expectEdges(page, "direct-same");
    await page
      .getByRole("group", { name: "Full Name", exact: true })
      .getByText("Each their own")
      .click();
    await expect(page.getByRole("grid", { name: "Table of recipients" })).toBeVisible();
    await expectEdges(page, "direct-own");
  });

  test("Bulk Send and its question", async ({ sender, page }) => {
    await sender.template(OFFER);
    await page.goto("/app#bulk-send");
    await expect(page.getByRole("combobox", { name: "Template" })).toBeVisible();
    await expectEdges(page, "bulk-blank");
    await chooseTemplate(page, OFFER.name);
    await chooseFile(page, PROBLEMS);
    await expect(page.getByText("5 ready · 5 skipped (1 duplicate)")).toBeVisible();
    await expectEdges(page, "bulk-list");
    await page.getByRole("button", { name: "Sort and filter" }).click();
    await page.getByRole("button", { name: "Read it another way" }).click();
    await expectEdges(page, "bulk-open");
    await page.getByRole("button", { name: "Sort and filter" }).click();
    await page.getByRole("button", { name: "Only the first" }).click();
    await page.getByRole("button", { name: "Generate Preview" }).click();
    await expect(page.locator("iframe").first()).toBeVisible();
    await expectEdges(page, "bulk-preview");
    if (await page.getByRole("dialog", { name: "Email preview" }).isVisible())
      await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Send 5 emails" }).click();
    const question = page.getByRole("alertdialog");
    await expect(question).toBeVisible();
    await expectEdges(page, "question");
  });

  test("the results, Sends and one of them", async ({ sender, page }) => {
    await sender.template(OFFER);
    await page.goto("/app#bulk-send");
    await chooseTemplate(page, OFFER.name);
    await chooseFile(page, PROBLEMS);
    await page.getByRole("button", { name: "Only the first" }).click();
    await page.getByRole("button", { name: "Send 5 emails" }).click();
    const question = page.getByRole("alertdialog");
    await question.getByRole("button", { name: "Send 5 emails" }).click();
    await expect(page.getByText(/^5 sent, 5 skipped\./).first()).toBeVisible();
    await expectEdges(page, "results");
    await page.goto("/app#sends");
    await expect(page.getByRole("link", { name: OFFER.name })).toBeVisible();
    await expectEdges(page, "sends");
    await page.getByRole("link", { name: OFFER.name }).click();
    await expect(page.getByRole("searchbox", { name: "Search people" })).toBeVisible();
    await expectEdges(page, "send");
  });

  test("the left column of a desk keeps its width, whatever opens in it", async ({
    sender,
    page,
  }) => {
    await sender.template(OFFER);
    await page.goto("/app#bulk-send");
    const widthOf = async () => (await page.locator("main section").first().boundingBox())?.width;
    await expect(page.getByRole("combobox", { name: "Template" })).toBeVisible();
    const before = await widthOf();
    await chooseTemplate(page, OFFER.name);
    await chooseFile(page, PROBLEMS);
    await expect(page.getByRole("grid", { name: "Table of recipients" })).toBeVisible();
    expect(await widthOf()).toBe(before);
    await page.getByRole("button", { name: "Hide: Recipients" }).click();
    expect(await widthOf()).toBe(before);
  });

  test("a sheet over the editor has a shade and a color of its own", async ({ sender, page }) => {
    await sender.template(OFFER);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("/app");
    await page.getByRole("button", { name: OFFER.name, exact: true }).click();
    const editor = page.getByRole("dialog", { name: "Edit Template" });
    await editor.getByRole("button", { name: "Text", exact: true }).click();
    const sheet = page.locator("[data-form]").getByRole("dialog");
    await expect(sheet.getByRole("combobox", { name: "Name" })).toBeVisible();
    await keepScreen(page, "edges-sheet");
    const colorOf = (part: Element) => getComputedStyle(part).backgroundColor;
    expect(await sheet.evaluate(colorOf)).not.toBe(
      await page.locator(".MuiDialog-paper").evaluate(colorOf),
    );
    const shade = page.locator("[data-form] > .MuiBackdrop-root");
    expect(await shade.evaluate(colorOf)).not.toBe("rgba(0, 0, 0, 0)");
  });
});
