import type { Locator, Page } from "@playwright/test";
import { cardOf, headOf } from "./listTable.ts";
import { boundsOf, keepScreen } from "./look.ts";
import type { Sender } from "./sender.ts";
import { chooseFile, chooseTemplate, csvFile } from "./sendSteps.ts";
import { expect, test } from "./story.ts";

/** Low windows: a turned phone, and an upright one with its keyboard open. */
const TURNED = { width: 844, height: 390 };
const KEYBOARD = { width: 360, height: 340 };

const LESSON = {
  name: "Lesson",
  subject: "Lesson for {{Child}}",
  body: "<p>Dear {{Parent}},</p><p>{{Child}} has a lesson.</p><p>See you there.</p>",
};
const PEOPLE = Array.from({ length: 12 }, (_, i) => `p${i}@example.org,Parent ${i},Child ${i}`);
const LIST = ["Email,Parent,Child", ...PEOPLE].join("\n");

/**
 * The dialog begins at its top; its title and buttons stay in sight while the content between
 * them scrolls.
 */
async function expectWhole(page: Page, dialog: Locator, name: string): Promise<void> {
  const title = dialog.locator(".MuiDialogTitle-root");
  const content = dialog.locator(".MuiDialogContent-root");
  const buttons = dialog.locator(".MuiDialogActions-root").getByRole("button");
  await expect(title).toBeInViewport({ ratio: 1 });
  await keepScreen(page, `low-${name}-${page.viewportSize()?.width}`);
  expect(await content.evaluate((element) => element.scrollTop)).toBe(0);
  expect((await boundsOf(content)).top).toBeGreaterThanOrEqual((await boundsOf(title)).bottom - 1);
  await content.evaluate((element) => element.scrollTo(0, 100_000));
  await expect(title).toBeInViewport({ ratio: 1 });
  for (const one of await buttons.all()) await expect(one).toBeInViewport({ ratio: 1 });
}

for (const [where, viewport] of [
  ["a turned phone", TURNED],
  ["an upright phone with its keyboard open", KEYBOARD],
] as const) {
  test.describe(where, () => {
    test.use({ signedIn: true, viewport, hasTouch: true });

    test("every dialog begins at its top, and its title and buttons stay in sight", async ({
      sender,
      page,
    }) => {
      await sender.template(LESSON);
      await page.goto("/app#bulk-send");
      await chooseTemplate(page, "Lesson");
      await chooseFile(page, csvFile(LIST));
      const question = page.getByRole("alertdialog");
      const send = page.getByRole("button", { name: "Send 12 emails" });
      await send.tap();
      await expect(question).toHaveAccessibleName("Send 12 emails?");
      await expectWhole(page, question, "send");
      await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
      await question.getByRole("button", { name: "Send 12 emails" }).tap();
      await expect(page.getByText("12 sent.").first()).toBeVisible();

      // Another page: no toast, and no result of the send.
      await page.reload();
      await chooseTemplate(page, "Lesson");
      await chooseFile(page, csvFile(LIST));
      await send.tap();
      await expect(question).toHaveAccessibleName("Send “Lesson” again?");
      await expectWhole(page, question, "again");
      await question.getByRole("button", { name: "Cancel" }).tap();

      await page.getByRole("button", { name: /^Account:/ }).tap();
      await page
        .getByRole("button", { name: "Settings" })
        .or(page.getByRole("menuitem", { name: "Settings" }))
        .tap();
      await expectWhole(page, page.getByRole("dialog", { name: "Settings" }), "settings");
    });
  });
}

/** Opens the lesson's template in the editor. */
async function openLesson(sender: Sender, page: Page): Promise<Locator> {
  await sender.template(LESSON);
  await page.goto("/app#templates");
  await page.getByRole("button", { name: "Lesson" }).first().tap();
  return page.getByRole("dialog", { name: "Edit Template" });
}

