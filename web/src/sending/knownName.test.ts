import { describe, expect, it } from "vitest";
import { asksForName, knownName } from "./knownName.ts";

describe("the name that a variable asks for", () => {
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
  ])("is none: %s of %j", (variable, person) => {
    expect(knownName(variable, person)).toBeNull();
  });
});
