import { expect } from "vitest";

/** The files of a worker share Vitest, and a tester is added once. */
const shared = globalThis as { arePatternsTested?: true };

// Inside `toMatchObject`, Vitest takes a pattern for an object without fields, which matches
// anything. Here it tests the text.
if (!shared.arePatternsTested) {
  expect.addEqualityTesters([
    (text, pattern) =>
      pattern instanceof RegExp && typeof text === "string" ? pattern.test(text) : undefined,
  ]);
  shared.arePatternsTested = true;
}
