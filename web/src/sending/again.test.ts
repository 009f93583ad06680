import type { Corrections, Send } from "@sendwright/core/contract";
import { filesOfList, uploadedFiles, withRowFiles } from "@sendwright/core/list/listFiles";
import { listOfPeople } from "@sendwright/core/list/read";
import { expect, it } from "vitest";
import { aSend } from "../testing/sendFactories.ts";
import { peopleAgain, sentSince } from "./again.tsx";

const counts = { total: 40, queued: 0, sending: 0, sent: 38, failed: 0, skipped: 2, warning: 0 };

it.each<[string, Partial<Send>, boolean]>([
  ["a later one of the same mail", {}, true],
  ["one before it", { created_at: "2026-11-20T09:00:00.000Z" }, false],
  ["another mail", { title: "Reminder" }, false],
  ["a test", { kind: "test" }, false],
  ["one that no one gets", { counts: { ...counts, total: 2, sent: 0 } }, false],
  ["one that says of all its people whom of it they are", { id: "all", corrects: "first" }, false],
  ["one that says it of some", { id: "some", corrects: "first" }, true],
  ["itself", { id: "first" }, false],
])("someone may have received the email since: %s", (_what, parts, isSince) => {
  const created_at = "2026-11-20T10:00:00.000Z";
  const of = (id: string, people: number) => ({
    id,
    created_at,
    rows: Array.from({ length: people }, (_, i) => i + 1),
  });
  const first = aSend({ id: "first", created_at, corrected: [of("all", 2), of("some", 1)] });
  const other = aSend({ id: "other", created_at: "2026-11-20T11:00:00.000Z", ...parts });
  expect(sentSince(first, [first, other])).toBe(isSince ? other : null);
});

const left = { row: 4, name: "Ann Good", reason: "No." };
const answer = (
  recipient: string,
  values: Record<string, string>,
  more: Partial<Corrections["rows"][number]> = {},
) => ({
  success: true as const,
  date_orders: { Day: "dmy" as const },
  variables: Object.keys(values),
  rows: [{ ...left, recipient, values, ...more }],
});

it("fills a row with the address and the values as typed", () => {
  const people = peopleAgain("earlier1", answer("ann at x.org", { Name: "Ann", City: "" }));
  expect(people).toMatchObject({
    send: "earlier1",
    isCorrection: true,
    dates: new Map([["Day", "dmy"]]),
  });
  expect(people.corrections).toEqual([{ row: 4, who: "ann at x.org", reason: "No." }]);
  expect(listOfPeople(people)).toMatchObject({
    columns: ["Email", "Name", "City"],
    corrects: "earlier1",
    rows: [{ cells: ["ann at x.org", "Ann", ""], corrects: 4 }],
  });
});

it("keeps an address column separate from {{Email}}, and uses the name of someone without an address", () => {
  const people = peopleAgain("earlier1", answer("", { Email: "other@x.org", City: "" }));
  expect(people.corrections).toMatchObject([{ who: "Ann Good" }]);
  const list = listOfPeople(people);
  expect(list.columns).toEqual(["Email address", "Email", "City"]);
  expect(list.mapping.address).toBe("Email address");
  expect(list.rows[0]?.cells).toEqual(["", "other@x.org", ""]);
});

it("has no reason for someone without a problem, because their email was canceled", () => {
  const people = peopleAgain("earlier1", answer("ann@x.org", {}, { cancelled: true }));
  expect(people.corrections).toEqual([{ row: 4, who: "ann@x.org", reason: "" }]);
});

it("keeps the files that only a row had", () => {
  const people = peopleAgain(
    "earlier1",
    answer("ann@x.org", {}, { files: ["ann.pdf"], file_sizes: [7] }),
  );
  const list = listOfPeople(people);
  expect([...uploadedFiles(withRowFiles(list, filesOfList(list))).values()]).toEqual([
    { files_of: { send: "earlier1", row: 4 } },
  ]);
  expect(list.earlierFiles).toEqual(new Map([[4, [{ name: "ann.pdf", size: 7 }]]]));
  // Another email to them has none.
  expect(listOfPeople({ ...people, isCorrection: false }).earlierFiles).toBeUndefined();
});
