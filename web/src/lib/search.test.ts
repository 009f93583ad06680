import { expect, test } from "vitest";
import { searchFor } from "./search.ts";

test.each([
  ["", true],
  ["  ", true],
  ["invitation", true],
  ["ELEVE", true],
  ["élève", true],
  ["larsen fete", true],
  ["tation fête", true],
  ["strasse", true],
  ["ΟΔΟΣ", true],
  ["invitation bo", false],
  ["fete larsen x", false],
])("%j is found: %s", (sought, found) => {
  const texts = ["Invitation for Élève", "The Fete in Main Straße, οδός", "Ann Larsen"];
  expect(searchFor(sought)(texts)).toBe(found);
});

test("no word is found where one text ends and the next begins", () => {
  expect(searchFor("annbo")(["Ann", "Bo"])).toBe(false);
  expect(searchFor("ann")([])).toBe(false);
  expect(searchFor("")([])).toBe(true);
});
