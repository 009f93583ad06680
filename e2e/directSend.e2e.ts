import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newPerson, openBrowser, signIn } from "./browser.ts";
import { mailsOf, recipientOf } from "./mailbox.ts";
import { Sender } from "./sender.ts";

/** Direct Send as people use it: by keyboard alone, delivered in part, with a lost connection, with a token that has run out. */
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const NOTE = {
  name: "Note",
  subject: "See you on {{Day|date}}, {{Name|text:friend}}",
  body: "<p>Dear {{Name|text:friend}},</p><p>we meet at {{Place|sticky}} on {{Day|date}}.</p>",
  dateFormat: "long",
  timeFormat: "24hr",
};

/** A person with a template, on the tab. */
async function onDirectSend(name: string, expected?: RegExp) {
  const sender = await Sender.signedIn(name);
  const made = await sender.call<{ template: { id: string } }>("POST", "/api/templates", NOTE);
  expect(made.status).toBe(201);
  const { page, complaints } = await newPerson(browser, expected ? { expected } : {});
  await signIn(page, sender.email);
  await page.getByRole("tab", { name: "Direct Send" }).click();
  await page.locator('[role="combobox"]:not([aria-disabled="true"])').waitFor();
  return { sender, page, complaints, templateId: made.body.template.id };
}

/** Everything filled in with the mouse, up to the button. */
async function fill(page: Page, recipients: string): Promise<void> {
  await page.getByLabel("Template", { exact: true }).click();
  await page.getByRole("option", { name: "Note" }).click();
  await page.getByLabel("Recipients", { exact: true }).pressSequentially(recipients);
  await page.getByLabel("Place").fill("the harbour");
  await page.getByRole("spinbutton", { name: "Month" }).click();
  await page.keyboard.type("04012027");
}

async function send(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Send Email(s)" }).click();
  const question = page.getByRole("alertdialog");
  await question.getByRole("button", { name: /^Send/ }).click();
  await question.waitFor({ state: "hidden" });
}

/** Presses Tab until the focus is there. Throws when it never gets there. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let stops = 0; stops < 12; stops++) {
    await page.keyboard.press("Tab");
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Twelve stops of the Tab key do not lead to ${target}`);
}

const chips = (page: Page) => page.locator("[data-chip]").allInnerTexts();
const toast = (page: Page, text: string | RegExp) => page.getByLabel("Notifications").getByText(text).waitFor();

test("three people get their mail, by keyboard alone, in less than half a minute", async () => {
  const { sender, page, complaints } = await onDirectSend("keyboard");
  const { keyboard } = page;
  await page.evaluate(() =>
    navigator.clipboard.writeText("Ann Good <ann@example.org>; bo@example.org\ncy@example.org"),
  );
  const began = Date.now();

  await page.getByLabel("Template", { exact: true }).focus();
  await keyboard.press("Enter");
  await page.getByRole("option", { name: "Note" }).waitFor();
  await keyboard.press("Enter");
  await page.getByLabel("Place").waitFor();
  await keyboard.press("Tab");
  await keyboard.press("Control+V");
  await page.getByText("Added 3 email(s) from paste.").waitFor();
  await page.getByRole("spinbutton", { name: "Month" }).waitFor();
  await tabTo(page, page.getByRole("spinbutton", { name: "Month" }));
  await keyboard.type("04012027");
  await tabTo(page, page.getByLabel("Place"));
  await keyboard.type("the harbour");
  await tabTo(page, page.getByRole("button", { name: "Send Email(s)" }));
  await keyboard.press("Enter");
  await page.getByRole("alertdialog").getByText("Send 3 emails?").waitFor();
  await keyboard.press("Tab");
  await keyboard.press("Enter");
  await toast(page, "3 emails sent.");
  expect(Date.now() - began).toBeLessThan(30_000);
  expect(await chips(page)).toEqual([]);

  const mails = await mailsOf(sender.email);
  expect(mails.map(recipientOf).sort()).toEqual(["ann@example.org", "bo@example.org", "cy@example.org"]);
  for (const mail of mails) {
    expect(mail.subject).toBe("See you on April 1, 2027, friend");
    expect(mail.text).toContain("we meet at the harbour on April 1, 2027.");
  }
  expect(complaints).toEqual([]);
});

test("what is delivered in part keeps who did not get it, and sets apart of whom nobody can tell", async () => {
  const { sender, page, complaints } = await onDirectSend("part");
  await fill(page, "ann@example.org bo@example.org cy@example.org ");
  await page.locator('input[type="file"]').setInputFiles([
    { name: "map.png", mimeType: "image/png", buffer: Buffer.alloc(1_500) },
    { name: "film.mp4", mimeType: "video/mp4", buffer: Buffer.alloc(25 * 1024 * 1024) },
  ]);
  await page.getByText("Some files not added: film.mp4 (Exceeds total size limit (5 MB))").waitFor();

  await sender.fault({
    op: "send",
    status: 400,
    reason: "invalidArgument",
    message: "Invalid To header",
    match: "To: .*bo@",
  });
  await sender.fault({ op: "send", status: 500, reason: "backendError", storeFirst: true, match: "To: .*cy@" });
  await send(page);
  await toast(page, "Send Error: 1 sent, 1 failed, 1 unknown.");
  expect(await chips(page)).toEqual(["bo@example.org"]);
  const link = page.getByRole("link", { name: "Look in your Sent folder" });
  expect(await link.getAttribute("href")).toContain("mail.google.com");

  // Pressed again, only the one who did not get it gets it.
  await page.getByRole("button", { name: /^They got it/ }).click();
  await send(page);
  await toast(page, "1 email sent.");
  expect(await sender.delivered()).toEqual(["ann@example.org", "bo@example.org", "cy@example.org"]);
  const mails = await mailsOf(sender.email);
  expect(mails.map(({ attachments }) => attachments.map(({ filename }) => filename))).toEqual(
    Array(3).fill(["map.png"]),
  );
  expect(complaints).toEqual([]);
});

test("a connection that is lost while sending: the page asks what happened, and nobody gets the mail twice", async () => {
  const { sender, page, complaints } = await onDirectSend("lost", /ERR_FAILED|No answer|404/);
  await fill(page, "ann@example.org bo@example.org ");
  // The server has it, and its answer never arrives.
  await page.route(
    "**/api/send",
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await send(page);
  await page.getByText("The connection was lost, but the server had your emails.").waitFor();
  await toast(page, "2 emails sent.");
  expect(await chips(page)).toEqual([]);

  // The server never had it.
  await fill(page, "cy@example.org ").catch(() => undefined);
  await page.route("**/api/send", (route) => route.abort(), { times: 1 });
  await page.clock.install();
  await send(page);
  await page.getByText(/We are asking what became of your emails/).waitFor();
  // Only after 90 seconds it is certain that nothing can begin any more.
  await page.clock.fastForward("02:00");
  await toast(page, /Nobody got one; you can send again/);
  expect(await chips(page)).toEqual(["cy@example.org"]);
  await send(page);
  await toast(page, "1 email sent.");
  expect(await sender.delivered()).toEqual(["ann@example.org", "bo@example.org", "cy@example.org"]);
  expect(complaints).toEqual([]);
});

