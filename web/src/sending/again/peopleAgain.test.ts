import type { Corrections } from "@sendwright/core/contract";
import { filesOfList, uploadedFiles, withRowFiles } from "@sendwright/core/list/listFiles";
import { listOfPeople } from "@sendwright/core/list/read";
import { expect, it } from "vitest";
import { peopleAgain } from "./peopleAgain.ts";

const SEND = { id: "earlier1", title: "Offer", subject: "An offer" };
const left = { row: 4, name: "Ann Good", reason: "No." };
const answer = (
  recipient: string,
  values: Record<string, string>,
  more: Partial<Corrections["rows"][number]> = {},
) => ({
  success: true as const,
  date_orders: { Day: "dmy" as const },
  number_forms: { Fee: "comma" as const },
  variables: Object.keys(values),
  rows: [{ ...left, recipient, values, ...more }],
});

it("fills a row with the address and the values as typed", () => {
  const people = peopleAgain(SEND, answer("ann at x.org", { Name: "Ann", City: "" }));
  expect(people).toMatchObject({
    send: "earlier1",
    name: "People of “Offer”",
    isCorrection: true,
    dates: new Map([["Day", "dmy"]]),
  });
  expect(people.corrections).toEqual([{ row: 4, who: "ann at x.org", reason: "No." }]);
  expect(listOfPeople(people)).toMatchObject({
    columns: ["Email", "Name", "City"],
    corrects: "earlier1",
    rows: [{ cells: ["ann at x.org", "Ann", ""], corrects: 4 }],
    mapping: { dates: new Map([["Day", "dmy"]]), numbers: new Map([["Fee", "comma"]]) },
  });
});

it("reads numbers anew if an older server doesn't say how they were read", () => {
  const { number_forms: _, ...older } = answer("ann@x.org", { Name: "Ann" });
  expect(listOfPeople(peopleAgain(SEND, older)).mapping.numbers).toEqual(new Map());
});

it("keeps an address column separate from {{Email}}, and uses the name of someone without an address", () => {
  const people = peopleAgain(SEND, answer("", { Email: "other@x.org", City: "" }));
  expect(people.corrections).toMatchObject([{ who: "Ann Good" }]);
  const list = listOfPeople(people);
  expect(list.columns).toEqual(["Email address", "Email", "City"]);
  expect(list.mapping.address).toBe("Email address");
  expect(list.rows[0]?.cells).toEqual(["", "other@x.org", ""]);
});

it("has no reason for someone without a problem, because their email was canceled", () => {
  const people = peopleAgain(SEND, answer("ann@x.org", {}, { cancelled: true }));
  expect(people.corrections).toEqual([{ row: 4, who: "ann@x.org", reason: "" }]);
});

it("brings all rows of an email, and counts the person once", () => {
  const { rows, ...rest } = answer("ann@x.org", { Name: "Ann" });
  const further = { row: 5, recipient: "ann@x.org", joined_to: 4, values: { Name: "Tim" } };
  const people = peopleAgain(SEND, {
    ...rest,
    rows: [...rows, { ...further, reason: "In one email with row 4." }],
  });
  expect(people.corrections).toEqual([{ row: 4, who: "ann@x.org", reason: "No." }]);
  expect(listOfPeople(people).rows).toMatchObject([
    { cells: ["ann@x.org", "Ann"], corrects: 4 },
    { cells: ["ann@x.org", "Tim"], corrects: 5 },
  ]);
});

it("keeps the files that only a row had", () => {
  const people = peopleAgain(
    SEND,
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
