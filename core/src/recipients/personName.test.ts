import { describe, expect, it, test } from "vitest";
import { asksForName, knownName, personNames } from "./personName.ts";

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

describe("a name's part, by the name of its variable", () => {
  it.each([
    ["Full Name", "Ann Good", "Ann Good"],
    ["name", "Ann  Good", "Ann Good"],
    ["Recipient Name", "Good, Ann", "Ann Good"],
    ["First Name", "Ann Maria Good", "Ann"],
    ["first_name", "Good, Ann Maria", "Ann Maria"],
    ["Vorname", "Ann", "Ann"],
    ["Prénom", "Ann Good", "Ann"],
    ["Last Name", "Ann van Good", "Good"],
    ["Surname", "van Good, Ann", "van Good"],
  ])("%s of %s is %s", (variable, person, part) => {
    expect(knownName(variable, person)).toBe(part);
    expect(asksForName(variable)).toBe(true);
  });

  it.each([
    ["Company", "Ann Good"],
    ["Company Name", "Ann Good"],
    ["My Name", "Ann Good"],
    ["Username", "Ann Good"],
    ["Name", " "],
    ["Last Name", "Ann"],
    ["First Name", "Dr. Ann Good"],
    ["First Name", "ACME, Inc."],
    ["Name", "ACME, Inc."],
    ["Last Name", "John Smith, Jr."],
    ["Name", "ann@b.co"],
  ])("returns no name: %s of %j", (variable, person) => {
    expect(knownName(variable, person)).toBeNull();
  });
});
