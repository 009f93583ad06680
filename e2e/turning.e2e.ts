import type { Locator, Page } from "@playwright/test";
import { drawn } from "./drawn.ts";
import { cardOf, openCard } from "./listTable.ts";
import { boundsOf, keepScreen } from "./look.ts";
import { chooseFile, chooseTemplate, csvFile } from "./sendSteps.ts";
import { expect, test } from "./story.ts";

/** A phone that is turned keeps person, field, cursor and place, both ways (rule: turning a phone). */
const UPRIGHT = { width: 390, height: 844 };
const TURNED = { width: 844, height: 390 };

const MATCH = {
  name: "Match",
  subject: "Match for {{Child}}",
  body: `<p>Dear {{Parent}},</p>${"<p>We look forward to it.</p>".repeat(20)}<p>{{Child}} plays at {{Place}}.</p><p>See you there.</p>`,
};
const CHILDREN = ["Mia", "Ben", "Sofia", "Tom"];
const LIST = [
  "Email,Parent,Child",
  ...CHILDREN.map((child, i) => `p${i}@example.org,Parent ${i},${child}`),
].join("\n");

/** Turns the phone, and waits until the page has its new size and place. */
async function turn(page: Page, window: typeof TURNED): Promise<void> {
  await page.setViewportSize(window);
  await drawn(page);
  await drawn(page);
}

/**
 * Types in the middle of a field while the phone is turned twice. The text goes where the cursor
 * was, and the field is in view each time.
 */
async function writeWhileTurning(page: Page, field: Locator, name: string): Promise<void> {
  await field.fill("abcd");
  await field.press("Home");
  await field.press("ArrowRight");
  for (const [window, letter] of [
    [TURNED, "1"],
    [UPRIGHT, "2"],
    [TURNED, "3"],
    [UPRIGHT, "4"],
  ] as const) {
    await page.setViewportSize(window);
    await expect(field).toBeFocused();
    await expect(field).toBeInViewport({ ratio: 1 });
    await keepScreen(page, `turned-${name}-${window.width}`);
    await page.keyboard.type(letter);
  }
  await expect(field).toHaveValue("a1234bcd");
}

for (const first of [UPRIGHT, TURNED]) {
  test.describe(`from ${first.width} × ${first.height}`, () => {
    test.use({ signedIn: true, viewport: first, hasTouch: true });

    test("Bulk Send", async ({ sender, page }) => {
      await sender.template(MATCH);
      await page.goto("/app#bulk-send");
      await chooseTemplate(page, "Match");
      await chooseFile(page, csvFile(LIST));
      await expect(cardOf(page, 4)).toBeVisible();
      const place = page.getByRole("group", { name: "Place", exact: true }).getByRole("textbox");
      await writeWhileTurning(page, place, "value");
      const card = await openCard(page, 3);
      await writeWhileTurning(page, card.getByRole("textbox", { name: "Child" }), "bulk");
      await expect(page.getByRole("listitem").getByRole("textbox")).toHaveCount(3);
      for (const row of [1, 2, 4])
        await expect(page.getByRole("button", { name: `Row ${row}` })).toContainText(
          CHILDREN[row - 1] ?? "",
        );
    });

    test("Direct Send, each with values of their own", async ({ sender, page }) => {
      await sender.template(MATCH);
      await page.goto("/app#direct-send");
      await chooseTemplate(page, "Match");
      await page
        .getByLabel("Recipients", { exact: true })
        .fill("a@example.org b@example.org c@example.org,");
      await page.getByRole("textbox", { name: /Child/ }).fill("Mia");
      await page
        .getByRole("group", { name: "Child", exact: true })
        .getByText("Each their own")
        .tap();
      await expect(cardOf(page, 1).getByRole("textbox", { name: "Child" })).toBeFocused();
      await expect(page.locator(":focus")).toBeInViewport({ ratio: 0.9 });
      await keepScreen(page, `turned-own-${first.width}`);
      const card = await openCard(page, 2);
      await writeWhileTurning(page, card.getByRole("textbox", { name: "Child" }), "direct");
      await expect((await openCard(page, 1)).getByLabel("Child")).toHaveValue("Mia");
    });

    test("the editor", async ({ sender, page }) => {
      await sender.template(MATCH);
      await page.goto("/app#templates");
      await page.getByRole("button", { name: "Match" }).first().tap();
      const editor = page.getByRole("dialog", { name: "Edit Template" });
      await writeWhileTurning(page, editor.getByLabel("Template Name"), "name");
      const body = editor.getByRole("textbox", { name: "Body" });
      await body.getByText("See you there.").tap();
      await expect(body).toBeFocused();
      await page.keyboard.press("Home");
      const line = body.locator("p").last();
      for (const [window, letter] of [
        [TURNED, "1"],
        [UPRIGHT, "2"],
        [TURNED, "3"],
      ] as const) {
        await page.setViewportSize(window);
        await expect(body).toBeFocused();
        await expect(line).toBeInViewport({ ratio: 1 });
        // There is room below it to write on.
        const roomBelow = async () => window.height - (await boundsOf(line)).bottom;
        await expect.poll(roomBelow).toBeGreaterThan(100);
        await keepScreen(page, `turned-body-${window.width}`);
        await page.keyboard.type(letter);
      }
      await expect(line).toHaveText(/^123/);

      // Nothing but the text scrolls, whatever has the focus.
      const title = editor.getByRole("heading", { name: "Edit Template" });
      const { top } = await boundsOf(title);
      const files = editor.getByLabel("Attachments");
      await files.setInputFiles({
        name: "note.txt",
        mimeType: "text/plain",
        buffer: Buffer.from("a"),
      });
      await files.focus();
      await turn(page, UPRIGHT);
      await turn(page, TURNED);
      await keepScreen(page, "turned-files");
      expect((await boundsOf(title)).top).toBe(top);
      await expect(editor.getByText("note.txt", { exact: true })).toBeInViewport();
    });

    test("no one writes", async ({ sender, page }) => {
      await sender.template(MATCH);
      await page.goto("/app");
      const scrolled = () => page.evaluate(() => document.documentElement.scrollTop);
      for (const tab of ["Manage Templates", "Direct Send", "Bulk Send"]) {
        await page.getByRole("tab", { name: tab }).tap();
        for (const window of [TURNED, UPRIGHT, TURNED, UPRIGHT]) {
          await turn(page, window);
          expect(await scrolled(), `${tab} at ${window.width}`).toBe(0);
        }
      }
      // Further down, the part at the top of the window stays there.
      await chooseTemplate(page, "Match");
      await chooseFile(page, csvFile(LIST));
      const part = cardOf(page, 2);
      await part.evaluate((element) => {
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
        window.scrollBy(0, element.getBoundingClientRect().top - 20);
      });
      for (const window of [TURNED, UPRIGHT, TURNED, UPRIGHT]) {
        await turn(page, window);
        await expect(part).toBeInViewport({ ratio: 1 });
      }
    });
  });
}
