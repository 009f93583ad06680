import type { Locator, Page } from "@playwright/test";
import { chooseTemplate } from "./sendSteps.ts";
import { mailsOf, recipientOf } from "./sentMail.ts";
import { expect, test } from "./story.ts";

/**
 * Direct Send as people use it: by keyboard alone, delivered in part, with a lost connection, with
 * a token that has run out.
 */
const NOTE = {
  name: "Note",
  subject: "See you on {{Day|date}}, {{Name|text:friend}}",
  body: "<p>Dear {{Name|text:friend}},</p><p>we meet at {{Place|sticky}} on {{Day|date}}.</p>",
  dateFormat: "long",
  timeFormat: "24hr",
};

test.use({ signedIn: true });

/** A person with a template, on the tab. */
test.beforeEach(async ({ sender, page }) => {
  await sender.template(NOTE);
  await page.goto("/app#direct-send");
  await expect(page.locator('[role="combobox"]:not([aria-disabled="true"])')).toBeVisible();
});

/** Everything filled in with the mouse, up to the button. */
async function fill(page: Page, recipients: string): Promise<void> {
  await chooseTemplate(page, "Note");
  await page.getByLabel("Recipients", { exact: true }).pressSequentially(recipients);
  await page.getByRole("textbox", { name: /Place/ }).fill("the harbour");
  await page.getByRole("spinbutton", { name: "Month" }).click();
  await page.keyboard.type("04012027");
}

async function send(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Send Email(s)" }).click();
  const question = page.getByRole("alertdialog");
  await question.getByRole("button", { name: /^Send/ }).click();
  await expect(question).toBeHidden();
}

/** Presses Tab until the element has the focus. Throws if it never does. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let stops = 0; stops < 12; stops++) {
    await page.keyboard.press("Tab");
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Twelve stops of the Tab key do not lead to ${target}`);
}

/** Waits until these recipients are in the field. */
const hasChips = (page: Page, ...recipients: string[]) =>
  expect(page.locator("[data-chip]")).toHaveText(recipients);
const toast = (page: Page, text: string | RegExp) =>
  expect(page.getByLabel("Notifications").getByText(text)).toBeVisible();

test("3 people get their emails, by keyboard alone", async ({ sender, page }) => {
  const { keyboard } = page;
  await page.evaluate(() =>
    navigator.clipboard.writeText("Ann Good <ann@example.org>; bo@example.org\ncy@example.org"),
  );

  await page.getByLabel("Template", { exact: true }).focus();
  await keyboard.press("Enter");
  await expect(page.getByRole("option", { name: "Note" })).toBeVisible();
  await keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: /Place/ })).toBeVisible();
  await keyboard.press("Tab");
  await keyboard.press("Control+V");
  await expect(page.getByText("Added 3 email(s) from paste.")).toBeVisible();
  await expect(page.getByRole("spinbutton", { name: "Month" })).toBeVisible();
  await tabTo(page, page.getByRole("spinbutton", { name: "Month" }));
  await keyboard.type("04012027");
  await tabTo(page, page.getByRole("textbox", { name: /Place/ }));
  await keyboard.type("the harbour");
  await tabTo(page, page.getByRole("button", { name: "Send Email(s)" }));
  await keyboard.press("Enter");
  await expect(page.getByRole("alertdialog").getByText("Send 3 emails?")).toBeVisible();
  await keyboard.press("Tab");
  await keyboard.press("Enter");
  await toast(page, "3 emails sent.");
  await hasChips(page);

  const mails = await mailsOf(sender.email);
  expect(mails.map(recipientOf).sort()).toEqual([
    "ann@example.org",
    "bo@example.org",
    "cy@example.org",
  ]);
  for (const mail of mails) {
    expect(mail.subject).toBe("See you on April 1, 2027, friend");
    expect(mail.text).toContain("we meet at the harbour on April 1, 2027.");
  }
});

