import { join } from "node:path";
import { gridOf } from "./listTable.ts";
import { mailsOf, recipientOf } from "./mailbox.ts";
import { chooseTemplate } from "./sendSteps.ts";
import { expect, test } from "./story.ts";

/** Excel and OpenDocument workbooks, chosen like a CSV file, from the file to the delivered email. */
const workbook = (name: string) => join(import.meta.dirname, "../core/src/workbook/fixtures", name);

test.use({ signedIn: true });

test.beforeEach(async ({ sender, page }) => {
  await sender.template({
    name: "Rechnung",
    subject: "Rechnung für {{Name}}",
    body: "<p>{{Name}}, {{PLZ}}: {{Betrag}} bis {{Fällig am|date}}.</p>",
    dateFormat: "dmy_dots",
    timeFormat: "24hr",
  });
  await page.goto("/app#bulk-send");
  await chooseTemplate(page, "Rechnung");
});

for (const name of ["values-libreoffice.xlsx", "values-libreoffice.xls", "values-libreoffice.ods"]) {
  test(`${name}: zeros, amounts, dates and umlauts arrive as the workbook shows them`, async ({ page, sender }) => {
    await page.locator('input[type="file"]').first().setInputFiles(workbook(name));
    await expect(gridOf(page).getByText("Jürgen Groß")).toBeVisible();
    const language = page.getByLabel("Language of numbers and dates");
    // OpenDocument stores the text that its program showed.
    if (!name.endsWith(".ods")) {
      await language.click();
      await page.getByRole("option", { name: "German", exact: true }).click();
      await expect(page.getByText("For example, 1.234,50 €")).toBeVisible();
    }
    await page.getByRole("button", { name: "Send 2 emails" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Send 2 emails" }).click();
    await expect(page.getByText("2 sent.").first()).toBeVisible();
    const mails = (await mailsOf(sender.email)).sort((a, b) => recipientOf(a).localeCompare(recipientOf(b)));
    const amounts = name.endsWith(".ods") ? ["34.30 €", "1,234.50 €"] : ["34,30 €", "1.234,50 €"];
    expect(mails.map(({ subject }) => subject)).toEqual(["Rechnung für Jürgen Groß", "Rechnung für Zoë Müller"]);
    expect(mails[0]?.text).toContain(`Jürgen Groß, 00501: ${amounts[0]} bis 31.12.2026.`);
    expect(mails[1]?.text).toContain(`Zoë Müller, 01067: ${amounts[1]} bis 03.04.2026.`);
  });
}
