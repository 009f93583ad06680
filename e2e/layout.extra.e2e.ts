import { randomUUID } from "node:crypto";
import { holdBack } from "./holdBack.ts";
import { INVOICE, invoices } from "./invoices.ts";
import { accessibilityFaults, keepScreen, wideFaults } from "./look.ts";
import { chooseTemplate } from "./sendSteps.ts";
import { expect, test } from "./story.ts";

/** Nothing is cut off, nothing jumps away from under the mouse, and the editor shows the email's layout. */
test.use({ signedIn: true });

test("a value of several lines is seen whole, up to six of them", async ({ sender, page }) => {
  await sender.template({ name: "Note", subject: "Hello", body: "<p>We meet at {{Place}}.</p>" });
  await page.goto("/app#direct-send");
  await chooseTemplate(page, "Note");
  const place = page.getByRole("textbox", { name: /Place/ });
  const heightOf = async (lines: number) => {
    await place.fill(Array.from({ length: lines }, (_, n) => `line ${n}`).join("\n"));
    return await place.evaluate((field) => field.clientHeight);
  };
  const heights = [await heightOf(1), await heightOf(2), await heightOf(6), await heightOf(20)];
  const line = Number(heights[1]) - Number(heights[0]);
  expect(line).toBeGreaterThan(15);
  expect(heights[2]).toBeCloseTo(Number(heights[0]) + 5 * line, -1);
  expect(heights[3]).toBe(heights[2]);
});

test("a click on Send hits the button where it is seen: facts that load meanwhile have their place", async ({
  page,
}) => {
  await page.goto("/app#bulk-send");
  await page.getByRole("radio", { name: "Manual" }).click();
  await page.getByRole("combobox", { name: "Template" }).click();
  await page.getByRole("option", { name: "(Compose Manually)" }).click();
  await page.getByRole("textbox", { name: "Subject" }).fill("Tea on Friday");
  await page.getByRole("textbox", { name: "Recipients" }).fill("ann@example.org\nbo@example.org");
  await page.getByRole("textbox", { name: "Body" }).fill("See you there.");
  const answer = await holdBack(page, "**/api/config");
  page.once("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByText("Checking when they can go out…")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Body" })).toHaveText("See you there.");
  await page.evaluate(async () => void (await document.fonts.ready));
  const top = () =>
    page.getByRole("button", { name: "Send 2 emails" }).evaluate((one) => one.getBoundingClientRect().top + scrollY);
  const before = await top();
  answer();
  await expect(page.getByText(/After this, \d+ of your account's/)).toBeVisible();
  await expect.poll(top).toBe(before);
});

test("list and page fit a phone and a desk, in both themes", async ({ sender, page }) => {
  const template = await sender.template({ name: "Offer", subject: "An offer", body: "<p>Dear {{Name}}.</p>" });
  const [id, people] = [randomUUID(), ["ann@example.org", "bo@example.org", "cy@example.org"]];
  await sender.sendToFile(template, people, id);
  await sender.sendToFile(template, people.slice(0, 2), randomUUID(), new Date(Date.now() + 86_400_000));
  await page.goto("/app#sends");
  await expect(page.getByRole("link", { name: "Offer" })).toHaveCount(2);
  const faults: string[] = [];
  for (const [name, hash] of [
    ["sends-list", "sends"],
    ["sends-page", `sends/${id}`],
  ] as const) {
    await page.goto(`/app#${hash}`);
    await expect(page.getByText("3 sent.").first()).toBeVisible();
    for (const [width, colorScheme] of [
      [360, "dark"],
      [1280, "light"],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      faults.push(...(await wideFaults(page)), ...(await accessibilityFaults(page)));
      await keepScreen(page, `${name}-${width}-${colorScheme}`, { fullPage: true });
    }
  }
  expect(faults).toEqual([]);
});

test("nine columns of a file are seen beside the email, and a long note makes no tall row", async ({
  sender,
  page,
}) => {
  await sender.template(INVOICE);
  await page.goto("/app#bulk-send");
  await chooseTemplate(page, INVOICE.name);
  await page.locator('input[type="file"]').first().setInputFiles(invoices());
  const grid = page.getByRole("grid", { name: "Table of recipients" });
  await expect(grid.getByRole("columnheader")).toHaveCount(11);
  await expect.poll(() => grid.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
  await expect(page.getByRole("region", { name: "Preview", exact: true })).toBeInViewport();
  // The row has no box: the grid places its cells.
  const note = grid.getByRole("gridcell", { name: /^Please call/ });
  await expect(note).toBeVisible();
  expect((await note.boundingBox())?.height).toBeLessThan(60);
  await keepScreen(page, "table-nine-columns", { fullPage: true });
});

test.describe("of many columns", () => {
  const NAMES = ["First Name", "City", "Track", "Talk Title", "Room", "Hotel", "Seat", "Note", "Last Word"];

  for (const width of [1280, 700]) {
    test(`a table keeps in sight whose row it is, however far at the right one writes, at ${width}`, async ({
      sender,
      page,
    }) => {
      const body = NAMES.map((name) => `<p>{{${name}}}</p>`).join("");
      await sender.template({ name: "Note", subject: "Hello", body: `${body}<p>{{At|time}}</p>`, timeFormat: "12hr" });
      await page.setViewportSize({ width, height: 780 });
      await page.goto("/app#bulk-send");
      await chooseTemplate(page, "Note");
      await page.getByRole("button", { name: "Type a list" }).click();
      const grid = page.getByRole("grid", { name: "Table of recipients" });
      const cell = (row: number, column: number) => grid.getByRole("row").nth(row).getByRole("gridcell").nth(column);
      const rows = ["ann.goodman@example.org\tAnn", "bo.li@mail.example.org\tBo"].join("\n");
      await page.evaluate((text) => navigator.clipboard.writeText(text), rows);
      await cell(1, 1).click();
      await page.keyboard.press("Control+V");
      await cell(2, 1).click();
      // By keyboard, from the address to the last value: each column that is written in is seen beside the address.
      for (let column = 2; column < NAMES.length + 3; column += 1) {
        await page.keyboard.press("ArrowRight");
        await expect(cell(2, column)).toBeFocused();
      }
      await page.keyboard.type("14:30");
      await expect(grid.getByRole("textbox", { name: "At in row 2" })).toBeInViewport({ ratio: 0.9 });
      await keepScreen(page, `table-${width}-light`);
      await expect(cell(2, 0)).toBeInViewport({ ratio: 1 });
      await expect(cell(2, 1)).toBeInViewport({ ratio: 1 });
      await expect(cell(2, 1)).toHaveText("bo.li@mail.example.org");
      const [whose, written] = await Promise.all([cell(2, 1).boundingBox(), cell(2, NAMES.length + 2).boundingBox()]);
      expect((whose?.x ?? 0) + (whose?.width ?? 0)).toBeLessThanOrEqual((written?.x ?? 0) + 1);
      await page.keyboard.press("Enter");
      await expect(cell(2, NAMES.length + 2)).toHaveText("2:30 PM");
      await page.emulateMedia({ colorScheme: "dark" });
      await keepScreen(page, `table-${width}-dark`);
    });
  }
});

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

test("the editor shows every word where the email has it", async ({ sender, context, page }) => {
  const template_id = await sender.template({ name: "Look", subject: "s", body: BODY });
  const { body: preview } = await sender.call("POST", "/api/preview", { template_id, variables: {} });

  await page.goto("/app");
  await page.getByRole("button", { name: "Look", exact: true }).click();
  const body = page.getByRole("dialog", { name: "Edit Template" }).getByRole("textbox", { name: "Body" });
  await body.click();
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
