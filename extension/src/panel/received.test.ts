import { expect, it, vi } from "vitest";
import type { SubmittedSend } from "../shared/stored.ts";
import { button, click, eachInPanel, until } from "../testing/inPanel.ts";
import { openWorkspace, usualAnswers } from "../testing/openWorkspace.ts";
import { draft } from "../testing/sendingWorker.ts";

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
  const answers: Record<string, object> = { ...usualAnswers(), "/api/received": { received } };
  const recipients = ["ann@example.org", "bo@example.org", "cy@example.org"];
  await openWorkspace({ ...draft, values: [], recipients }, (path) => answers[path] ?? {});
  const sent: { submitted?: SubmittedSend }[] = [];
  Object.assign(chrome.runtime, { sendMessage: vi.fn(async (message) => void sent.push(message)) });
  await until(() => expect(button(/^Send/).disabled).toBe(false));
  await click(/^Send/);
  await until(() => expect(button(answer)).toBeDefined());
  await click(answer);
  await until(() => expect(sent.flatMap((one) => one.submitted?.recipients ?? [])).toEqual(people));
});
