import { expect, it } from "vitest";

it("compares a pattern in an object with the text", () => {
  expect({ message: "late" }).toMatchObject({ message: /^late$/ });
  expect({ message: "late" }).not.toMatchObject({ message: /early/ });
});
