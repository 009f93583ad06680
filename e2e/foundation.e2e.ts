import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beginTranscript, keepTranscript } from "./axTree.ts";
import { consent } from "./google.ts";
import { keepScreen } from "./look.ts";
import { chooseFile, chooseTemplate } from "./sendSteps.ts";
import { mailsOf, recipientOf } from "./sentMail.ts";
import { APP } from "./stack.ts";
import { expect, test } from "./story.ts";

/**
 * The main send, as a new user does it: sign in, write a template, send it to a file of 12 people,
 * read the 12 emails.
 */
const FILE = join(import.meta.dirname, "data", "conference-12.csv");

test("a template goes to the 12 people of a file, each with their own email", async ({
  page,
  email: sender,
}) => {
  const transcribe = (screen: string) => keepTranscript(page, screen, sender);
  beginTranscript();
  await page.goto("/");
  await expect(
    page.getByRole("button", { name: "Sign In & Link Google Account" }).first(),
  ).toBeEnabled();
  await transcribe("The landing page");
  await consent(page, sender);
  await page.waitForURL("/app**");
  await expect(page.getByText("No templates created yet.")).toBeVisible();
  await transcribe("Signed in, without a template");

  await page.getByRole("button", { name: "Create New Template" }).first().click();
  const editor = page.getByRole("dialog", { name: "Create New Template" });
  await editor.getByLabel("Template Name").fill("Invitation");
  await editor.getByLabel("Subject Line").fill("Your talk on {{Talk Date|date}}, {{Full Name}}");
  const body = editor.getByRole("textbox", { name: "Body" });
  await body.click();
  await page.keyboard.type("Dear {{Full Name}},");
  await page.keyboard.press("Enter");
  await page.keyboard.type("you speak about {{Talk Title}} on {{Talk Date|date}}.");
  await editor.getByLabel("Date Format").click();
  await page.getByRole("option", { name: "January 31, 2025" }).click();
  await expect(
    editor.getByRole("region", { name: "Preview" }).getByText("Ada Lovelace"),
  ).toBeVisible();
  await keepScreen(page, "editor");
  await transcribe("The editor, filled in");
  await editor.getByRole("button", { name: "Save Template" }).click();
  await expect(editor).toBeHidden();
  await expect(page.getByRole("button", { name: "Invitation", exact: true })).toBeVisible();

  await page.getByRole("tab", { name: "Bulk Send (CSV)" }).click();
  await chooseTemplate(page, "Invitation");
  await chooseFile(page, FILE);
  await expect(page.getByText("12 ready").first()).toBeVisible();
  await page.getByRole("button", { name: "Generate Preview" }).click();
  await expect(
    page.frameLocator('iframe[title*="Mail" i]').getByText("Dmitri Larsen").first(),
  ).toBeVisible();
  await keepScreen(page, "bulk-preview");
  await transcribe("Bulk Send, with a file");
  await page.getByRole("button", { name: /^Send 12/ }).click();
  await expect(
    page.getByRole("alertdialog").getByText("Dmitri Larsen", { exact: true }),
  ).toBeVisible();
  await transcribe("The question before sending");
  await page
    .getByRole("alertdialog")
    .or(page.getByRole("dialog"))
    .getByRole("button", { name: "Send 12 emails" })
    .click();
  await expect(page.getByRole("columnheader", { name: "Row/N" })).toBeVisible();
  const sent = page.getByRole("row").filter({ hasText: "attendee" }).filter({ hasText: "sent" });
  await expect(sent).toHaveCount(12);
  await keepScreen(page, "bulk-results");
  await transcribe("Sent");

  const mails = await mailsOf(sender);
  const people = peopleOfTheFile();
  expect(mails.map(recipientOf).sort()).toEqual(people.map(({ email }) => email).sort());
  for (const { email, name, title, date } of people) {
    const mail = mails.find((candidate) => recipientOf(candidate) === email);
    expect(mail?.subject).toBe(`Your talk on ${date}, ${name}`);
    expect(mail?.text).toContain(`Dear ${name},`);
    expect(mail?.text).toContain(`you speak about ${title} on ${date}.`);
    expect(mail?.html).toContain(date);
  }
  expect(new Set(mails.map(({ text }) => text)).size).toBe(12);
});

/**
 * The file as a person reads it, split by this test and not by the product's reader, which is under
 * test.
 */
function peopleOfTheFile(): { name: string; email: string; title: string; date: string }[] {
  const cells = [...readFileSync(FILE, "utf8").matchAll(/("(?:[^"]|"")*"|[^,\r\n]*)(,|\r?\n|$)/g)];
  const rows: string[][] = [[]];
  for (const [, cell = "", end] of cells) {
    rows.at(-1)?.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (end !== ",") rows.push([]);
  }
  const days = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });
  return rows.slice(1).flatMap(([name, email, , , title, date]) => {
    if (name === undefined || email === undefined || title === undefined || date === undefined)
      return [];
    return [{ name, email, title, date: days.format(new Date(`${date}T00:00:00Z`)) }];
  });
}

test("the API refuses unknown callers", async () => {
  const answer = await fetch(`${APP}/api/config`);
  expect(answer.status).toBe(401);
  expect(await answer.json()).toMatchObject({ success: false, reason: "token_invalid" });
});
