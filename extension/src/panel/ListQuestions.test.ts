import { checkOnPage } from "@sendwright/core/list/belonging";
import { createElement } from "react";
import { expect, it, vi } from "vitest";
import { click, draw, eachInPanel } from "../testing/inPanel.ts";
import { draft as aDraft } from "../testing/sendingWorker.ts";
import { ListQuestions } from "./ListQuestions.tsx";
import { listOfDraft } from "./peopleOfDraft.ts";
import type { PanelForm } from "./usePanelForm.ts";

const change = vi.fn();
eachInPanel();

/** The questions about the recipients; `beyond` more are above the most rows of a list. */
async function show(recipients: string[], beyond: number): Promise<void> {
  const draft = { ...aDraft, recipients };
  const list = { ...listOfDraft(draft, []), beyond };
  const email = { subject: "", body: "", variables: [], dateFormat: "iso", timeFormat: "24hr" };
  const check = checkOnPage(list, { ...email, values: new Map(), limit: 10 } as never);
  const form = { draft, change, list, check, isTable: false } as unknown as PanelForm;
  await draw(createElement(ListQuestions, { form, onLook: () => undefined }));
}

it.each([
  ["corrects an address in place", 0, [[{ recipients: ["ann@gmail.com", "bo@b.co"] }]]],
  ["loses no one who is above the most rows of a list", 2, [[{}]]],
])("%s", async (_, beyond, changes) => {
  change.mockReset();
  await show(["ann@gmial.com", "bo@b.co"], beyond);
  await click("Change it to gmail.com");
  expect(change.mock.calls).toEqual(changes);
});
