import type { Page } from "@playwright/test";
import { cellAt, gridOf } from "./listTable.ts";
import { keepScreen } from "./look.ts";
import { chooseFile, chooseTemplate, csvFile } from "./sendSteps.ts";
import { mailsOf } from "./sentMail.ts";
import { expect, test } from "./story.ts";

/** Different values for each person: a typed table, one from Direct Send, a template for a file. */
const NOTE = {
  name: "Note",
  subject: "{{First Name}}, see you on {{Day|date}}",
  body: "<p>Dear {{First Name}}, yours {{Sender|sticky}}.</p>",
};

test.use({ signedIn: true });

async function send(page: Page, emails: string): Promise<void> {
  await page.getByRole("button", { name: `Send ${emails}`, exact: true }).click();
  const question = page.getByRole("alertdialog");
  await question.getByRole("button", { name: /^Send/ }).click();
  await expect(question).toBeHidden();
}

/** The subjects of the person's emails, sorted. */
const subjects = async (email: string) =>
  (await mailsOf(email)).map(({ subject }) => subject ?? "").sort();

test("a typed and pasted list is sent, with one value for everyone", async ({
  sender,
  page,
  email,
}) => {
  await sender.template(NOTE);
  await page.goto("/app#bulk-send");
  await chooseTemplate(page, "Note");
  await page.getByRole("button", { name: "Type a list" }).click();
  const cell = (row: number, column: number) => cellAt(page, row, column);

  await cell(1, 1).click();
  await page.keyboard.type("ann@example.org");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Ann");
  await page.keyboard.press("Tab");
  await page.keyboard.type("1.12.2026");
  await page.keyboard.press("Enter");
  await expect(cell(1, 3)).toHaveText("1.12.2026");

  await page.evaluate(() =>
    navigator.clipboard.writeText("bo@example.org\tBo\t2026-12-02\ncy@example.org\tCy\t2026-12-03"),
  );
  await cell(2, 1).click();
  await page.keyboard.press("Control+V");
  await expect(cell(3, 2)).toHaveText("Cy");

  await page.getByRole("textbox", { name: /Sender/ }).fill("Ada");
  await expect(page.getByText("3 ready", { exact: true })).toBeVisible();
  await send(page, "3 emails");
  await expect
    .poll(() => subjects(email))
    .toEqual([
      "Ann, see you on December 1, 2026",
      "Bo, see you on December 2, 2026",
      "Cy, see you on December 3, 2026",
    ]);
  expect((await mailsOf(email)).every(({ text }) => text?.includes("yours Ada"))).toBe(true);
});

test("people are typed one after the other without the mouse, and Send can be clicked in the middle of the last cell", async ({
  sender,
  page,
  email,
}) => {
  const body = "<p>{{First Name}}, {{Amount}} until {{Day|date}}</p>";
  await sender.template({ ...NOTE, subject: "Hello {{First Name}}", body });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/app#bulk-send");
  await chooseTemplate(page, "Note");
  await page.getByRole("button", { name: "Type a list" }).click();
  const cell = (row: number, column: number) => cellAt(page, row, column);
  await expect(cell(1, 1)).toBeFocused();
  for (const [row, name] of [
    [1, "Ann"],
    [2, "Bo"],
  ] as const) {
    await page.keyboard.type(`${name.toLowerCase()}@example.org`);
    await page.keyboard.press("Tab");
    await page.keyboard.type(name);
    await page.keyboard.press("Tab");
    await page.keyboard.type("10");
    await page.keyboard.press("Tab");
    await page.keyboard.type("3.4.2027");
    for (const column of [2, 3, 4]) await expect(cell(row, column)).toBeInViewport({ ratio: 0.95 });
    if (row === 1) {
      await page.keyboard.press("Enter");
      await expect(cell(2, 1)).toBeFocused();
    }
  }
  await keepScreen(page, "table-typed");
  await page.getByRole("button", { name: "Send 1 email", exact: true }).click();
  const question = page.getByRole("alertdialog");
  await question.getByRole("button", { name: "Send 2 emails" }).click();
  await expect.poll(() => subjects(email)).toEqual(["Hello Ann", "Hello Bo"]);
});

test("people of Direct Send each get their own values, in place", async ({
  sender,
  page,
  email,
}) => {
  await sender.template({
    ...NOTE,
    subject: "Hello {{First Name}} in {{Place}}",
    body: "<p>See you in {{Place}}.</p>",
  });
  await page.goto("/app#direct-send");
  await chooseTemplate(page, "Note");
  await page
    .getByLabel("Recipients", { exact: true })
    .fill("Ann Good <ann@example.org>, Bo Li <bo@example.org>,");
  await page.getByRole("textbox", { name: /Place/ }).fill("Delft");
  const own = (name: string) =>
    page.getByRole("group", { name, exact: true }).getByText("Each their own");
  await own("First Name").click();
  await expect(gridOf(page).getByRole("gridcell", { name: "Bo", exact: true })).toBeVisible();
  await own("Place").click();
  await expect(gridOf(page).getByRole("gridcell", { name: "Delft" })).toHaveCount(1);
  await cellAt(page, 2, 3).click();
  await page.keyboard.type("Leiden");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Send Email(s)" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Send 2 emails" }).click();
  await expect.poll(() => subjects(email)).toEqual(["Hello Ann in Delft", "Hello Bo in Leiden"]);
  await expect(page.getByRole("tabpanel").getByText("2 sent.", { exact: true })).toBeVisible();
  await expect(page.getByLabel("Recipients", { exact: true })).toBeVisible();
  await expect(page.locator("[data-chip]")).toHaveCount(0);
});

test("a template is written for a file that has none, and sent to it", async ({ page, email }) => {
  await page.goto("/app#bulk-send");
  const csv =
    "Full Name,Email,Due\nAnn Good,ann@example.org,2026-12-01\nBo Li,bo@example.org,2026-12-02\n";
  await chooseFile(page, csvFile(csv));
  const write = page.getByRole("button", { name: "Write a template for this list" });
  await expect(write).toBeVisible();
  // A list refuses an email without a template, and the offer is beside the refusal.
  await chooseTemplate(page, "(Compose Manually)");
  await expect(
    page.getByRole("region", { name: "Mode and template" }).locator(write),
  ).toBeVisible();
  await write.click();
  const editor = page.getByRole("dialog", { name: "Create New Template" });
  await expect(
    editor.getByText(
      "Filled in with the first row of people.csv. Its columns are your placeholders.",
    ),
  ).toBeVisible();
  await expect(editor.frameLocator("iframe").getByText("Ann Good")).toBeVisible();
  await expect(editor.getByRole("definition").filter({ hasText: "ann@example.org" })).toBeVisible();
  await editor.getByLabel("Subject Line").fill("Due for {{Full Name}}");
  const body = editor.getByRole("textbox", { name: "Body" });
  await body.click();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("Until @due");
  await page.getByRole("option", { name: "Date: Due" }).click();
  await expect(body).toHaveText("Until Due");
  await expect(editor.frameLocator("iframe").getByText("Until 2026-12-01")).toBeVisible();
  await editor.getByRole("button", { name: "Save Template" }).click();
  await expect(editor).toBeHidden();
  await expect(page.getByText("2 ready", { exact: true })).toBeVisible();
  await expect(page.getByText("Due for Ann Good").first()).toBeVisible();
  await send(page, "2 emails");
  await expect.poll(() => subjects(email)).toEqual(["Due for Ann Good", "Due for Bo Li"]);
});
