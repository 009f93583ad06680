import { expect, it } from "vitest";
import { emailRowOf, emailsAndRows, listRows, withoutFurther } from "./joined.ts";

const counts = { total: 7, queued: 0, sending: 0, sent: 7, failed: 0, skipped: 0, warning: 0 };

it.each([
  ["each row has its own", { counts, cancelled: 0 }, null],
  ["a server says so", { counts, cancelled: 0, list_rows: 7 }, null],
  ["all go", { counts, cancelled: 0, list_rows: 12 }, "7 emails for 12 rows"],
  [
    "some are skipped",
    { counts: { ...counts, sent: 6, skipped: 1 }, cancelled: 0, list_rows: 12 },
    "6 emails from 12 rows",
  ],
  [
    "some were canceled",
    { counts: { ...counts, sent: 6, skipped: 1 }, cancelled: 1, list_rows: 12 },
    "7 emails for 12 rows",
  ],
  [
    "there is one",
    { counts: { ...counts, total: 1, sent: 1 }, cancelled: 0, list_rows: 1_000 },
    "1 email for 1,000 rows",
  ],
])("says how many emails are for how many rows if %s", (_, send, words) => {
  expect(emailsAndRows(send)).toBe(words);
});

it("finds the email of each row, and each email once", () => {
  const results = [{ row: 3 }, { row: 4 }, { row: 5, joined_to: 3 }];
  expect(results.map(emailRowOf)).toEqual([3, 4, 3]);
  expect(withoutFurther(results)).toEqual([{ row: 3 }, { row: 4 }]);
});

it("counts the rows of a list, also from a server that doesn't", () => {
  expect(listRows({ counts })).toBe(7);
  expect(listRows({ counts, list_rows: 12 })).toBe(12);
});
