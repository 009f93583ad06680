import { act } from "react";
import { expect, it, vi } from "vitest";
import type { SubmittedSend } from "../shared/stored.ts";
import { button, click, eachInPanel, until } from "../testing/inPanel.ts";
import { configLeaving, openWorkspace } from "../testing/openWorkspace.ts";
import { draft } from "../testing/sendingWorker.ts";

const TEMPLATE = { id: "t1", name: "Note", updated_at: "2026-11-20T12:00:00.000Z" };
const TEXTS = {
  subject: "Hello",
  body: "<p>Hello</p>",
  dateFormat: "long",
  timeFormat: "24hr",
};

eachInPanel();

it.each([
  ["Only to bo@example.org", ["bo@example.org"]],
  ["Send to all 3 again", ["ann@example.org", "bo@example.org", "cy@example.org"]],
])("%s: the answer and the emails agree if all may have it", async (answer, people) => {
  const at = "2026-11-20T10:12:00.000Z";
  const received = [
    { row: 1, at, by: "mailbox", same: true },
    { row: 2, at, by: "mailbox", same: false },
    { row: 3, at, by: "unclear", same: false },
  ];
  const read = { parsed_variables: [], attachments: [], revision: "1", syntax_warnings: [] };
  const answers: Record<string, object> = {
    "/api/config": configLeaving(500),
    "/api/templates": { templates: [{ ...TEMPLATE, variables: [], attachment_count: 0 }] },
    "/api/template/t1": { template: { ...TEMPLATE, ...TEXTS, ...read } },
    "/api/received": { received },
  };
  const recipients = ["ann@example.org", "bo@example.org", "cy@example.org"];
  await openWorkspace({ ...draft, values: [], recipients }, (path) => answers[path] ?? {});
  const sent: { submitted?: SubmittedSend }[] = [];
  Object.assign(chrome.runtime, { sendMessage: vi.fn(async (message) => void sent.push(message)) });
  await until(() => expect(button(/^Send/).disabled).toBe(false));
  await click(/^Send/);
  const choice = () =>
    [...document.querySelectorAll("button")].find(({ textContent }) => textContent === answer);
  await until(() => expect(choice()).toBeDefined());
  await act(async () => choice()?.click());
  await until(() => expect(sent.flatMap((one) => one.submitted?.recipients ?? [])).toEqual(people));
});
