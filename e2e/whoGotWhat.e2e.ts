import type { Page } from "@playwright/test";
import { look } from "./look.ts";
import { chooseTemplate, csvFile } from "./sendSteps.ts";
import { mailsOf } from "./sentMail.ts";
import { expect, test } from "./story.ts";

/** Who got an email, and whether it was this one. */
test.use({ signedIn: true });

async function choose(page: Page, list: string): Promise<void> {
  await page.goto("/app#bulk-send");
  await page.reload();
  await chooseTemplate(page, "Invitation");
  await page.getByLabel("CSV file").setInputFiles(csvFile(list));
}

const question = (page: Page) => page.getByRole("alertdialog");
test("a second send says whether it is exactly the same email", async ({ sender, page }) => {
  await sender.template();
  const list = "Name,Email\nAnna,anna@example.org\nBo,bo@example.org";
  await choose(page, list);
  await page.getByRole("button", { name: "Send 2 emails" }).click();
  await question(page).getByRole("button", { name: "Send 2 emails" }).click();
  await expect(page.getByText(/^2 sent/).first()).toBeVisible({ timeout: 90_000 });
  await choose(page, list);
  const replaceList = async (text: string, shows: string) => {
    await page.getByLabel("CSV file").setInputFiles(csvFile(text));
    await expect(page.getByRole("gridcell", { name: shows, exact: true })).toBeVisible();
  };
  const asked = async () => {
    await page.getByRole("button", { name: "Send 2 emails" }).click();
    const said = await question(page).textContent();
    await page.keyboard.press("Escape");
    return said;
  };
  expect(await asked()).toContain("It's exactly the same email.");
  await replaceList(list.replace("Anna,", "Anne,"), "Anne");
  expect(await asked()).toContain("It's exactly the same email for bo@example.org.");
  await replaceList(list.replace("Anna,", "Anne,").replace("Bo,", "Bob,"), "Bob");
  expect(await asked()).toContain("This time, its text, values or files are different.");
  expect(await mailsOf(sender.email)).toHaveLength(2);
});

test("an address finds everything that went to it, with the text", async ({ sender, page }) => {
  await sender.template();
  await choose(
    page,
    "Name,Email,Copies\nAnna,anna@example.org,\nBo,bo@example.org,Di <DI@example.org>\n,cy@example.org,",
  );
  await page.getByRole("button", { name: "One email, the others in Cc" }).click();
  await page.getByRole("button", { name: "Send 2 emails" }).click();
  await question(page).getByRole("button", { name: "Send 2 emails" }).click();
  await expect(page.getByText(/^2 sent/).first()).toBeVisible({ timeout: 90_000 });
  await page.goto("/app#sends");
  const search = page.getByRole("searchbox");
  await search.fill("anna@example.org");
  const found = page.getByRole("region", { name: "Emails to anna@example.org" });
  await expect(found.getByRole("listitem")).toContainText(["SentInvitation"]);
  await look(page, "person-found");
  await found.getByRole("link", { name: "Invitation" }).first().click();
  await expect(page.frameLocator("iframe").getByText("Dear Anna, see you.")).toBeVisible();
  await page.goto("/app#sends");
  await search.fill("Di <di@example.org>");
  await expect(
    page.getByRole("region", { name: "Emails to di@example.org" }).getByRole("listitem"),
  ).toContainText(["Copy (Cc) of the email to Bo (bo@example.org)."]);
  await search.fill("CY@example.org");
  const skipped = page.getByRole("region", { name: "Emails to CY@example.org" });
  await expect(skipped.getByRole("listitem")).toContainText("Skipped");
  await expect(skipped.getByRole("listitem")).toContainText("Name");
});

test("another file makes it another email", async ({ sender, page }) => {
  await sender.template({ name: "Plan", subject: "The plan", body: "<p>See below.</p>" });
  const send = async (content: string) => {
    await page.goto("/app#direct-send");
    await page.reload();
    await chooseTemplate(page, "Plan");
    await page.getByLabel("Recipients", { exact: true }).pressSequentially("ann@example.org ");
    const file = { name: "plan.txt", mimeType: "text/plain", buffer: Buffer.from(content) };
    await page.locator('input[type="file"]').setInputFiles(file);
    await page.getByRole("button", { name: "Send Email(s)" }).click();
  };
  await send("Monday");
  await question(page).getByRole("button", { name: "Send 1 email" }).click();
  await expect(page.getByText(/^1 email sent/).first()).toBeVisible({ timeout: 90_000 });
  await send("Monday");
  await expect(question(page)).toContainText("It's exactly the same email.");
  await send("Tuesday");
  await expect(question(page)).toContainText("its text, values or files are different.");
});
