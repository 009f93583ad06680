import type { AddressObject } from "mailparser";
import { chooseFile, chooseTemplate, csvFile } from "./sendSteps.ts";
import { deliveredTo, mailsOf } from "./sentMail.ts";
import { expect, test } from "./story.ts";

/**
 * Copies as people use them: a column of the list in Cc, one address in Bcc, and replies to a team.
 */
test.use({ signedIn: true });

const LIST = [
  "Name,Email,Manager",
  "Ann,ann@example.org,mia@example.org",
  'Bo,bo@example.org,"Max <max@example.org>, mia@example.org"',
  "Cy,cy@example.org,not an address",
].join("\n");

function addressesOf(header: AddressObject | AddressObject[] | undefined) {
  return [header ?? []].flat().flatMap(({ value }) => value.map(({ address }) => address));
}

test("three people are written to, with a column in Cc, an address in Bcc and a Reply-To", async ({
  sender,
  page,
}) => {
  await sender.template();
  await page.goto("/app#bulk-send");
  await chooseTemplate(page, "Invitation");
  await chooseFile(page, csvFile(LIST));
  await expect(page.getByText("3 ready")).toBeVisible();

  await page.getByRole("button", { name: "Reply-To, Cc, Bcc" }).click();
  const copies = page.getByRole("group", { name: "Reply-To, Cc and Bcc" });
  await copies.getByLabel("Reply-To").fill("team@example.org");
  await copies
    .getByRole("group", { name: "Cc from", exact: true })
    .getByText("From a column")
    .click();
  await expect(copies.getByLabel("Cc column", { exact: true })).toHaveText("Manager");
  await copies.getByLabel("Bcc").fill("boss@example");
  await copies.getByLabel("Reply-To").focus();
  await expect(copies.getByText("Not an email address in Bcc: boss@example")).toBeVisible();
  await copies.getByLabel("Bcc").fill("boss@example.org");

  // A wrong address in the column is an error of its row, in its cell.
  await expect(page.getByText("2 ready · 1 skipped")).toBeVisible();
  const cell = page.getByRole("gridcell", { name: "To fix: Not an email address in Cc: not" });
  await cell.click();
  await page.keyboard.type("mo@example.org");
  await page.keyboard.press("Enter");
  await expect(page.getByText("3 ready")).toBeVisible();

  const preview = page.getByRole("region", { name: "Preview" });
  await expect(preview.getByText("mo@example.org", { exact: true })).toBeVisible();
  await expect(preview.getByText("boss@example.org", { exact: true })).toBeVisible();
  await expect(preview.getByText("team@example.org", { exact: true })).toBeVisible();

  await page.getByRole("button", { name: /^Send 3 emails/ }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(
    dialog.getByText(
      "Cc to different people on 3 emails: mia@example.org, max@example.org, mo@example.org",
    ),
  ).toBeVisible();
  await expect(dialog.getByText("Bcc to boss@example.org on 3 emails")).toBeVisible();
  await expect(dialog.getByText("team@example.org", { exact: true })).toBeVisible();
  await dialog.getByRole("button", { name: "Send 3 emails" }).click();
  await expect(page.getByText("3 sent.").first()).toBeVisible();
  await expect(
    page.getByText(/Bcc to boss@example\.org on 3 emails\. Replies go to team@example\.org\./),
  ).toBeVisible();

  const expected = new Map([
    ["ann@example.org", ["mia@example.org"]],
    ["bo@example.org", ["max@example.org", "mia@example.org"]],
    ["cy@example.org", ["mo@example.org"]],
  ]);
  expect(await mailsOf(sender.email)).toHaveLength(3);
  const boss = await deliveredTo(sender.email, "boss@example.org");
  expect(boss.flatMap(({ to }) => addressesOf(to)).sort()).toEqual([...expected.keys()]);
  for (const [to, cc] of expected) {
    const [mail, ...others] = await deliveredTo(sender.email, to);
    expect(others).toEqual([]);
    expect(addressesOf(mail?.to)).toEqual([to]);
    expect(addressesOf(mail?.cc)).toEqual(cc);
    expect(addressesOf(mail?.replyTo)).toEqual(["team@example.org"]);
    expect(mail?.headers.has("bcc")).toBe(false);
  }
  expect(await deliveredTo(sender.email, "mia@example.org")).toHaveLength(2);

  // To, Cc and Bcc of each: three, four and three recipients.
  const { body } = await sender.call<{ config: { quota: { sent: number } } }>("GET", "/api/config");
  expect(body.config.quota.sent).toBe(10);
});
