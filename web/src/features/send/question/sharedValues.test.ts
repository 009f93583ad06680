import { expect, it } from "vitest";
import { aVariable } from "../../../testing/templateFactories.ts";
import { aMail } from "../factories.ts";
import { sharedValues } from "./sharedValues.ts";

it("names each value as in the emails, on one line, with a stand-in for blank ones", () => {
  const mail = aMail({
    dateFormat: "dmy_dots",
    timeFormat: "24hr",
    parsed_variables: [
      aVariable("Name"),
      aVariable("Due", { type: "date" }),
      aVariable("At", { type: "time" }),
      aVariable("Note", { fallback: "none" }),
      aVariable("Gone", { required: false }),
      aVariable("Long"),
    ],
  });
  const values = Object.fromEntries([
    ["Name", " Eva\nMaria "],
    ["Due", "2026-04-03"],
    ["At", "2:30 PM"],
    ["Note", " "],
    ["Long", "a".repeat(200)],
  ]);
  expect(sharedValues(mail, values)).toEqual([
    { name: "Name", value: "Eva Maria" },
    { name: "Due", value: "03.04.2026" },
    { name: "At", value: "14:30" },
    { name: "Note", value: "none" },
    { name: "Long", value: `${"a".repeat(80)}…` },
  ]);
});
