import type { Corrections } from "@sendwright/functions/contract";
import { expect, it } from "vitest";
import { peopleAgain } from "./peopleAgain.ts";

const answer = (rows: Corrections["rows"], variables: string[]): Corrections => ({
  ...{ success: true, date_orders: {} },
  ...{ variables, rows },
});
const left = { row: 1, recipient: "ann at x.org", name: "Ann Good", reason: "No.", values: null };

it("fills in the name of whom no values are kept, and says whether others are missing", () => {
  const { rows } = peopleAgain(answer([left], ["First Name", "Last Name"]));
  expect(rows[0]).toMatchObject({ who: "ann at x.org", isBare: false });
  expect([...(rows[0]?.cells ?? [])]).toEqual([
    ["Email", "ann at x.org"],
    ["First Name", "Ann"],
    ["Last Name", "Good"],
  ]);
  expect(peopleAgain(answer([left], ["First Name", "City"])).rows[0]?.isBare).toBe(true);
});

it("leaves the column of the addresses to the address, and calls by name who has none", () => {
  const rows = [{ ...left, recipient: "", values: { Email: "other@x.org", City: "" } }];
  const [person] = peopleAgain(answer(rows, ["Email", "City"])).rows;
  expect(person).toMatchObject({ who: "Ann Good", isBare: false });
  expect([...(person?.cells ?? [])]).toEqual([["Email", ""]]);
});
