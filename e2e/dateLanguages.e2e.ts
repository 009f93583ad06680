import { DATE_LANGUAGES } from "@sendwright/core/contract";
import { dayInLanguage } from "@sendwright/core/dates/languages";
import { chooseFile, chooseTemplate, csvFile } from "./sendSteps.ts";
import { mailsOf } from "./sentMail.ts";
import { expect, test } from "./story.ts";

test.use({ signedIn: true });

/** Each month, and each day of the week, with days of one and two digits. */
const DAYS = Array.from({ length: 12 }, (_, month) =>
  [1, 2, 3, 15, 28].map((day) => Date.UTC(2025 + (month % 3), month, day)),
).flat();

test("the browser and the server write a date in the same words, in every language", async ({
  page,
}) => {
  const languages = ["en-US", ...DATE_LANGUAGES];
  const here = languages.map((language) =>
    [false, true].map((weekday) =>
      DAYS.map((day) => dayInLanguage(new Date(day), language, weekday)),
    ),
  );
  const there = await page.evaluate(
    ([tags, days]) =>
      tags.map((tag) =>
        (["long", "full"] as const).map((dateStyle) => {
          const options = { dateStyle, timeZone: "UTC", calendar: "gregory" } as const;
          const writer = new Intl.DateTimeFormat(tag, { ...options, numberingSystem: "latn" });
          return days.map((day) => writer.format(new Date(day)));
        }),
      ),
    [languages, DAYS] as const,
  );
  expect(new Set(DAYS.map((day) => new Date(day).getUTCDay())).size).toBe(7);
  expect(there).toEqual(here);
});

test("a template's dates are in its own language in editor, preview, question and email", async ({
  sender,
  page,
  email,
}) => {
  await sender.template({
    name: "Einladung",
    subject: "Termin am {{Termin|date}}",
    body: "<p>Hallo {{Name}}, bis {{Termin|date}}!</p>",
    dateFormat: "mmddyyyy",
    timeFormat: "24hr",
  });
  await page.goto("/app");
  await page.getByRole("button", { name: "Einladung", exact: true }).click();
  const editor = page.getByRole("dialog", { name: "Edit Template" });
  await editor.getByText(/^In words/).click();
  await editor.getByLabel("Language of dates").click();
  await page.getByRole("option", { name: /^German: / }).click();
  await editor.getByRole("checkbox", { name: "With the day of the week" }).check();
  await expect(editor.getByText("is written Freitag, 31. Januar 2025.")).toBeVisible();
  await editor.getByRole("button", { name: "Save Template" }).click();
  await expect(editor).toBeHidden();

  await page.getByRole("tab", { name: "Bulk Send" }).click();
  await chooseTemplate(page, "Einladung");
  await chooseFile(page, csvFile("Email,Name,Termin\na@example.org,Ann,2025-01-31\n"));
  const preview = page.getByRole("region", { name: "Preview" }).frameLocator("iframe");
  await expect(preview.getByText("Hallo Ann, bis Freitag, 31. Januar 2025!")).toBeVisible();
  await page.getByRole("button", { name: /^Send 1 email/ }).click();
  const question = page.getByRole("alertdialog");
  await expect(question.getByText("Termin am Freitag, 31. Januar 2025")).toBeVisible();
  await question.getByRole("button", { name: "Send 1 email" }).click();
  await expect
    .poll(async () => (await mailsOf(email)).map(({ subject }) => subject))
    .toEqual(["Termin am Freitag, 31. Januar 2025"]);
});
