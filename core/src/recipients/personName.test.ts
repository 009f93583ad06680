import { expect, test } from "vitest";
import { personNames } from "./personName.ts";

test.each<[Record<string, string>, string]>([
  [{ Name: "Ann Good" }, "Ann Good"],
  [{ "Full name": "Ann Good", "First Name": "Annie" }, "Ann Good"],
  [{ Nachname: "Weiß", Vorname: "Jörg" }, "Jörg Weiß"],
  [{ "First Name": "Ann", "Last Name": "" }, "Ann"],
  [{ Prénom: "Zoé" }, "Zoé"],
  [{ Name: "", "Company Name": "Good & Sons" }, ""],
  [{ Name: "x".repeat(101) }, ""],
  [{}, ""],
])("%j is called %j", (values, name) => {
  expect(personNames(Object.keys(values))(Object.values(values))).toBe(name);
});
