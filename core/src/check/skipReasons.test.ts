import { expect, it } from "vitest";
import { checkRecipient } from "./address.ts";
import {
  duplicateOfRow,
  inOneEmailWithRow,
  isAboutAddress,
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

it.each(["nobody", "ann@", "", "ann@example.org or bo@example.org"])(
  "knows a reason about an address, as the check words it: %j",
  (text) => {
    const said = checkRecipient(text).findings.map(({ message }) => message);
    expect(said.map(isAboutAddress)).toEqual(said.map(() => true));
  },
);

it.each(["Blank value for {{Name}}", NOT_EMAILED, duplicateOfRow(3), "Not a date in {{Day}}: x"])(
  "takes no other reason for one about an address: %s",
  (reason) => {
    expect(isAboutAddress(reason)).toBe(false);
  },
);
