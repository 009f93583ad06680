import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./story.ts";

/** The body's editor under real keys, a real clipboard and a real renderer. */
const FIXTURES = join(import.meta.dirname, "../web/src/components/RichTextEditor/paste/fixtures");

test.use({ signedIn: true });

let page: Page;
test.beforeEach(async ({ page: own }) => {
  page = own;
  await page.goto("/app");
});

async function openEditor(name = "Create New Template", title = name): Promise<Locator> {
  await page.getByRole("button", { name, exact: true }).click();
  const body = page.getByRole("dialog", { name: title }).getByRole("textbox", { name: "Body" });
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
/** What a reader of the body sees, without what Quill needs around a chip. */
const textOf = (body: Locator) =>
  body.evaluate((element) => [...element.children].map((line) => line.textContent?.replaceAll("\ufeff", "")));

test.describe("placeholders", () => {
  test("become chips as they are typed, and text again when that is undone", async () => {
    const body = await openEditor();
    await page.keyboard.type("Hi {{First Name}}, due {{Due|date}}");
    await hasChips(body, "{{First Name}}", "{{Due|date}}");
    await press("Control+z");
    await expect.poll(() => textOf(body)).toEqual(["Hi First Name, due {{Due|date}}"]);
    await press("Control+Shift+z");
    await hasChips(body, "{{First Name}}", "{{Due|date}}");
  });

  test("go with one key, and are never split by a format", async () => {
    const body = await openEditor();
    await page.keyboard.type("a {{Name}} b");
    await press("Control+a", "Control+b");
    await expect(body.locator("strong")).toHaveCount(1);
    await hasChips(body, "{{Name}}");
    await press("End", "ArrowLeft", "ArrowLeft", "Backspace");
    await hasChips(body);
    await expect.poll(() => textOf(body)).toEqual(["a  b"]);
  });

  test("are offered at two braces, chosen with the keyboard", async () => {
    const body = await openEditor();
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

  test("are changed with Alt and Enter beside them", async () => {
    const body = await openEditor();
    await page.keyboard.type("{{Name}}");
    await press("Alt+Enter");
    const form = page.getByRole("dialog", { name: "Placeholder" });
    await form.getByRole("radio", { name: "Sticky" }).check();
    await press("Enter");
    await hasChips(body, "{{Name|sticky}}");
  });

  test("are copied and pasted as they are", async () => {
    const body = await openEditor();
    await page.keyboard.type("{{A}} and {{B|date}}");
    await press("Control+a", "Control+c", "End", "Enter", "Control+v");
    await hasChips(body, "{{A}}", "{{B|date}}", "{{A}}", "{{B|date}}");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("{{A}} and {{B|date}}");
  });

  test("leave the editor with Tab: it is no trap", async () => {
    const body = await openEditor();
    await page.keyboard.type("a");
    await press("Tab");
    await expect.poll(() => body.evaluate((element) => element.contains(document.activeElement))).toBe(false);
  });
});

for (const program of ["word", "wordOnline", "googleDocs", "gmail", "excel"]) {
  test(`${program} is pasted without rubbish`, async () => {
    const html = readFileSync(join(FIXTURES, `${program}.clipboard.txt`), "utf8");
    const body = await openEditor();
    await page.evaluate(async (copied) => {
      const blob = (text: string, type: string) => new Blob([text], { type });
      const item = { "text/html": blob(copied, "text/html"), "text/plain": blob("not this", "text/plain") };
      await navigator.clipboard.write([new ClipboardItem(item)]);
    }, html);
    await press("Control+v");
    await expect(body).toHaveText(/\S/);
    const pasted = await body.innerHTML();
    expect(pasted).not.toMatch(/mso|class="Mso|style="[^"]|&lt;|\bnot this\b/);
    const lines = await textOf(body);
    expect(lines.at(-1)).not.toBe("");
    expect(lines.some((line, at) => line === "" && lines[at + 1] === "")).toBe(false);
  });
}

const BODY = [
  "<h1>Head one</h1><h2>Head two</h2><h3>Head three</h3>",
  "<p>plain <strong>bold</strong> <em>italic</em> <u>under</u> <s>strike</s> H<sub>2</sub>O x<sup>9</sup> end</p>",
  "<p><br></p><p>after an empty line</p><p>a&nbsp;&nbsp;&nbsp;few spaces</p><p>&nbsp;lead</p>",
  '<p class="ql-align-center">centred</p><p class="ql-align-right">right</p>',
  '<p class="ql-indent-1">indented</p><p class="ql-indent-3">far</p>',
  '<ol><li data-list="bullet">point</li><li data-list="bullet" class="ql-indent-1">deeper</li>',
  '<li data-list="bullet" class="ql-indent-2">deepest</li><li data-list="ordered">one</li>',
  '<li data-list="ordered" class="ql-indent-1">letter</li><li data-list="ordered">two</li></ol>',
  "<blockquote>quoted</blockquote><blockquote>more</blockquote><p>between</p>",
  "<pre>code\n  indented\n\nlast\n</pre><p>and a <a href='https://example.com'>link</a></p>",
  `<p>${"words that go on and on ".repeat(20)}</p>`,
  `<p class="ql-align-justify">${"words at both margins ".repeat(20)}</p>`,
].join("");

/** Each word of an element in the page with its place, in pixels from where its text begins. */
function wordsOf(element: HTMLElement): [word: string, left: number, top: number][] {
  const box = element.getBoundingClientRect();
  const { paddingLeft, paddingTop } = getComputedStyle(element);
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const words: [string, number, number][] = [];
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    for (const { 0: word, index } of (text.textContent ?? "").matchAll(/[^\s\u00a0]+/g)) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const { left, top } = range.getBoundingClientRect();
      words.push([
        word,
        left - box.left - Number.parseFloat(paddingLeft),
        top - box.top - Number.parseFloat(paddingTop),
      ]);
    }
  }
  return words;
}

test("the editor shows every word where the mail has it", async ({ sender, context }) => {
  const template_id = await sender.template({ name: "Look", subject: "s", body: BODY });
  const { body: preview } = await sender.call("POST", "/api/preview", { template_id, variables: {} });

  await page.reload();
  const body = await openEditor("Look", "Edit Template");
  await body.evaluate((element) => {
    element.style.maxHeight = "none";
  });
  const inEditor = await body.evaluate(wordsOf);
  const width = await body.evaluate(
    (element) => element.clientWidth - 2 * Number.parseFloat(getComputedStyle(element).paddingLeft),
  );

  const mail = await context.newPage();
  await mail.setContent(`<div style="width:${width}px">${preview.rendered_body_html}</div>`);
  const inMail = await mail.locator("div").first().evaluate(wordsOf);
  expect(inEditor.map(([word]) => word)).toEqual(inMail.map(([word]) => word));
  const moved = inEditor.filter(([, left, top], at) => {
    const [, mailLeft = 0, mailTop = 0] = inMail[at] ?? [];
    return Math.abs(left - mailLeft) > 1 || Math.abs(top - mailTop) > 1;
  });
  expect(moved).toEqual([]);
});
