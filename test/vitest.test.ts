import { expect, it } from "vitest";
import config from "../vitest.config.ts";

it("compares a pattern in an object with the text", () => {
  expect({ message: "late" }).toMatchObject({ message: /^late$/ });
  expect({ message: "late" }).not.toMatchObject({ message: /early/ });
});

it("has no project that excludes files of its own, which would run the extra ones each time", () => {
  const own = { test: expect.objectContaining({ exclude: expect.anything() }) };
  expect(config.test?.projects).not.toContainEqual(own);
});
