import { describe, expect, it } from "vitest";
import { files, read } from "./repository.ts";

/**
 * Every text that says how long we keep people's addresses. The list of people you don't email is
 * the one place that keeps them longer (decision 34), so each of these texts names it.
 */
const PLACES = [
  "README.md",
  "docs/architecture.md",
  "docs/data-protection.md",
  "docs/for-administrators.md",
  "docs/privacy.md",
  "docs/product.md",
  "web/src/features/landing/Below.tsx",
  "web/src/features/privacy/PrivacyText.tsx",
];

/** Texts that say when something else of a send is deleted. */
const OTHERS: Record<string, string> = {
  "web/src/features/sends/PersonFound.tsx": "Then we delete who got it.",
  "web/src/features/sends/SendsTab.tsx": "a send's name and subject",
};

const text = (path: string) => read(path).replace(/\s+/g, " ");
const SAYS_HOW_LONG =
  /hours\}? (?:hours )?after (?:(?:a|the) send|it ends|that, so)|hoursAfterEnd\}/;
const NAMES_THE_LIST = /people (?:you don't|whom a user doesn't|the user doesn't) email/i;

describe("how long we keep people's addresses", () => {
  const told = files.filter(
    (path) =>
      /^(?:README\.md|docs\/[^/]+\.md|(?:web|extension)\/src\/.*\.tsx?)$/.test(path) &&
      !/\.test\.tsx?$/.test(path) &&
      SAYS_HOW_LONG.test(text(path)),
  );

  it("is said in these places, and no others", () => {
    expect(
      told,
      "Add the place to PLACES, and name the list of people you don't email there.",
    ).toEqual([...PLACES, ...Object.keys(OTHERS)].sort());
  });

  it.each(PLACES)("%s names the list that keeps them longer", (path) => {
    // Not a match of the text: the failure would print all of it.
    expect(NAMES_THE_LIST.test(text(path))).toBe(true);
  });

  it.each(Object.entries(OTHERS))("%s is about %s", (path, what) => {
    expect(text(path)).toContain(what);
  });
});
