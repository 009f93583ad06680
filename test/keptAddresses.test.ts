import { describe, expect, it } from "vitest";
import { files, read } from "./repository.ts";

/** What texts say that tell how long we keep people's data. */
const HOW_LONG =
  /24 hours\s+after|hoursAfterEnd|recipients and these results will be deleted|recipients: 24 hours/i;
const THE_LIST = /people (?:you\s+don't|the\s+user\s+doesn't|whom\s+a\s+user\s+doesn't)\s+email/;

/** They are about something else. */
const OTHERS: Record<string, string> = {
  "web/src/features/sends/SendsTab.tsx": "a send's name and subject",
  "docs/cost.md": "how late the sweep can be",
};

const places = files.filter(
  (file) =>
    (/^(?:web|extension)\/src\/.*(?<!\.test)\.tsx?$/.test(file) ||
      /^(?:README|docs\/[^/]+)\.md$/.test(file)) &&
    HOW_LONG.test(read(file)),
);

describe("a text that says how long we keep people's data names the list of people you don't email", () => {
  it.each(places.filter((file) => !(file in OTHERS)))("%s", (file) => {
    expect(read(file)).toMatch(THE_LIST);
  });

  it("all of them are found", () => {
    expect(places).toEqual(
      expect.arrayContaining([
        "README.md",
        "docs/architecture.md",
        "docs/data-protection.md",
        "docs/for-administrators.md",
        "docs/privacy.md",
        "docs/product.md",
        "web/src/features/help/HelpGuide.tsx",
        "web/src/features/landing/Below.tsx",
        "web/src/features/privacy/PrivacyText.tsx",
        "web/src/sending/attemptMessages.ts",
        ...Object.keys(OTHERS),
      ]),
    );
  });
});
