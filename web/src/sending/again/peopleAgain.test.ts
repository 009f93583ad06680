import type { Corrections } from "@sendwright/core/contract";
import { expect, it } from "vitest";
import { peopleAgain } from "./peopleAgain.ts";

const left = { row: 1, name: "Ann Good", reason: "No." };
const answer = (recipient: string, values: Record<string, string>): Corrections => ({
  ...{ success: true, date_orders: {}, variables: Object.keys(values) },
  rows: [{ ...left, recipient, values }],
});

it("fills a row with the address and the values as they were written", () => {
  const { send, rows } = peopleAgain("earlier1", answer("ann at x.org", { Name: "Ann", City: "" }));
  const [person] = rows;
  expect(send).toBe("earlier1");
  expect(person).toMatchObject({ row: 1, who: "ann at x.org", reason: "No." });
  expect([...(person?.cells ?? [])]).toEqual([
    ["Email", "ann at x.org"],
    ["Name", "Ann"],
  ]);
});

it("leaves the column of the addresses to the address, and calls by name who has none", () => {
  const [person] = peopleAgain("earlier1", answer("", { Email: "other@x.org", City: "" })).rows;
  expect(person).toMatchObject({ who: "Ann Good" });
  expect([...(person?.cells ?? [])]).toEqual([["Email", ""]]);
});
