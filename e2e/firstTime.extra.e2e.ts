import type { Locator, Page } from "@playwright/test";
import { openCard } from "./listTable.ts";
import { keepScreen } from "./look.ts";
import { chooseFile, chooseTemplate, OFFER, PROBLEMS } from "./sendSteps.ts";
import { expect, test } from "./story.ts";

/** A first visit: nothing happens out of sight, nothing jumps, and skipped rows say why. */
const PHONE = { width: 360, height: 740 };
const NOTE = {
  name: "Note",
  subject: "Hello {{First Name}}",
  body: "<p>See you in {{Place}}.</p>",
};

test.use({ signedIn: true });

async function toPeople(page: Page, people: string): Promise<void> {
  await page.getByRole("button", { name: "Paste from a spreadsheet" }).click();
  const csv = people.split(" ").map((name) => `${name},${name.toLowerCase()}@example.org`);
  await page.getByRole("textbox", { name: "Table from a spreadsheet" }).click();
  await page.evaluate(
    (text) => navigator.clipboard.writeText(text),
    ["First Name,Email", ...csv].join("\n"),
  );
  await page.keyboard.press("Control+V");
  await expect(page.getByText(`${csv.length} ready`, { exact: true })).toBeVisible();
}

const results = (page: Page) => page.getByRole("region", { name: "Results", exact: true });
/** Whether the focused element is in the window, above a bar. */
const isUncovered = (bar: Locator) =>
  bar.evaluate((element) => {
    const { top, bottom } = document.activeElement?.getBoundingClientRect() ?? {
      top: 0,
      bottom: 0,
    };
    return top >= 0 && bottom <= element.getBoundingClientRect().top;
  });
/** Whether the middle of something is in the window. */
const isInSight = (place: Locator) =>
  place.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    const middle = (top + bottom) / 2;
    return middle > 0 && middle < window.innerHeight;
  });

test("a person who already received the email is skipped with that reason, and a finished result is not in the way", async ({
  sender,
  page,
}) => {
  await sender.template({ ...NOTE, body: "<p>See you.</p>" });
  await page.goto("/app#bulk-send");
  await chooseTemplate(page, NOTE.name);
  await toPeople(page, "Ann Bo");
  await page.getByRole("button", { name: "Send 2 emails" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Send 2 emails" }).click();
  await expect(results(page).getByText("2 sent.", { exact: true })).toBeVisible();

  await toPeople(page, "Ann Bo Cy");
  await page.getByRole("button", { name: "Send 3 emails" }).click();
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: "Only to cy@example.org" })
    .click();
  await expect(results(page).getByText("1 sent, 2 skipped.", { exact: true })).toBeVisible();
  const reason = results(page).getByText("Got this mail before: you sent to the others only.");
  await expect(reason).toHaveCount(2);
  await expect(results(page).locator('[data-variant="warning"]')).toContainText(
    "1 sent, 2 skipped.",
  );
  await keepScreen(page, "got-before");

  await page.getByRole("tab", { name: "Manage Templates" }).click();
  await page.getByRole("tab", { name: "Bulk Send (CSV)" }).click();
  await expect(results(page).getByText("1 sent, 2 skipped.")).toBeVisible();
  await expect(reason).toHaveCount(0);
  expect(await isInSight(page.getByRole("button", { name: "Type a list" }))).toBe(true);
  await keepScreen(page, "folded-results");
  await page.getByRole("button", { name: "Show results" }).click();
  await expect(reason).toHaveCount(2);
});

test("people of Direct Send are in sight in their table", async ({ sender, page }) => {
  await sender.template(NOTE);
  await page.goto("/app#direct-send");
  await chooseTemplate(page, NOTE.name);
  await page
    .getByLabel("Recipients", { exact: true })
    .fill("Ann Good <ann@example.org>, Bo Li <bo@example.org>,");
  await page.getByRole("textbox", { name: /Place/ }).fill("Delft");
  await page.getByRole("group", { name: "Place", exact: true }).getByText("Each their own").click();
  const first = page.getByRole("grid").getByRole("row").nth(1).getByRole("gridcell").nth(2);
  await expect(first).toBeFocused();
  await expect(first).toBeInViewport();
  await keepScreen(page, "own-values");
});

