import { splitRecipients } from "@sendwright/core/recipients/list";
import { expect, it } from "vitest";
import { aVariable } from "../../../testing/templates.ts";
import { tableOfPeople } from "./tableOfPeople.ts";

const variables = [aVariable("First Name"), aVariable("Place"), aVariable("Email")];

function rowsOf(recipients: string, values: Record<string, string>) {
  const given = { recipients: splitRecipients(recipients), variables, values: new Map(Object.entries(values)) };
  return tableOfPeople(given).map((cells) => Object.fromEntries(cells));
}

it("takes people and values along, each with the name that is known of them", () => {
  expect(rowsOf("Ann Good <ann@x.org>, Bo <bo@x.org>", { "First Name": "friends", Place: "Delft" })).toEqual([
    { Email: "Ann Good <ann@x.org>", "First Name": "Ann", Place: "Delft" },
    { Email: "Bo <bo@x.org>", "First Name": "Bo", Place: "Delft" },
  ]);
});

it("gives nobody the name that was written for the first", () => {
  expect(rowsOf("ann@x.org bo@x.org", { "First Name": "Ann" })).toEqual([
    { Email: "ann@x.org", "First Name": "Ann" },
    { Email: "bo@x.org" },
  ]);
});
