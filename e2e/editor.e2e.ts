import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./story.ts";

/** The body's editor with real keys and a real clipboard. */
const FIXTURES = join(import.meta.dirname, "../web/src/components/RichTextEditor/paste/fixtures");

test.use({ signedIn: true });

let page: Page;
test.beforeEach(async ({ page: own }) => {
  page = own;
  await page.goto("/app");
});

async function openEditor(): Promise<Locator> {
  const name = "Create New Template";
  await page.getByRole("button", { name, exact: true }).click();
  const body = page.getByRole("dialog", { name }).getByRole("textbox", { name: "Body" });
  await body.click();
  return body;
}
/** Waits until the body holds these chips. */
const hasChips = (body: Locator, ...chips: string[]) =>
  expect
    .poll(() => body.getByRole("img").evaluateAll((all) => all.map((chip) => chip.getAttribute("title"))))
    .toEqual(chips);
const press = async (...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};
/** The visible text of the body, without Quill's guards around a chip. */
const textOf = (body: Locator) =>
  body.evaluate((element) => [...element.children].map((line) => line.textContent?.replaceAll("\ufeff", "")));

/** Takes out the whole body, to begin the next step. */
async function empty(body: Locator): Promise<void> {
  await body.click();
  await press("Control+a", "Delete");
  await expect.poll(() => textOf(body)).toEqual([""]);
}

test("placeholders become chips that can be undone, deleted, chosen, changed and copied by keyboard", async () => {
  const body = await openEditor();
  await test.step("they become chips as they are typed, and text again when that is undone", async () => {
    await page.keyboard.type("Hi {{First Name}}, due {{Due|date}}");
    await hasChips(body, "{{First Name}}", "{{Due|date}}");
    await press("Control+z");
    await expect.poll(() => textOf(body)).toEqual(["Hi First Name, due {{Due|date}}"]);
    await press("Control+Shift+z");
    await hasChips(body, "{{First Name}}", "{{Due|date}}");
  });
  await test.step("one key deletes one, and a format never splits it", async () => {
    await empty(body);
    await page.keyboard.type("a {{Name}} b");
    await press("Control+a", "Control+b");
    await expect(body.locator("strong")).toHaveCount(1);
    await hasChips(body, "{{Name}}");
    await press("End", "ArrowLeft", "ArrowLeft", "Backspace");
    await hasChips(body);
    await expect.poll(() => textOf(body)).toEqual(["a  b"]);
  });
  await test.step("two braces offer them, and the keyboard chooses", async () => {
    await empty(body);
    await page.keyboard.type("{{First Name}} {{Due|date}} {{fir");
    await expect(page.getByRole("option", { name: "Text: First Name" })).toBeVisible();
    await press("Enter");
    await page.keyboard.type(" {{Place");
    await press("Enter");
    await expect(page.getByRole("dialog", { name: "Placeholder" })).toBeVisible();
    await press("Enter");
    await page.keyboard.type("!");
    await hasChips(body, "{{First Name}}", "{{Due|date}}", "{{First Name}}", "{{Place}}");
    await expect.poll(async () => (await textOf(body))[0]).toMatch(/Place!$/);
  });
  await test.step("Alt and Enter beside one change it", async () => {
    await empty(body);
    await page.keyboard.type("{{Name}}");
    await press("Alt+Enter");
    const form = page.getByRole("dialog", { name: "Placeholder" });
    await form.getByRole("radio", { name: "Sticky" }).check();
    await press("Enter");
    await hasChips(body, "{{Name|sticky}}");
  });
  await test.step("they are copied and pasted as they are", async () => {
    await empty(body);
    await page.keyboard.type("{{A}} and {{B|date}}");
    await press("Control+a", "Control+c", "End", "Enter", "Control+v");
    await hasChips(body, "{{A}}", "{{B|date}}", "{{A}}", "{{B|date}}");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("{{A}} and {{B|date}}");
  });
  await test.step("Tab leaves the editor: it is no trap", async () => {
    await press("Tab");
    await expect.poll(() => body.evaluate((element) => element.contains(document.activeElement))).toBe(false);
  });
});

test("what Word, Google Docs, Gmail and Excel put on the clipboard is pasted without rubbish", async () => {
  const body = await openEditor();
  for (const program of ["word", "wordOnline", "googleDocs", "gmail", "excel"]) {
    await test.step(program, async () => {
      const html = readFileSync(join(FIXTURES, `${program}.clipboard.txt`), "utf8");
      await page.evaluate(async (copied) => {
        const blob = (text: string, type: string) => new Blob([text], { type });
        const item = { "text/html": blob(copied, "text/html"), "text/plain": blob("not this", "text/plain") };
        await navigator.clipboard.write([new ClipboardItem(item)]);
      }, html);
      await empty(body);
      await press("Control+v");
      await expect(body).toHaveText(/\S/);
      const pasted = await body.innerHTML();
      expect(pasted).not.toMatch(/mso|class="Mso|style="[^"]|&lt;|\bnot this\b/);
      const lines = await textOf(body);
      expect(lines.at(-1)).not.toBe("");
      expect(lines.some((line, at) => line === "" && lines[at + 1] === "")).toBe(false);
    });
  }
});