test.describe("a turned phone's", () => {
  test.use({ signedIn: true, viewport: TURNED, hasTouch: true });

  test("editor shows two lines of the body, one row of formats and Save", async ({
    sender,
    page,
  }) => {
    const editor = await openLesson(sender, page);
    const save = editor.getByRole("button", { name: "Save Template" });
    const body = editor.getByRole("textbox", { name: "Body" });
    await expect(save).toBeInViewport({ ratio: 1 });
    const { top } = await boundsOf(editor.locator(".MuiDialogActions-root"));
    for (const line of [0, 1]) {
      await expect(body.locator("p").nth(line)).toBeInViewport({ ratio: 1 });
      expect((await boundsOf(body.locator("p").nth(line))).bottom).toBeLessThanOrEqual(top);
    }
    await keepScreen(page, "low-editor");
    const formats = editor.getByRole("toolbar", { name: "Formatting" });
    const { height = 0 } = (await formats.boundingBox()) ?? {};
    expect(height).toBeLessThan(50);
    await expect(formats.getByRole("button", { name: "More formatting" })).toBeInViewport();
  });

  test("forms show their first error, and close without a second tap or a covered button", async ({
    sender,
    page,
  }) => {
    const editor = await openLesson(sender, page);
    const save = page.locator("button", { hasText: "Save Template" });
    await editor.getByRole("textbox", { name: "Body" }).tap();
    await editor.getByRole("button", { name: "Dropdown" }).tap();
    const form = page.getByRole("dialog", { name: "Placeholder" });
    await form.getByLabel("Name").fill("Offer");
    const insert = form.getByRole("button", { name: "Insert" });
    await insert.tap();
    const error = form.getByText("A dropdown needs at least one option.");
    await expect(form.getByLabel("Options, one per line")).toBeFocused();
    await expect(error).toBeInViewport({ ratio: 1 });
    await expect
      .poll(async () => (await boundsOf(error)).bottom)
      .toBeLessThanOrEqual((await boundsOf(insert)).top);
    await keepScreen(page, "low-form-error");

    // For a moment after the form closes, the buttons below it take no second tap.
    const page_ = page.locator("#root > *").first();
    await expect(save).toHaveCSS("animation-name", "none");
    await form.getByLabel("Options, one per line").fill("Discount");
    await insert.tap();
    await expect(save).toHaveCSS("animation-name", "arming");
    await expect(page_).toHaveCSS("animation-name", "none");

    const subject = editor.getByRole("textbox", { name: "Subject Line" });
    await subject.fill("");
    await save.tap();
    await expect(subject).toBeFocused();
    await expect(editor.getByText("Subject line is required.", { exact: true })).toBeInViewport();
    await keepScreen(page, "low-refused");
    await subject.fill("Lesson");
    await save.tap();
    await expect(page_).toHaveCSS("animation-name", "arming");
    const toast = page.locator("[data-toast]");
    await expect(toast).toHaveCount(1);
    await page.getByRole("tab", { name: "Bulk Send" }).tap();
    await keepScreen(page, "low-toast");
    const { top } = await boundsOf(page.getByRole("button", { name: "Generate Preview" }));
    await expect.poll(async () => (await boundsOf(toast)).bottom).toBeLessThanOrEqual(top);
  });

  test("bottom bar is low, and covers neither a field nor the way to put it right", async ({
    sender,
    page,
  }) => {
    await sender.template(LESSON);
    await page.goto("/app#bulk-send");
    await chooseTemplate(page, "Lesson");
    await chooseFile(page, csvFile(LIST.replaceAll(/(p\d+)@example.org/g, '"$1@example,org"')));
    await expect(cardOf(page, 1)).toBeVisible();
    const bar = async () => (await boundsOf(page.locator(":has(> [data-actions])"))).top;
    await expect.poll(bar).toBeGreaterThanOrEqual(TURNED.height - 48);
    for (const row of [6, 9]) {
      const card = cardOf(page, row);
      const head = headOf(page, row);
      // As low in the window as it can be tapped.
      await head.evaluate((element) => element.scrollIntoView({ block: "end" }));
      await head.tap();
      const email = card.getByRole("textbox", { name: "Email" });
      await expect(email).toBeFocused();
      const fix = card.getByRole("button", { name: /^Use / });
      const isClear = async () => (await boundsOf(fix)).bottom <= (await bar());
      expect(await isClear()).toBe(true);
      // A field right above the bar brings the lines below it along.
      await email.blur();
      await email.evaluate((element) => element.scrollIntoView({ block: "end" }));
      expect(await isClear()).toBe(false);
      await email.tap();
      await expect.poll(isClear).toBe(true);
      await keepScreen(page, `low-row-${row}`);

      // The card's head, which says whose row it is, stays in sight while its fields scroll.
      const child = card.getByRole("textbox", { name: "Child" });
      await child.evaluate((element) => element.scrollIntoView({ block: "start" }));
      await expect(head).toBeInViewport({ ratio: 1 });
      expect((await boundsOf(head)).bottom).toBeLessThanOrEqual((await boundsOf(child)).top);
      await keepScreen(page, `low-head-${row}`);
      // Short fields are beside each other.
      expect((await boundsOf(child)).top).toBe((await boundsOf(email)).top);
    }

    // Fields that appear below the choice come into view, and the day is whole.
    const choice = page.getByRole("group", { name: "When" }).getByText("Choose…");
    await choice.evaluate((element) => element.scrollIntoView({ block: "end" }));
    await choice.tap();
    const day = page.getByRole("combobox", { name: "Day" });
    await expect.poll(async () => (await boundsOf(day)).bottom).toBeLessThanOrEqual(await bar());
    const isWhole = (element: Element) => element.scrollWidth <= element.clientWidth;
    expect(await day.evaluate(isWhole)).toBe(true);
    await keepScreen(page, "low-when");
  });
});
