import type { DateFormat, Variable } from "@sendwright/core/contract";
import { feedsOf } from "@sendwright/core/list/mapping";
import { emptyList, listOfAddresses } from "@sendwright/core/list/read";
import { splitRecipients } from "@sendwright/core/recipients/list";
import { expect, it } from "vitest";
import { aVariable } from "../../../testing/templateFactories.ts";
import { tableOf } from "../steps/DirectSteps.tsx";

const withName = [aVariable("First Name"), aVariable("Place"), aVariable("Email")];

function listOf(
  text: string,
  values: Record<string, string>,
  variables: readonly Variable[] = withName,
  dateFormat: DateFormat = "iso",
) {
  return tableOf(listOfAddresses(splitRecipients(text), emptyList()), { variables, dateFormat }, values);
}
const cellsOf = (...given: Parameters<typeof listOf>) => {
  const { columns, rows } = listOf(...given);
  return [columns, ...rows.map(({ cells }) => cells)];
};

it("keeps people, each with their known name; other values are the same for everyone", () => {
  const list = listOf("Ann Good <ann@x.org>, Bo <bo@x.org>", { "First Name": "friends", Place: "Delft" });
  expect(list.columns).toEqual(["Email", "First Name"]);
  expect(list.rows.map(({ cells }) => cells)).toEqual([
    ["Ann Good <ann@x.org>", "Ann"],
    ["Bo <bo@x.org>", "Bo"],
  ]);
  expect(list.mapping.address).toBe("Email");
  expect(feedsOf(list, withName).get("First Name")).toBe("First Name");
  expect(feedsOf(list, withName).get("Place")).toBeNull();
});

it("gives no one the name that was written for the first", () => {
  expect(cellsOf("ann@x.org bo@x.org Cy <cy@x.org>", { "First Name": "Ann" })).toEqual([
    ["Email", "First Name"],
    ["ann@x.org", "Ann"],
    ["bo@x.org", ""],
    ["Cy <cy@x.org>", "Cy"],
  ]);
});

it("gives every placeholder except sticky ones a column if none asks for a name", () => {
  const variables = [aVariable("Place"), aVariable("Sender", { type: "sticky" }), aVariable("Due", { type: "date" })];
  expect(
    cellsOf("ann@x.org bo@x.org", { Place: "Delft", Sender: "Ada", Due: "2027-04-03" }, variables, "long"),
  ).toEqual([
    ["Email", "Place", "Due"],
    ["ann@x.org", "Delft", { text: "April 3, 2027", iso: "2027-04-03" }],
    ["bo@x.org", "Delft", { text: "April 3, 2027", iso: "2027-04-03" }],
  ]);
});

it("keeps an invalid date as typed", () => {
  const [, row] = cellsOf("ann@x.org", { Due: "soon" }, [aVariable("Due", { type: "date" })]);
  expect(row).toEqual(["ann@x.org", "soon"]);
});

it("gives each row its own id, even for a repeated address", () => {
  expect(listOf("ann@x.org ann@x.org", {}).rows.map(({ id }) => id)).toEqual([1, 2]);
});
