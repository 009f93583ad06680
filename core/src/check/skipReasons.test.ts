import { expect, it } from "vitest";
import {
  duplicateOfRow,
  inOneEmailWithRow,
  isDuplicate,
  isFaultless,
  NOT_EMAILED,
} from "./skipReasons.ts";

it("says whose email a row is part of, and that email's own reason", () => {
  expect(inOneEmailWithRow(3)).toBe("In one email with row 3.");
  expect(inOneEmailWithRow(12, NOT_EMAILED)).toBe(`In one email with row 12. ${NOT_EMAILED}`);
});

it.each<[string, boolean]>([
  ["", false],
  ["Missing value for: Name", false],
  [NOT_EMAILED, true],
  [duplicateOfRow(3), true],
  [inOneEmailWithRow(3), true],
  [inOneEmailWithRow(3, NOT_EMAILED), true],
  [inOneEmailWithRow(3, "Missing value for: Name"), false],
  [`Missing value for: ${inOneEmailWithRow(3)}`, false],
])("judges a row in another's email as that email: %s", (reason, isIt) => {
  expect(isFaultless(reason)).toBe(isIt);
});

it("never takes a row in another's email for a duplicate", () => {
  expect(isDuplicate(inOneEmailWithRow(3))).toBe(false);
});
