import { join } from "node:path";
import type { Page } from "@playwright/test";
import { gridOf } from "./listTable.ts";
import { chooseFile, chooseTemplate } from "./sendSteps.ts";
import { mailsOf, recipientOf } from "./sentMail.ts";
import { expect, test } from "./story.ts";

/**
 * Excel and OpenDocument workbooks by several programs, chosen like a CSV file, from the file to
 * the delivered email. `core/src/workbook/fixtures` has the files and the scripts that made them.
 */

test.use({ signedIn: true });

async function chooseWorkbook(page: Page, name: string): Promise<void> {
  const path = join(import.meta.dirname, "../core/src/workbook/fixtures", name);
  await chooseFile(page, path);
}

async function chooseGerman(page: Page): Promise<void> {
  await page.getByLabel("Language of numbers and dates").click();
  await page.getByRole("option", { name: "German", exact: true }).click();
  await expect(page.getByText("For example, 1.234,50 €")).toBeVisible();
}

async function send(page: Page, count: number): Promise<void> {
  const name = `Send ${count} emails`;
  await page.getByRole("button", { name, exact: true }).click();
  const question = page.getByRole("alertdialog");
  await question.getByRole("button", { name }).click();
  await expect(question).toBeHidden();
}

/** The name of a file's template: no name is the beginning of another. */
const templateFor = (file: string) => `For ${file} only`;

/** The emails with this subject, each with its address and its text, sorted by address. */
async function emailsOf(user: string, subject: string): Promise<string[]> {
  return (await mailsOf(user))
    .filter((mail) => mail.subject === subject)
    .map((mail) => `${recipientOf(mail)}: ${mail.text?.trim()}`)
    .sort();
}

// OpenDocument has the text that its program showed, so it asks for no language
// (core/src/workbook).
test("LibreOffice: zeros, amounts, dates and umlauts arrive as the workbook shows them", async ({
  page,
  sender,
}) => {
  const files = ["values-libreoffice.xlsx", "values-libreoffice.xls"];
  for (const name of files) {
    await sender.template({
      name: templateFor(name),
      subject: name,
      body: "<p>{{Name}}, {{PLZ}}: {{Betrag}} bis {{Fällig am|date}}.</p>",
      dateFormat: "dmy_dots",
    });
  }
  await page.goto("/app#bulk-send");
  for (const name of files) {
    await test.step(name, async () => {
      await chooseTemplate(page, templateFor(name));
      await chooseWorkbook(page, name);
      await expect(gridOf(page).getByText("Jürgen Groß")).toBeVisible();
      await chooseGerman(page);
      await send(page, 2);
      await expect
        .poll(() => emailsOf(sender.email, name))
        .toEqual([
          expect.stringContaining(": Jürgen Groß, 00501: 34,30 € bis 31.12.2026."),
          expect.stringContaining(": Zoë Müller, 01067: 1.234,50 € bis 03.04.2026."),
        ]);
    });
  }
});

const AS_SHOWN = [
  "juergen@example.org: Jürgen Größe (00123): 1.234,50 € am 03.04.2026, 29%. Müller & Söhne",
  "lukasz@example.org: Łukasz Żółć (00007): -42,25 € am 12.04.2026, 100%. 0043 1 58858",
  "zoe@example.org: Zoë O’Brien (99999): 0,29 € am 28.04.2026, 1%. nichts",
];

/** The messy sheet by several programs, and its emails; those of OpenDocument as the file has them. */
const MESSY: Readonly<Record<string, readonly string[]>> = {
  "messy-openpyxl.xlsx": AS_SHOWN,
  "messy-xlsxwriter.xlsx": AS_SHOWN,
  "messy-xlwt.xls": AS_SHOWN,
  "messy-odfpy.ods": [
    "juergen@example.org: Jürgen Größe (00123): 1.234,50 € am 03.04.2026, 28%. Müller & Söhne",
    "lukasz@example.org: Łukasz Żółć (00007): -42,25 € am 12.04.2026, 100%. 0043 1 58858",
    "zoe@example.org: Zoë O’Brien (99999): 0,28 € am 28.04.2026, 1%. nichts",
  ],
  "messy-libreoffice.xlsx": AS_SHOWN,
  "messy-libreoffice.xls": AS_SHOWN,
  "messy-libreoffice.ods": [
    "juergen@example.org: Jürgen Größe (00123): 1,234.50 € am 03.04.2026, 28%. Müller & Söhne",
    "lukasz@example.org: Łukasz Żółć (00007): -42.25 € am 12.04.2026, 100%. 0043 1 58858",
    "zoe@example.org: Zoë O’Brien (99999): 0.29 € am 28.04.2026, 1%. nichts",
  ],
};

test("titles, a total, a hidden row and an error send nothing that isn't there", async ({
  page,
  sender,
}) => {
  for (const name of Object.keys(MESSY)) {
    await sender.template({
      name: templateFor(name),
      subject: name,
      body: "<p>{{Name}} ({{Kundennr.}}): {{Betrag}} am {{Termin|date}}, {{Anteil}}. {{Bemerkung|text:nichts}}</p>",
      dateFormat: "dmy_dots",
    });
  }
  await page.goto("/app#bulk-send");
  for (const [name, emails] of Object.entries(MESSY)) {
    await test.step(name, async () => {
      await chooseTemplate(page, templateFor(name));
      await chooseWorkbook(page, name);
      await expect(gridOf(page).getByText("Jürgen Größe")).toBeVisible();
      if (!name.endsWith(".ods")) await chooseGerman(page);
      await send(page, 3);
      await expect.poll(() => emailsOf(sender.email, name)).toEqual(emails);
    });
  }
});

test("openpyxl and LibreOffice: a merged cell is the value of all its rows, and names its column", async ({
  page,
  sender,
}) => {
  const files = ["trip-openpyxl.xlsx", "trip-libreoffice.xls", "trip-libreoffice.ods"];
  for (const name of files) {
    await sender.template({
      name,
      subject: name,
      body: "<p>{{First}} {{Last}}, class {{Class|text:unknown}}: {{Open amount}} by {{Due|date}}</p>",
      dateFormat: "iso",
    });
  }
  await page.goto("/app#bulk-send");
  for (const name of files) {
    await test.step(name, async () => {
      await chooseTemplate(page, name);
      await chooseWorkbook(page, name);
      await expect(
        page.getByText("Merged cells count for each of their rows: “Class”."),
      ).toBeVisible();
      await send(page, 4);
      await expect
        .poll(() => emailsOf(sender.email, name))
        .toEqual([
          "ann@example.org: Noah Smith, class 3b: £17.25 by 2026-06-08",
          "katja@example.org: Ben Müller, class 3a: £0.00 by 2026-06-01",
          "pieter@example.org: Zoë van den Berg, class 3b: £1,234.50 by 2026-06-08",
          "siobhan@example.org: Mia O'Brien, class 3a: £34.50 by 2026-06-01",
        ]);
    });
  }
});
