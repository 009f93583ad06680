import { chooseFile, chooseTemplate, csvFile } from "./sendSteps.ts";
import { deliveredTo } from "./sentMail.ts";
import { expect, test } from "./story.ts";

/**
 * A signature as people use it: written once with bold text and a link, below two emails, and off
 * for one template.
 */
test.use({ signedIn: true });

const BOTH = "Name,Email\nAnn,ann@example.org\nBo,bo@example.org";

test("a signature is written once, is below two emails as in the editor, and is turned off for a template", async ({
  sender,
  page,
}) => {
  await sender.template();
  await page.goto("/app");
  await page.getByRole("button", { name: /^Account:/ }).click();
  await page.getByRole("button", { name: "Settings" }).click();
  const settings = page.getByRole("dialog", { name: "Settings" });
  const text = settings.getByRole("textbox", { name: "Signature" });
  await text.click();
  await page.keyboard.press("Control+b");
  await page.keyboard.type("Ada Lovelace");
  await page.keyboard.press("Control+b");
  await page.keyboard.press("Enter");
  await page.keyboard.type("{{Name}} and ");
  await page.keyboard.press("Control+k");
  await page.getByLabel("Link to").fill("{{Link}}");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText("Enter a web address, email address or phone number.")).toBeVisible();
  await page.getByLabel("Link to").fill("example.org/ada");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(text.getByRole("link")).toHaveText("https://example.org/ada");
  await settings.getByRole("button", { name: "Save signature" }).click();
  await expect(settings.getByText("Saved.")).toBeVisible();
  await settings.getByRole("button", { name: "Close" }).click();

  const choose = async (list: string) => {
    await page.getByRole("tab", { name: "Bulk Send" }).click();
    await chooseTemplate(page, "Invitation");
    await chooseFile(page, csvFile(list));
  };
  const send = async (count: string) => {
    await page.getByRole("button", { name: new RegExp(`^Send ${count}`) }).click();
    await page
      .getByRole("alertdialog")
      .getByRole("button", { name: `Send ${count}` })
      .click();
  };
  await choose(BOTH);
  const mail = page.getByRole("region", { name: "Preview" }).frameLocator("iframe");
  await expect(mail.locator("strong")).toHaveText("Ada Lovelace");
  await expect(mail.getByText("{{Name}} and https://example.org/ada")).toBeVisible();
  await send("2 emails");
  await expect(page.getByText("2 sent.").first()).toBeVisible();
  for (const to of ["ann@example.org", "bo@example.org"]) {
    const [delivered, ...others] = await deliveredTo(sender.email, to);
    expect(others).toEqual([]);
    const [above = "", below = ""] = String(delivered?.html)
      .split('<p style="margin:0"><br></p>')
      .slice(-2);
    expect(above).not.toContain("Lovelace");
    expect(below).toBe(
      '<p style="margin:0"><strong>Ada Lovelace</strong></p><p style="margin:0">{{Name}} and <a href="https://example.org/ada" target="_blank" rel="noopener noreferrer" style="color:#1155cc;text-decoration:underline">https://example.org/ada</a></p></div>',
    );
    expect(
      delivered?.text?.endsWith("\n\n-- \nAda Lovelace\n{{Name}} and https://example.org/ada"),
    ).toBe(true);
  }

  await page.getByRole("tab", { name: "Templates" }).click();
  await page.getByRole("button", { name: "Invitation", exact: true }).click();
  const editor = page.getByRole("dialog", { name: "Edit Template" });
  const preview = editor.getByRole("region", { name: "Preview" }).frameLocator("iframe");
  await expect(preview.locator("strong")).toHaveText("Ada Lovelace");
  await editor.getByRole("checkbox", { name: "Add my signature" }).uncheck();
  await expect(preview.locator("strong")).toHaveCount(0);
  await editor.getByRole("button", { name: "Save Template" }).click();
  await expect(editor).toBeHidden();

  await page.reload();
  await choose("Name,Email\nCy,cy@example.org");
  await expect(mail.getByText("Dear Cy, see you.")).toBeVisible();
  await expect(mail.locator("strong")).toHaveCount(0);
  await send("1 email");
  await expect(page.getByText("1 sent.").first()).toBeVisible();
  const [unsigned] = await deliveredTo(sender.email, "cy@example.org");
  expect(unsigned?.text).toBe("Dear Cy, see you.");
  expect(unsigned?.html).not.toContain("Lovelace");

  // The page of the first send shows its email as it went, whatever became of the template.
  await page.getByRole("tab", { name: "Sends" }).click();
  await page.getByRole("link", { name: "Invitation" }).last().click();
  await expect(page.getByText("2 sent.").first()).toBeVisible();
  await expect(mail.locator("strong")).toHaveText("Ada Lovelace");
});