test("a reload in the middle of it: the send is found again", async () => {
  const { sender, page } = await onDirectSend("reload", /./);
  await fill(page, "ann@example.org bo@example.org ");
  await sender.fault({ op: "send", delayMs: 4_000, times: 2 });
  await send(page);
  await page.getByText("Sending 2 emails").waitFor();
  await expect
    .poll(async () => (await sender.call<{ sends: unknown[] }>("GET", "/api/sends")).body.sends.length)
    .toBe(1);
  await page.reload();
  await toast(page, "2 emails sent.");
  expect(await sender.delivered()).toEqual(["ann@example.org", "bo@example.org"]);
});

test("a token that has run out between preview and send is refreshed, and the mail goes out once", async () => {
  const { sender, page } = await onDirectSend("token", /401/);
  await fill(page, "ann@example.org ");
  await page.getByRole("button", { name: "Generate Preview" }).click();
  await page.frameLocator('iframe[title="Body of the mail"]').getByText("the harbour").waitFor();
  const expired = { success: false, error: "Your session has expired.", reason: "token_expired" };
  await page.route("**/api/send", (route) => route.fulfill({ status: 401, json: expired }), { times: 1 });
  await send(page);
  await toast(page, "1 email sent.");
  expect(await sender.delivered()).toEqual(["ann@example.org"]);
});

test("a template that was deleted meanwhile: said in words, and the recipients stay", async () => {
  const { sender, page, templateId } = await onDirectSend("deleted", /404/);
  await sender.call("POST", "/api/templates", { ...NOTE, name: "Other" });
  await page.reload();
  await fill(page, "ann@example.org ");
  await sender.call("DELETE", `/api/template/${templateId}`);
  await send(page);
  await toast(page, "Send Error: This template no longer exists.");
  await toast(page, "The template is no longer there. Please choose another one.");
  expect(await chips(page)).toEqual(["ann@example.org"]);
  await page.getByLabel("Template", { exact: true }).click();
  await page.getByRole("option", { name: "Other" }).click();
  expect(await chips(page)).toEqual(["ann@example.org"]);
});
