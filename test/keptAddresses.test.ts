import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

/** What texts say that tell how long we keep people's data. */
const HOW_LONG =
  /24 hours\s+after|hoursAfterEnd|recipients and these results will be deleted|recipient data is|recipients: 24 hours/i;
const THE_LIST = /people you\s+don't\s+email|people (?:the|a|whom a) user\s+doesn't\s+email/;

/** They are about something else: the name says what. */
const OTHERS: Record<string, string> = {
  "web/src/features/sends/SendsTab.tsx": "a send's name and subject",
  "web/src/features/privacy/kept.ts": "the numbers themselves",
};

const files = globSync(
  ["web/src/**/*.{ts,tsx}", "extension/src/**/*.{ts,tsx}", "README.md", "docs/*.md"],
  {
    exclude: (name) => /\.test\.tsx?$/.test(name),
  },
);
const texts = files
  .map((file) => ({ file, text: readFileSync(file, "utf8") }))
  .filter(({ file, text }) => HOW_LONG.test(text) && !(file in OTHERS));

describe("whoever says how long we keep people's data names the list of people you don't email", () => {
  it.each(texts)("$file", ({ text }) => {
    expect(text).toMatch(THE_LIST);
  });

  it("finds the places that do", () => {
    expect(texts.map(({ file }) => file)).toEqual(
      expect.arrayContaining([
        "README.md",
        "docs/architecture.md",
        "docs/data-protection.md",
        "docs/privacy.md",
        "docs/product.md",
        "web/src/features/help/HelpGuide.tsx",
        "web/src/features/landing/Below.tsx",
        "web/src/features/privacy/PrivacyText.tsx",
        "web/src/sending/attemptMessages.ts",
      ]),
    );
  });
});
