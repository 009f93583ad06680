import { expect, test } from "./story.ts";

/** Conditions in the editor: on a small phone, and with the cursor keys. */
test.use({ signedIn: true });

const BUS = "Please bring your own car and meet us there a bit ";
const INVITATION = {
  name: "Invitation",
  subject: "Hello",
  body: `<p>Dear {{Name}},</p><p>The bus leaves at nine from the school gate. {{#Drives=yes}}${BUS}{{/Drives=yes}}See you.</p><p>One</p><p>Two</p><p>Three</p><p>Four</p>`,
};

test("a small phone shows six lines of the body, and all of a condition's form below its text", async ({
  sender,
  page,
}) => {
  await sender.template(INVITATION);
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto("/app");
  await page.getByRole("button", { name: "Invitation", exact: true }).click();
  const editor = page.getByRole("dialog", { name: "Edit Template" });
  const body = editor.getByRole("textbox", { name: "Body" });
  await expect(body).toContainText("Four");
  const save = editor.getByRole("button", { name: "Save Template" });
  const bottom = (await save.boundingBox())?.y ?? 0;
  const text = await body.evaluate((element) => {
    const { paddingTop, lineHeight } = getComputedStyle(element);
    const top = element.getBoundingClientRect().top + Number.parseFloat(paddingTop);
    return { top, line: Number.parseFloat(lineHeight) };
  });
  expect((bottom - text.top) / text.line).toBeGreaterThan(6);

  // The form hides the rest from a screen reader, not from sight.
  const three = page.locator(".ql-editor p", { hasText: "Three" });
  await three.selectText();
  await editor.getByRole("button", { name: "Only if…" }).click();
  const form = page.getByRole("dialog", { name: "Condition" });
  await expect(form.getByText("“Three” appears only if …")).toBeVisible();
  await form.getByLabel("is not", { exact: true }).check();
  for (const field of [form.getByLabel("is not"), form.getByLabel("Value")])
    await expect(field).toBeInViewport({ ratio: 1 });
  const insert = form.getByRole("button", { name: "Insert" });
  const below = async () => {
    const [value, actions] = [
      await form.getByLabel("Value").boundingBox(),
      await insert.boundingBox(),
    ];
    return (value?.y ?? 999) + (value?.height ?? 0) < (actions?.y ?? 0);
  };
  expect(await below()).toBe(true);
  const [line, sheet] = [await three.boundingBox(), await form.boundingBox()];
  expect((line?.y ?? 999) + (line?.height ?? 0)).toBeLessThanOrEqual(sheet?.y ?? 0);
});

test("End leaves a condition whose end has wrapped, arrows cross a chip in one step, and its inside is tinted", async ({
  sender,
  page,
}) => {
  await sender.template(INVITATION);
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto("/app");
  await page.getByRole("button", { name: "Invitation", exact: true }).click();
  const editor = page.getByRole("dialog", { name: "Edit Template" });
  const body = editor.getByRole("textbox", { name: "Body" });
  const end = body.getByRole("img", { name: "Condition end of Drives = yes" });
  await expect(end).toBeVisible();
  const tinted = () =>
    page.evaluate(() =>
      [...(CSS.highlights.get("inside-condition") ?? [])].map((range) => String(range)),
    );
  expect((await tinted()).map((text) => text.replaceAll("\ufeff", ""))).toEqual([BUS]);

  // The last line of the inside, and the end in the line below it.
  const last = await body.evaluate((element, inside) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    let node = walker.nextNode();
    while (node && !(node as Text).data.includes(inside)) node = walker.nextNode();
    const range = document.createRange();
    if (node) range.setStart(node, inside.length - 3);
    if (node) range.setEnd(node, inside.length - 2);
    const { x, y, height } = range.getBoundingClientRect();
    return { x, y: y + height / 2 };
  }, BUS);
  expect((await end.boundingBox())?.y).toBeGreaterThan(last.y);
  await page.mouse.click(last.x, last.y);
  await page.keyboard.press("End");
  await page.keyboard.type("Bye! ");
  await expect(body).toContainText("Bye! See you.");
  expect((await tinted()).map((text) => text.replaceAll("\ufeff", ""))).toEqual([BUS]);

  await body.getByText("Dear").click({ position: { x: 2, y: 5 } });
  await page.keyboard.press("Home");
  for (const _ of "Dear .") await page.keyboard.press("ArrowRight");
  await page.keyboard.type("!");
  await expect(body.locator("p").first()).toHaveText(/Name\s*!,$/);
});
