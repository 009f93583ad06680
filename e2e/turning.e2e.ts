import type { Locator, Page } from "@playwright/test";
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
    });
  });
}
