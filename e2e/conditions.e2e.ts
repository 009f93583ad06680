import { chooseFile, chooseTemplate, csvFile } from "./sendSteps.ts";
import { deliveredTo } from "./sentMail.ts";
import { expect, test } from "./story.ts";

/** The greeting of every German letter: a text for each salutation, made by clicking. */
test.use({ signedIn: true });

const LIST = [
  "Email,Name,Salutation",
  "ann@example.org,Ann Li,Ms",
  "bo@example.org,Bo Wu, MR ",
  "cy@example.org,Cy Ng,Dr",
].join("\n");

test("each person gets the text for their salutation, and a salutation without a text is named", async ({
  sender,
  page,
}) => {
  await sender.template({
    name: "Invitation",
    subject: "Hello",
    body: "<p>{{#Salutation=Mr}}Herr {{/Salutation=Mr}}{{Name}}</p>",
  });
  await page.goto("/app");
  await page.getByRole("button", { name: "Invitation", exact: true }).click();
  const editor = page.getByRole("dialog", { name: "Edit Template" });
  await editor.getByRole("textbox", { name: "Body" }).click();
  await page.keyboard.press("Control+Home");
  await page.setViewportSize({ width: 1280, height: 560 });
  await editor.getByRole("button", { name: "Only if…" }).click();
  const condition = page.getByRole("dialog", { name: "Condition" });
  await condition.getByRole("button", { name: "Text: Salutation" }).click();
  await condition.getByLabel("is", { exact: true }).check();
  // The field that this brings isn't behind the form's buttons.
  const [value, insert] = await Promise.all([
    condition.getByLabel("Value").boundingBox(),
    condition.getByRole("button", { name: "Insert" }).boundingBox(),
  ]);
  expect((value?.y ?? 999) + (value?.height ?? 0)).toBeLessThan(insert?.y ?? 0);
  await condition.getByLabel("Value").fill("Ms");
  await condition.getByRole("button", { name: "Insert" }).click();
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.keyboard.type("Frau ");
  await expect(editor.getByRole("img", { name: "Condition if Salutation is Ms" })).toBeVisible();
  await editor.getByRole("button", { name: "Save Template" }).click();
  await expect(editor).toBeHidden();

  await page.getByRole("tab", { name: "Bulk Send" }).click();
  await chooseTemplate(page, "Invitation");
  await chooseFile(page, csvFile(LIST));
  await expect(page.getByText("3 ready")).toBeVisible();
  await expect(
    page.getByRole("gridcell", { name: 'The email has no text for "Dr" in {{Salutation}}' }),
  ).toBeVisible();
  const mail = page.getByRole("region", { name: "Preview" }).frameLocator("iframe");
  await expect(mail.getByText("Frau Ann Li", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Send as typed: row 3" }).click();
  await expect(page.getByText("3 ready", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: /^Send 3 emails/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Send 3 emails" }).click();
  await expect(page.getByText("3 sent.").first()).toBeVisible();
  const texts = ["ann@example.org", "bo@example.org", "cy@example.org"].map(async (to) => {
    const mails = await deliveredTo(sender.email, to);
    return mails.map(({ text }) => text);
  });
  expect(await Promise.all(texts)).toEqual([["Frau Ann Li"], ["Herr Bo Wu"], ["Cy Ng"]]);
});
