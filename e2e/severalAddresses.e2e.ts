import type { Page } from "@playwright/test";
import type { AddressObject } from "mailparser";
import { sidewaysPlaces, wideFaults } from "./look.ts";
import { chooseFile, chooseTemplate, csvFile } from "./sendSteps.ts";
import { mailsOf } from "./sentMail.ts";
import { expect, test } from "./story.ts";

/** Both parents of a child, in two columns or in one cell. */
test.use({ signedIn: true });

const PARENTS = [
  "Name,Email mother,Email father",
  "Mia,mum@example.org,Dad <dad@example.org>",
  "Ben,mum@example.org,ben@example.org",
  "Zoe,zoe@example.org,",
  "Lea,not an@address,lea@example.org",
].join("\n");

function addressesOf(header: AddressObject | AddressObject[] | undefined) {
  return [header ?? []].flat().flatMap(({ value }) => value.map(({ address }) => address));
}

/** To, then Cc, then the subject of each email, as an independent parser reads them. */
async function emailsOf(user: string): Promise<string[]> {
  const mails = await mailsOf(user);
  return mails
    .map(({ to, cc, text = "" }) => {
      const name = ["Mia", "Ben", "Zoe", "Lea"].find((one) => text.includes(one)) ?? "";
      return [...addressesOf(to), ...addressesOf(cc), name].join(" ");
    })
    .sort();
}

async function begin(page: Page, list: string): Promise<void> {
  await page.goto("/app#bulk-send");
  await chooseTemplate(page, "Invitation");
  await chooseFile(page, csvFile(list));
}

async function send(page: Page, count: number): Promise<void> {
  await page.getByRole("button", { name: new RegExp(`^Send ${count} emails`) }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("button", { name: new RegExp(`^Send ${count} emails`) }).click();
  await expect(page.getByText(new RegExp(`^${count} sent[.,]`)).first()).toBeVisible();
}

test("each parent gets an email, and the results tell them apart", async ({ sender, page }) => {
  await sender.template();
  await begin(page, PARENTS);
  await expect(page.getByText("3 people have two addresses.")).toBeVisible();
  await page.getByRole("button", { name: /^Send \d+ emails/ }).click();
  await expect(
    page.getByText(/^Choose how to write to people with several addresses\./),
  ).toBeVisible();
  await page.getByRole("button", { name: "An email to each address" }).click();
  await expect(page.getByText("5 ready · 2 skipped")).toBeVisible();
  await page.getByRole("button", { name: /^Send each/ }).click();
  await send(page, 6);
  expect(await emailsOf(sender.email)).toEqual([
    "ben@example.org Ben",
    "dad@example.org Mia",
    "lea@example.org Lea",
    "mum@example.org Ben",
    "mum@example.org Mia",
    "zoe@example.org Zoe",
  ]);
  const results = page.getByRole("table").getByRole("row");
  for (const address of ["dad@example.org", "ben@example.org", "not an@address"])
    await expect(results.filter({ hasText: address })).toHaveCount(1);
});

test("one email goes to the first parent who can be written to, with the other in Cc", async ({
  sender,
  page,
}) => {
  await sender.template();
  await begin(page, PARENTS);
  await page.getByRole("button", { name: "One email, the others in Cc" }).click();
  await page.getByRole("button", { name: /^Send each/ }).click();
  await expect(page.getByText("4 ready", { exact: true })).toBeVisible();
  await send(page, 4);
  expect(await emailsOf(sender.email)).toEqual([
    "lea@example.org Lea",
    "mum@example.org ben@example.org Ben",
    "mum@example.org dad@example.org Mia",
    "zoe@example.org Zoe",
  ]);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 640 }, hasTouch: true });

  test("a cell with two addresses becomes two rows, which can be joined again", async ({
    sender,
    page,
  }) => {
    await sender.template();
    await begin(
      page,
      'Name,Email\nMia,"Mum <mum@example.org>; dad@example.org"\nZoe,zoe@example.org',
    );
    await expect(page.getByText("1 person has two addresses.")).toBeVisible();
    expect([...(await wideFaults(page)), ...(await sidewaysPlaces(page))]).toEqual([]);
    await page.getByRole("button", { name: "An email to each address" }).tap();
    await expect(page.getByText("3 ready", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Join them again" }).tap();
    await expect(page.getByText("1 ready · 1 skipped")).toBeVisible();
    await page.getByRole("button", { name: "One email, the others in Cc" }).tap();
    await expect(page.getByText("2 ready", { exact: true })).toBeVisible();
    expect([...(await wideFaults(page)), ...(await sidewaysPlaces(page))]).toEqual([]);
    await send(page, 2);
    expect(await emailsOf(sender.email)).toEqual([
      "mum@example.org dad@example.org Mia",
      "zoe@example.org Zoe",
    ]);
  });
});
