import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { gridOf } from "./listTable.ts";
import type { Sender } from "./sender.ts";
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

/** The emails with this subject, each with its address and its text, sorted by address. */
async function emailsOf(user: string, subject: string): Promise<string[]> {
  return (await mailsOf(user))
    .filter((mail) => mail.subject === subject)
    .map((mail) => `${recipientOf(mail)}: ${mail.text?.trim()}`)
    .sort();
}

interface Sent {
  body: string;
  dateFormat: string;
  /** It is there once the page has read a file. */
  shown: Locator;
  inGerman?: boolean;
  /** By file: its emails, one for each row. */
  emails: Readonly<Record<string, readonly unknown[]>>;
}

/** Sends an email to each row of each file, and expects these emails. */
async function expectEmails(
  { page, sender }: { page: Page; sender: Sender },
  { body, dateFormat, shown, inGerman = false, emails }: Sent,
): Promise<void> {
  // No name is the beginning of another.
  const templateFor = (file: string) => `For ${file} only`;
  for (const file of Object.keys(emails))
    await sender.template({ name: templateFor(file), subject: file, body, dateFormat });
  await page.goto("/app#bulk-send");
  for (const [file, expected] of Object.entries(emails)) {
    await test.step(file, async () => {
      await chooseTemplate(page, templateFor(file));
      await chooseWorkbook(page, file);
      await expect(shown).toBeVisible();
      // OpenDocument has the text that its program showed, so it asks for no language
      // (core/src/workbook).
      if (inGerman && !file.endsWith(".ods")) await chooseGerman(page);
      await send(page, expected.length);
      await expect.poll(() => emailsOf(sender.email, file)).toEqual(expected);
    });
  }
}

const VALUES = [
  expect.stringContaining(": Jürgen Groß, 00501: 34,30 € bis 31.12.2026."),
  expect.stringContaining(": Zoë Müller, 01067: 1.234,50 € bis 03.04.2026."),
];

test("LibreOffice: zeros, amounts, dates and umlauts arrive as the workbook shows them", async ({
  page,
  sender,
}) => {
  await expectEmails(
    { page, sender },
    {
      body: "<p>{{Name}}, {{PLZ}}: {{Betrag}} bis {{Fällig am|date}}.</p>",
      dateFormat: "dmy_dots",
      shown: gridOf(page).getByText("Jürgen Groß"),
      inGerman: true,
      emails: { "values-libreoffice.xlsx": VALUES, "values-libreoffice.xls": VALUES },
    },
  );
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
  await expectEmails(
    { page, sender },
    {
      body: "<p>{{Name}} ({{Kundennr.}}): {{Betrag}} am {{Termin|date}}, {{Anteil}}. {{Bemerkung|text:nichts}}</p>",
      dateFormat: "dmy_dots",
      shown: gridOf(page).getByText("Jürgen Größe"),
      inGerman: true,
      emails: MESSY,
    },
  );
});

const TRIP = [
  "ann@example.org: Noah Smith, class 3b: £17.25 by 2026-06-08",
  "katja@example.org: Ben Müller, class 3a: £0.00 by 2026-06-01",
  "pieter@example.org: Zoë van den Berg, class 3b: £1,234.50 by 2026-06-08",
  "siobhan@example.org: Mia O'Brien, class 3a: £34.50 by 2026-06-01",
];

test("openpyxl and LibreOffice: a merged cell is the value of all its rows, and names its column", async ({
  page,
  sender,
}) => {
  await expectEmails(
    { page, sender },
    {
      body: "<p>{{First}} {{Last}}, class {{Class|text:unknown}}: {{Open amount}} by {{Due|date}}</p>",
      dateFormat: "iso",
      shown: page.getByText("Merged cells count for each of their rows: “Class”."),
      emails: {
        "trip-openpyxl.xlsx": TRIP,
        "trip-libreoffice.xls": TRIP,
        "trip-libreoffice.ods": TRIP,
      },
    },
  );
});
