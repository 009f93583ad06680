import type { Suppression } from "@sendwright/core/contract";
import { act } from "react";
import { expect, it } from "vitest";
import { button, click, eachInPanel, notShown, shows } from "../testing/inPanel.ts";
import { openWorkspace, usualAnswers } from "../testing/openWorkspace.ts";
import { draft } from "../testing/sendingWorker.ts";

const suppressions: Suppression[] = [
  { address: "BO@example.org", since: "2026-11-20T12:00:00.000Z", source: "typed" },
];

const answers: Record<string, object> = {
  ...usualAnswers(),
  "/api/suppressions": { version: 1, suppressions },
};

eachInPanel();

it.each([
  [["Ann <ann@example.org>", "Bo <bo@example.org>"], "Send to 1 person", false],
  [["Bo <bo@example.org>"], "Send", true],
])(
  "of %j, those you don't email are named before the click: %s",
  async (recipients, word, isNone) => {
    await openWorkspace({ ...draft, values: [], recipients }, (path) => answers[path] ?? {});
    await shows("bo@example.org is on your list of people you don't email and gets no email.");
    await shows("Gets no email: ");
    // Taken off on the site, and put on it again: the panel, which stays visible, looks again.
    const everyone = suppressions.splice(0);
    await act(async () => window.dispatchEvent(new Event("focus")));
    await notShown("Gets no email: ");
    suppressions.push(...everyone);
    await act(async () => window.dispatchEvent(new Event("focus")));
    await shows("Gets no email: ");
    expect(button(word)).toBeDefined();
    if (isNone) {
      await click(word);
      await shows(
        "No one gets this email: everyone here is on your list of people you don't email.",
      );
    }
  },
);