test("the first date of a template moves nothing that is being used", async ({ page }) => {
  await page.goto("/app");
  await page.getByRole("button", { name: "Create New Template" }).click();
  const editor = page.getByRole("dialog", { name: "Create New Template" });
  const body = editor.getByRole("textbox", { name: "Body" });
  const bold = editor.getByRole("button", { name: "Bold" });
  await body.click();
  await page.keyboard.type("Dear all, on ");
  const before = await Promise.all([bold.boundingBox(), body.boundingBox()]);
  await page.keyboard.type("{{Day|date}} we meet.");
  await expect(editor.getByLabel("Date Format")).toBeAttached();
  expect(await Promise.all([bold.boundingBox(), body.boundingBox()])).toEqual(before);
  await keepScreen(page, "date-format");
});

test.describe("on a phone", () => {
  test.use({ viewport: PHONE, hasTouch: true });

  test("the problems of a file are all in sight, and a click on one leads to its email", async ({
    sender,
    page,
  }) => {
    await sender.template(OFFER);
    await page.goto("/app#bulk-send");
    await chooseTemplate(page, OFFER.name);
    await expect(page.getByText("or drop it here")).toBeHidden();
    await chooseFile(page, PROBLEMS);
    await expect(page.getByText("5 ready · 5 skipped (1 duplicate)")).toBeVisible();
    await page.getByRole("button", { name: /^To fix/ }).click();
    // The row with a date that can't be read is sent unless someone fixes it.
    await expect(page.getByRole("listitem", { name: /^Row \d+$/ })).toHaveCount(6);
    await keepScreen(page, "phone-problems");
    await (await openCard(page, 6))
      .getByRole("button", { name: "Show the email of row 6" })
      .click();
    const sheet = page.getByRole("dialog", { name: "Email preview" });
    await expect(sheet.getByText("This row gets no email.")).toBeInViewport();
    await keepScreen(page, "phone-look");
    await expect(page.getByRole("radio", { name: "Desktop" })).toBeHidden();
  });

  test("the reason why a send can't start is above the buttons, and covers no field", async ({
    sender,
    page,
  }) => {
    const names = Array.from(
      { length: 14 },
      (_, index) => `Something that everyone must know, number ${index + 1}`,
    );
    await sender.template({
      ...NOTE,
      body: `<p>${names.map((name) => `{{${name}}}`).join(" ")}</p>`,
    });
    await page.goto("/app#bulk-send");
    await page.getByRole("radio", { name: "Manual" }).click();
    await chooseTemplate(page, NOTE.name);
    const recipients = page.getByRole("textbox", { name: "Recipients" });
    await recipients.fill("nobody");
    const send = page.getByRole("button", { name: "Send", exact: true });
    await expect(send).toBeInViewport({ ratio: 1 });
    const before = await send.boundingBox();
    await send.click();
    const refusals = page.getByRole("alert").filter({ hasText: "Missing required variables" });
    await expect(refusals).toBeInViewport({ ratio: 1 });
    expect(await send.boundingBox()).toEqual(before);
    await keepScreen(page, "phone-refusals");
    await recipients.focus();
    for (const name of ["First Name", ...names]) {
      await page.keyboard.press("Tab");
      await expect(page.getByRole("textbox", { name, exact: true })).toBeFocused();
      expect(await isUncovered(refusals)).toBe(true);
    }
  });

  test("the form of a placeholder keeps its buttons in sight", async ({ page }) => {
    await page.goto("/app");
    await page.getByRole("button", { name: "Create New Template" }).click();
    const editor = page.getByRole("dialog", { name: "Create New Template" });
    await editor.getByRole("textbox", { name: "Body" }).click();
    for (const type of ["Text", "Dropdown"]) {
      await editor.getByRole("button", { name: type, exact: true }).click();
      const form = page.getByRole("dialog", { name: "Placeholder" });
      await expect(form.getByRole("button", { name: "Insert" })).toBeInViewport({ ratio: 1 });
      await expect(form.getByRole("button", { name: "Cancel" })).toBeInViewport({ ratio: 1 });
      await keepScreen(page, `phone-placeholder-${type}`);
      await form.getByRole("button", { name: "Cancel" }).click();
    }
  });
});
