import { expect, stored, test } from "./extended.ts";
import { mailsOf, recipientOf } from "./mailbox.ts";
import { APP } from "./stack.ts";

/** The extension as people use it: from signing in on the page to the mail in the mailbox. */
test.use({ signedIn: true });

test("from the page's session to a mail out of the popup", async ({ page, sender, surface, worker, email }) => {
  await sender.template();
  const before = await surface("popup");
  await before.getByRole("button", { name: "Open Sendwright" }).waitFor();

  await page.goto(`${APP}/app`);
  await expect(page.getByRole("link", { name: "Extension installed" })).toBeVisible();
  await expect.poll(async () => await stored(await worker(), "session")).toMatchObject({ email });
  await expect(before.getByText(email)).toBeVisible();

  await before.getByRole("button", { name: "Invitation" }).click();
  await before.getByLabel("Recipients", { exact: true }).pressSequentially("ann@example.org,");
  await before.getByLabel("Name").fill("Ann");
  await before.getByRole("button", { name: "Send Email(s)" }).click();
  await before.getByRole("alertdialog").getByRole("button", { name: "Send 1 email" }).click();
  // The popup closes as soon as it loses the focus; what it began goes on.
  await expect.poll(async () => await stored(await worker(), "attempt")).toMatchObject({ uid: expect.any(String) });
  await before.close();
  await expect.poll(async () => (await mailsOf(email)).map(recipientOf)).toEqual(["ann@example.org"]);
  await expect
    .poll(async () => await (await worker()).evaluate(() => chrome.action.getBadgeText({})))
    .toBe("✓");

  const after = await surface("popup");
  await expect(after.getByText("1 email sent.")).toBeVisible();
  await expect.poll(async () => await (await worker()).evaluate(() => chrome.action.getBadgeText({}))).toBe("");
});
