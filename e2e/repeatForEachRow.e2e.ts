import { expect, test } from "./story.ts";

/** The template that seven families get, made by clicking (decision 38). */
test.use({ signedIn: true });

test("a line that repeats and a total are made by clicking, and are the same when the template opens again", async ({
  sender,
  page,
}) => {
  const id = await sender.template({
    name: "Lunch money",
    subject: "Lunch money",
    body: "<p>Dear {{Parent}},</p><p>{{Child}}: {{Amount}}</p><p>Total: {{Amount}}</p>",
  });
  await page.goto("/app");
  const open = async () => {
    await page.getByRole("button", { name: "Lunch money", exact: true }).click();
    return page.getByRole("dialog", { name: "Edit Template" });
  };
  const editor = await open();
  const body = editor.getByRole("textbox", { name: "Body" });
  await body.click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("ArrowDown");
  await editor.getByRole("button", { name: "Repeat for each row" }).click();
  await expect(editor.getByRole("img", { name: "Repeated part for each row" })).toBeVisible();
  await expect(editor.getByText("Filled in with sample values for two rows.")).toBeVisible();
  await editor.getByRole("img", { name: "Text placeholder Amount" }).last().click();
  const form = page.getByRole("dialog", { name: "Placeholder" });
  await form.getByLabel("Total of all rows").check();
  await form.getByRole("button", { name: "Apply" }).click();
  const mail = editor.getByRole("region", { name: "Preview" }).frameLocator("iframe");
  await expect(mail.getByText("Total: 200", { exact: true })).toBeVisible();
  await editor.getByRole("button", { name: "Save Template" }).click();
  await expect(editor).toBeHidden();

  const written =
    "<p>Dear {{Parent}},</p><p>{{#rows}}</p><p>{{Child}}: {{Amount}}</p><p>{{/rows}}</p><p>Total: {{Amount|sum}}</p>";
  const stored = async () => {
    const { body: answer } = await sender.call<{ template: { body: string } }>(
      "GET",
      `/api/template/${id}`,
    );
    return answer.template.body;
  };
  expect(await stored()).toBe(written);
  await page.reload();
  const again = await open();
  await expect(again.getByRole("img", { name: "Text placeholder Amount total" })).toBeVisible();
  await again.getByLabel("Template Name").fill("Lunch");
  await again.getByRole("button", { name: "Save Template" }).click();
  await expect(again).toBeHidden();
  expect(await stored()).toBe(written);
});
