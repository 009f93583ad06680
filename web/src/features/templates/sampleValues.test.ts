import { expect, it } from "vitest";
import { aVariable } from "../../testing/templateFactories.ts";
import { sampleValues } from "./EditorPreview.tsx";

const TODAY = new Date(2026, 3, 5);
const of = (...variables: ReturnType<typeof aVariable>[]) => sampleValues(variables, "", new Map(), TODAY);

it("makes up a value of each type, by the name where that says something", () => {
  const variables = [
    aVariable("First Name"),
    aVariable("Full Name"),
    aVariable("Company Name"),
    aVariable("Workshop"),
    aVariable("Offer", { type: "dropdown", options: ["Discount", "Free Trial"] }),
    aVariable("Day", { type: "date" }),
    aVariable("Hour", { type: "time" }),
    aVariable("Contact", { type: "email" }),
  ];
  expect(of(...variables)).toEqual({
    "First Name": "Ada",
    "Full Name": "Ada Lovelace",
    "Company Name": "Analytical Engines",
    Workshop: "Workshop",
    Offer: "Discount",
    Day: "2026-04-28",
    Hour: "14:30",
    Contact: "ada@example.org",
  });
});

it("takes the known values, even blank ones, and nothing that the template doesn't use", () => {
  const known = new Map(Object.entries({ Name: "Bo", Note: "", Other: "x" }));
  expect(sampleValues([aVariable("Name"), aVariable("Note")], "", known, TODAY)).toEqual({ Name: "Bo", Note: "" });
});

it("gives a placeholder that begins a link an address, so that the link works in the preview", () => {
  const body = '<p><a href="{{Portal}}">portal</a> <a href="https://example.org/{{Code}}">{{Code}}</a></p>';
  const variables = [aVariable("Portal"), aVariable("Code")];
  expect(sampleValues(variables, body, new Map(), TODAY)).toEqual({ Portal: "https://example.org", Code: "Code" });
});
