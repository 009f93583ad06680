import { expect, test } from "./story.ts";

test.use({ signedIn: true });

test("what only looks like a placeholder is a warning that one click follows and one key takes back (rule: look-alikes)", async ({
  page,
}) => {
  await page.goto("/app");
  const name = "Create New Template";
  await page.getByRole("button", { name, exact: true }).click();
  const editor = page.getByRole("dialog", { name });
  const body = editor.getByRole("textbox", { name: "Body" });
  const use = editor.getByRole("button", { name: "Use {{Name}}" });
  const placeholder = body.getByRole("img", { name: "Text placeholder Name" });

  await body.click();
  await page.keyboard.type("Dear *|");
  await page.keyboard.press("Control+b");
  await page.keyboard.type("Na");
  await page.keyboard.press("Control+b");
  await page.keyboard.type("me|*, this is for [Name].");
  await expect(use).toHaveCount(1);
  await use.click();
  await expect(placeholder).toHaveCount(1);
  await expect(editor.getByText('"[Name]" looks like a placeholder')).toBeVisible();
  await use.click();
  await expect(placeholder).toHaveCount(2);
  await expect(use).toHaveCount(0);
  await page.keyboard.press("Control+z");
  await expect(placeholder).toHaveCount(1);
  await page.keyboard.press("Control+Shift+z");
  await expect(placeholder).toHaveCount(2);

  const subject = editor.getByRole("textbox", { name: "Subject Line" });
  await subject.pressSequentially("For *|NAME|*");
  await use.click();
  await expect(subject).toHaveValue("For {{Name}}");
  await page.keyboard.press("Control+z");
  await expect(subject).toHaveValue("For *|NAME|*");

  await test.step("a link that is copied here keeps its placeholder", async () => {
    await body.click();
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Control+k");
    const dialog = page.getByRole("dialog", { name: "Link" });
    await dialog.getByLabel("Link to").fill("https://example.org/form/{{Code}}");
    await dialog.getByRole("button", { name: "Apply" }).click();
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Control+c");
    await page.keyboard.press("Control+End");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Control+v");
    const links = body.getByRole("link");
    await expect
      .poll(() =>
        links.evaluateAll((all) => [...new Set(all.map((one) => one.getAttribute("href")))]),
      )
      .toEqual(["https://example.org/form/{{Code}}"]);
    await expect(placeholder).toHaveCount(4);
  });
});