test("people who did not get an email come back, and those who may have it do not", async ({
  sender,
  page,
}) => {
  await fill(page, "ann@example.org bo@example.org cy@example.org ");
  await page.locator('input[type="file"]').setInputFiles([
    { name: "map.png", mimeType: "image/png", buffer: Buffer.alloc(1_500) },
    { name: "film.mp4", mimeType: "video/mp4", buffer: Buffer.alloc(6 * 1024 * 1024) },
  ]);
  await expect(
    page.getByText("Some files not added: film.mp4 (Exceeds total size limit (5 MB))"),
  ).toBeVisible();

  await sender.fault({
    op: "send",
    status: 400,
    reason: "invalidArgument",
    message: "Invalid To header",
    match: "To: .*bo@",
  });
  await sender.fault({
    op: "send",
    status: 500,
    reason: "backendError",
    storeFirst: true,
    match: "To: .*cy@",
  });
  await send(page);
  await toast(page, "Send Error: 1 sent, 1 failed, 1 unconfirmed.");
  await hasChips(page, "bo@example.org");
  const link = page.getByRole("link", { name: "Check your Sent folder" });
  await expect(link).toHaveAttribute("href", /mail\.google\.com/);

  // Only the person who didn't get it is sent to again.
  await send(page);
  await toast(page, "1 email sent.");
  expect(await sender.delivered()).toEqual(["ann@example.org", "bo@example.org", "cy@example.org"]);
  const mails = await mailsOf(sender.email);
  expect(mails.map(({ attachments }) => attachments.map(({ filename }) => filename))).toEqual(
    Array(3).fill(["map.png"]),
  );
});

test.describe(() => {
  test.use({ expected: /ERR_FAILED|No answer|404/ });

  test("a connection lost while sending: the page checks what happened, and no one gets the email twice", async ({
    sender,
    page,
  }) => {
    await fill(page, "ann@example.org bo@example.org ");
    // The server has it, and its answer never arrives; at once, before the page could learn of it
    // from the list of sends.
    await page.route(
      "**/api/send",
      async (route) => {
        const reached = route.fetch();
        await route.abort();
        await reached;
      },
      { times: 1 },
    );
    await send(page);
    await expect(
      page.getByText("The connection was lost, but your emails reached the server.").first(),
    ).toBeVisible();
    await toast(page, "2 emails sent.");
    await hasChips(page);

    // The server never had it.
    await fill(page, "cy@example.org ");
    await page.route("**/api/send", (route) => route.abort(), { times: 1 });
    await page.clock.install();
    await send(page);
    await expect(page.getByText(/Checking what happened to your emails/)).toBeVisible();
    // Only after 90 seconds it is certain that nothing can begin any more.
    await page.clock.fastForward("02:00");
    await toast(page, /Nothing was sent\. You can send again/);
    await hasChips(page, "cy@example.org");
    await send(page);
    await toast(page, "1 email sent.");
    expect(await sender.delivered()).toEqual([
      "ann@example.org",
      "bo@example.org",
      "cy@example.org",
    ]);
  });
});

test.describe(() => {
  test.use({ expected: /401/ });

  test("a token that expires between preview and send is refreshed, and the email goes out once", async ({
    sender,
    page,
  }) => {
    await fill(page, "ann@example.org ");
    await page.getByRole("button", { name: "Generate Preview" }).click();
    await expect(
      page.frameLocator('iframe[title="Email body"]').getByText("the harbour"),
    ).toBeVisible();
    const expired = { success: false, error: "Your session has expired.", reason: "token_expired" };
    await page.route("**/api/send", (route) => route.fulfill({ status: 401, json: expired }), {
      times: 1,
    });
    await send(page);
    await toast(page, "1 email sent.");
    expect(await sender.delivered()).toEqual(["ann@example.org"]);
  });
});

test("a date is the day that its text says, also typed over another one", async ({ page }) => {
  await chooseTemplate(page, "Note");
  const field = page.getByRole("group", { name: "Day" });
  for (const [text, day] of [
    ["3.12.2026", "December 3, 2026"],
    ["31.1.2027", "January 31, 2027"],
    ["4/5/2027", "April 5, 2027"],
    ["2027-05-04", "May 4, 2027"],
  ] as const) {
    await field.click({ position: { x: 16, y: 12 } });
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type(text);
    await expect(field).toContainText(day);
  }
});
