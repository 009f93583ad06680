import type { Page } from "@playwright/test";
import { addressOf, hashOf, type PaySlip } from "./paySlips.ts";
import { chooseTemplate, csvFile } from "./sendSteps.ts";
import { mailsOf, recipientOf } from "./sentMail.ts";
import { expect } from "./story.ts";

/** The steps of stories that send a file to each person. */

/** Opens Bulk Send with a template and a list, and the panel for files. */
export async function beginWithFiles(
  page: Page,
  list: string,
  template = "Invitation",
): Promise<void> {
  await page.goto("/app#bulk-send");
  await chooseTemplate(page, template);
  await page.getByLabel("CSV file").setInputFiles(csvFile(list));
  await page.getByRole("button", { name: "Add a file for each person" }).click();
}

/** Chooses files, given with their bytes or by their paths on the disk. */
export async function addFiles(
  page: Page,
  files: readonly PaySlip[] | readonly string[],
): Promise<void> {
  const field = page.getByLabel("Files for each person", { exact: true });
  await field.setInputFiles([...files] as PaySlip[] | string[]);
}

/** Clicks Send, and answers the question. */
export async function clickSend(page: Page, count: number): Promise<void> {
  const name = new RegExp(`^Send ${count} ${count === 1 ? "email" : "emails"}`);
  await page.getByRole("button", { name }).click();
  await page.getByRole("alertdialog").getByRole("button", { name }).click();
}

/** Waits until this many emails are sent. */
export async function expectSent(page: Page, count: number): Promise<void> {
  await expect(page.getByText(new RegExp(`^${count} sent[.,]`)).first()).toBeVisible({
    timeout: 90_000,
  });
}

/**
 * By address: the names and hashes of the files of each email, as an independent parser reads them;
 * of those whose subject begins so. Fails if someone got two of them.
 */
export async function filesSent(user: string, subject = ""): Promise<Record<string, string[]>> {
  const mails = (await mailsOf(user)).filter((mail) => mail.subject?.startsWith(subject));
  const files = Object.fromEntries(
    mails.map((mail) => [
      recipientOf(mail),
      mail.attachments.map(({ filename, content }) => `${filename} ${hashOf(content)}`),
    ]),
  );
  expect(Object.keys(files)).toHaveLength(mails.length);
  return files;
}

/** What `filesSent` gives if each of these people got their own file. */
export function ownFiles(
  slips: readonly PaySlip[],
  people: readonly string[],
): Record<string, string[]> {
  return Object.fromEntries(
    slips.map(({ name, buffer }, i) => [addressOf(people[i] ?? ""), [`${name} ${hashOf(buffer)}`]]),
  );
}
