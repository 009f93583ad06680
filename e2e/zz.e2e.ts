import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "./story.ts";
const FIXTURES = join(import.meta.dirname, "../web/src/components/RichTextEditor/paste/fixtures");
test.use({ signedIn: true });
for (const width of [1280, 360]) for (const scheme of ["light", "dark"] as const)
test(`look ${width} ${scheme}`, async ({ page }) => {
  await page.setViewportSize({ width, height: width === 360 ? 740 : 900 });
  await page.emulateMedia({ colorScheme: scheme });
  await page.goto("/app");
  await page.getByRole("button", { name: "Create New Template", exact: true }).click();
  const body = page.getByRole("dialog").getByRole("textbox", { name: "Body" });
  await body.click();
  for (const program of ["excelTable", "wordTable"]) {
    const html = readFileSync(join(FIXTURES, `${program}.clipboard.txt`), "utf8");
    await page.evaluate(async (copied) => {
      const blob = (text: string, type: string) => new Blob([text], { type });
      await navigator.clipboard.write([new ClipboardItem({ "text/html": blob(copied, "text/html"), "text/plain": blob("no", "text/plain") })]);
    }, html);
    await page.keyboard.press("Control+v");
    await page.waitForTimeout(300);
  }
  await page.getByText("4712").first().click();
  await page.waitForTimeout(600);
  await page.screenshot({ path: `/tmp/look-${width}-${scheme}.png` });
  if (width === 360) {
    const add = page.getByRole("button", { name: "Add row" });
    await add.scrollIntoViewIfNeeded();
    await page.waitForTimeout(300);
    await page.screenshot({ path: `/tmp/look-${width}-${scheme}-2.png` });
  }
});
