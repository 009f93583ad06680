import type { Suppression } from "@sendwright/core/contract";
import { act } from "react";
import { expect, it } from "vitest";
import { button, click, eachInPanel, notShown, shows } from "../testing/inPanel.ts";
import { configLeaving, openWorkspace } from "../testing/openWorkspace.ts";
import { draft } from "../testing/sendingWorker.ts";

const TEMPLATE = { id: "t1", name: "Note", updated_at: "2026-11-20T12:00:00.000Z" };
const TEXTS = {
  subject: "Hello",
  body: "<p>Hello</p>",
  dateFormat: "long",
  timeFormat: "24hr",
};
const suppressions: Suppression[] = [
  { address: "BO@example.org", since: "2026-11-20T12:00:00.000Z", source: "typed" },
];

function answerTo(path: string): object {
  if (path === "/api/config") return configLeaving(500);
  if (path === "/api/suppressions") return { version: 1, suppressions };
  if (path === "/api/templates")
    return { templates: [{ ...TEMPLATE, variables: [], attachment_count: 0 }] };
  const read = { parsed_variables: [], attachments: [], revision: "1", syntax_warnings: [] };
  return { template: { ...TEMPLATE, ...TEXTS, ...read } };
}

eachInPanel();

it.each([
  [["Ann <ann@example.org>", "Bo <bo@example.org>"], "Send to 1 person", false],
  [["Bo <bo@example.org>"], "Send", true],
])(
  "of %j, those you don't email are named before the click: %s",
  async (recipients, word, isNone) => {
    await openWorkspace({ ...draft, values: [], recipients }, answerTo);
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
