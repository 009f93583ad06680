import { chooseTemplate } from "./sendSteps.ts";
import { expect, test } from "./story.ts";

/** A phone whose browser has no `CloseWatcher`, as Safari and Firefox. */
test.use({ signedIn: true, viewport: { width: 390, height: 844 }, hasTouch: true });

const TEA = { name: "Tea", subject: "Tea", body: "<p>Dear {{First Name}},</p>" };

test("Back closes one layer after the other, and no layer leaves an entry behind", async ({
  sender,
  page,
}) => {
  await sender.template(TEA);
  await page.addInitScript("delete window.CloseWatcher");
  await page.goto("/terms");
  await page.goto("/app");
  const entries = () => page.evaluate(() => window.history.length);

  // The editor, and a form above it.
  await page.getByRole("button", { name: TEA.name }).first().click();
  const editor = page.getByRole("dialog", { name: "Edit Template" });
  const body = editor.getByRole("textbox", { name: "Body" });
  await body.click();
  await page.keyboard.type("Hello");
  await editor.getByRole("button", { name: "Only if…" }).click();
  const form = page.getByRole("dialog", { name: "Condition" });
  await expect(form).toBeVisible();
  const most = await entries();
  await page.goBack();
  await expect(form).toBeHidden();
  await expect(body).toContainText("Hello");
  const question = page.getByRole("alertdialog", { name: "Discard changes?" });
  await page.goBack();
  await expect(question).toBeVisible();
  await page.goBack();
  await expect(question).toBeHidden();
  await expect(body).toContainText("Hello");
  await page.goBack();
  await question.getByRole("button", { name: "Discard changes" }).click();
  await expect(editor).toBeHidden();
  await expect(page).toHaveURL(/\/app(#templates)?$/);

  // The preview's sheet, closed by Back and by its button.
  await page.getByRole("tab", { name: "Direct Send" }).click();
  await chooseTemplate(page, TEA.name);
  await page.getByRole("textbox", { name: "Recipients", exact: true }).click();
  await page.keyboard.type("ann@example.org ");
  const sheet = page.getByRole("dialog", { name: "Email preview" });
  await page.getByRole("button", { name: "Generate Preview" }).click();
  await expect(sheet).toBeVisible();
  await page.goBack();
  await expect(sheet).toBeHidden();
  await expect(page.getByText("1 of 10")).toBeVisible();
  await page.getByRole("button", { name: "Generate Preview" }).click();
  await sheet.getByRole("button", { name: "Close" }).click();
  await expect(sheet).toBeHidden();
  await page.getByRole("button", { name: "Remove ann@example.org" }).click();
  expect(await entries()).toBe(most);

  // The account's sheet, reloaded while it is open: Back then leaves the page at once.
  await page.getByRole("button", { name: /^Account:/ }).click();
  await expect(page.getByRole("button", { name: "Settings" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("tab", { name: "Direct Send" })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/terms$/);
});
