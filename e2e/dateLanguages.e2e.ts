import { DATE_LANGUAGES } from "@sendwright/core/contract";
import { dayInLanguage } from "@sendwright/core/dates/languages";
import { expect, test } from "./story.ts";

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
