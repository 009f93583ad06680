import { parseRecipient } from "@sendwright/core/recipients/recipients";
import { PASTES } from "@sendwright/core/testing/pastes";
import { act } from "react";
import { expect, it } from "vitest";
import type { Draft } from "../shared/stored.ts";
import { browser, click, eachInPanel, place, shows, until } from "../testing/inPanel.ts";
import { openWorkspace, usualAnswers } from "../testing/openWorkspace.ts";
import { draft } from "../testing/sendingWorker.ts";

eachInPanel();

const kept = () => (browser.session as { draft?: Draft }).draft?.recipients ?? [];
const addressOf = (text: string) => parseRecipient(text)?.address.toLowerCase();

/** Pastes a text into the recipients of a form without any. */
async function pasteInto(text: string): Promise<void> {
  await openWorkspace(
    { ...draft, values: [], recipients: [] },
    (path) => usualAnswers()[path] ?? {},
  );
  await shows("paste a list");
  const field = [...place.querySelectorAll("label")].find(
    ({ textContent }) => textContent === "Recipients",
  )?.control;
  const paste = new Event("paste", { bubbles: true, cancelable: true });
  Object.assign(paste, { clipboardData: { getData: () => text } });
  await act(async () => field?.dispatchEvent(paste));
}

it("hands a table with all of its columns to Bulk Send", async () => {
  const text = "Email\tRoom\nann@x.org\t12\nbo@x.org\t14";
  await pasteInto(text);
  await until(() => expect(kept()).toEqual(["ann@x.org", "bo@x.org"]));
  await click("Use this table in Bulk Send");
  await until(() => expect(browser.opened).toHaveLength(1));
  const rows = [["Email"], ["ann@x.org"], ["bo@x.org"]];
  expect(browser.session.handed).toMatchObject({ rows, table: text });
});

it.each(PASTES)("takes the people of $what", async ({ text, people, typos = [] }) => {
  await pasteInto(text);
  const found = [...new Set(people.map(addressOf))];
  await until(() => expect(kept().map(addressOf)).toEqual(found));
  for (const [, repair] of typos) {
    if (repair === null) continue;
    await click(`Use ${parseRecipient(repair)?.address}`);
    await until(() => expect(kept()).toContain(repair));
  }
});
