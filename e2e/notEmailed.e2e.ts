import type { Page } from "@playwright/test";
import type { AddressObject, ParsedMail } from "mailparser";
import { look } from "./look.ts";
import { chooseFile, chooseTemplate, csvFile, writeTime } from "./sendSteps.ts";
import { deliveredTo, mailsOf, recipientOf } from "./sentMail.ts";
import { expect, test } from "./story.ts";

/** People you don't email: put on the list before a send, and while it is scheduled. */
test.use({ signedIn: true });

const LIST = [
  "Name,Email,Manager",
  "Ann,ann@example.org,mia@example.org",
  "Bo,bo@example.org,boss@example.org",
  "Cy,cy@example.org,mia@example.org",
  'Di,di@example.org,"mia@example.org, BOSS@example.org"',
].join("\n");

const NAME = "People you don't email";

/** Adds addresses in the dialog of the account menu. */
async function dontEmail(page: Page, addresses: string, result: string): Promise<void> {
  await page.getByRole("button", { name: /^Account: / }).click();
  await page.getByRole("button", { name: NAME }).click();
  const dialog = page.getByRole("dialog", { name: NAME });
  await dialog.getByLabel("Addresses to add").fill(addresses);
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect(dialog.getByText(result)).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(dialog).toBeHidden();
}

function addressesOf(header: AddressObject | AddressObject[] | undefined) {
  return [header ?? []].flat().flatMap(({ value }) => value.map(({ address }) => address));
}
const ccOf = (mails: ParsedMail[]) => mails.map(({ cc }) => addressesOf(cc));

test("people on the list get neither an email nor a copy, also if they are added while the send is scheduled", async ({
  sender,
  page,
}) => {
  await sender.template();
  await page.goto("/app#bulk-send");
  await dontEmail(page, "Ann Good <ANN@example.org>\nboss@example.org", "2 people added.");

  await chooseTemplate(page, "Invitation");
  await chooseFile(page, csvFile(LIST));
  await expect(
    page.getByText("3 ready · 1 skipped (1 on your list of people you don't email)"),
  ).toBeVisible();
  await page.getByRole("button", { name: "Reply-To, Cc, Bcc" }).click();
  await page
    .getByRole("group", { name: "Cc from", exact: true })
    .getByText("From a column")
    .click();
  await expect(page.getByLabel("Cc column", { exact: true })).toHaveText("Manager");
  await expect(
    page.getByRole("gridcell", { name: /No copy, because on your list.*boss@example\.org/ }),
  ).toBeVisible();

  await page.getByText("Choose…").click();
  await writeTime(page, "1500");
  await page.getByRole("button", { name: /^Schedule 3 emails/ }).click();
  const question = page.getByRole("alertdialog");
  await expect(
    question.getByText("1 row: on your list of people you don't email (ann@example.org)"),
  ).toBeVisible();
  await question.getByRole("button", { name: "Schedule 3 emails" }).click();
  await expect(page.getByText("3 scheduled").first()).toBeVisible();
  const [send] = await sender.sends();

  // Cy asks while the send waits.
  await dontEmail(page, "cy@example.org", "1 person added.");
  await page.goto(`/app#sends/${send?.id}`);
  await page.getByRole("button", { name: "Send now" }).click();
  await question.getByRole("button", { name: /^Send 3 emails now/ }).click();
  await expect(page.getByText("2 sent, 2 skipped.").first()).toBeVisible();
  const row = page.getByRole("row").filter({ hasText: "cy@example.org" });
  await expect(row).toContainText("On your list of people you don't email.");

  const mails = await mailsOf(sender.email);
  expect(mails.map(recipientOf).sort()).toEqual(["bo@example.org", "di@example.org"]);
  expect(ccOf(await deliveredTo(sender.email, "bo@example.org"))).toEqual([[]]);
  expect(ccOf(await deliveredTo(sender.email, "di@example.org"))).toEqual([["mia@example.org"]]);
  for (const address of ["ann", "boss", "cy"].map((name) => `${name}@example.org`)) {
    expect(await deliveredTo(sender.email, address)).toEqual([]);
    expect(JSON.stringify(mails.map(({ headerLines }) => headerLines)).toLowerCase()).not.toContain(
      address,
    );
  }
});

test("Direct Send marks someone on the list, and undo brings them back", async ({
  sender,
  page,
}) => {
  await sender.template();
  await page.goto("/app#direct-send");
  await chooseTemplate(page, "Invitation");
  await page
    .getByRole("textbox", { name: "Recipients" })
    .pressSequentially("ann@example.org, bo@example.org, ");
  await dontEmail(page, "ann@example.org", "1 person added.");
  await expect(
    page.getByText("ann@example.org is on your list of people you don't email and gets no email."),
  ).toBeVisible();
  await page.getByRole("button", { name: `Show ${NAME.toLowerCase()}` }).click();
  const dialog = page.getByRole("dialog", { name: NAME });
  await look(page, "not-emailed");
  await dialog.getByRole("button", { name: "Remove ann@example.org" }).click();
  await expect(dialog.getByText("No one is on your list.")).toBeVisible();
  await dialog.getByRole("button", { name: "Undo" }).click();
  await expect(dialog.getByText("Undone: ann@example.org is on your list again.")).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("button", { name: "Gets no email: ann@example.org" })).toBeVisible();
  await look(page, "not-emailed-direct", { fullPage: true });
});
