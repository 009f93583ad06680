import { limitsWith } from "@sendwright/core/contract";
import { createElement } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import type { Task } from "../shared/stored.ts";
import { browser, draw, eachInPanel, place } from "../testing/inPanel.ts";
import { draft as aDraft } from "../testing/sendingWorker.ts";
import { useTask } from "./useStored.ts";
import { useWriteTask } from "./useWriteTask.ts";

const draft = { ...aDraft, templateId: null, recipients: [], values: [] };
const task: Task = {
  kind: "write",
  id: "1",
  recipients: ["ann@example.org", "bo@example.org"],
  subject: "",
  body: "",
};
const change = vi.fn();

function Form(props: { task: Task | null; limit: number; areLimitsKnown: boolean }) {
  const limits = { ...limitsWith({}), MAX_DIRECT_RECIPIENTS: props.limit };
  const { isEmptyTask } = useWriteTask(props.task, {
    draft,
    change,
    limits,
    areLimitsKnown: props.areLimitsKnown,
  });
  return isEmptyTask ? "No address" : "";
}
const show = (props: Parameters<typeof Form>[0]) => draw(createElement(Form, props));

function Failure() {
  const { task: shown } = useTask("ada");
  return shown && "trouble" in shown ? shown.trouble : "";
}

eachInPanel();
beforeEach(() => void change.mockReset());

it("waits for the limits of the server", async () => {
  await show({ task, limit: 10, areLimitsKnown: false });
  expect(change).not.toHaveBeenCalled();
  await show({ task, limit: 1, areLimitsKnown: true });
  expect(change.mock.calls).toEqual([[{ recipients: ["ann@example.org"] }]]);
});

it("stores no notice that a selection named no one", async () => {
  const empty: Task = { ...task, recipients: [] };
  Object.assign(browser.session, { task: empty });
  await show({ task: empty, limit: 10, areLimitsKnown: true });
  expect(browser.session).not.toHaveProperty("task");
});

it("shows in the panel that a menu's click failed, until the panel closes", async () => {
  Object.assign(browser.session, {
    task: { kind: "collect", host: "", found: [], more: 0, trouble: "forbidden", id: "1" },
  });
  await draw(createElement(Failure, { key: "opened" }));
  expect(place.textContent).toBe("forbidden");
  expect(browser.session).not.toHaveProperty("task");
  await draw(createElement(Failure, { key: "opened again" }));
  expect(place.textContent).toBe("");
});
