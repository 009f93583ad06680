import { expect, it } from "vitest";
import type { Send } from "../contract/sends.ts";
import { sentSince } from "./sentSince.ts";

const counts = { total: 40, queued: 0, sending: 0, sent: 38, failed: 0, skipped: 2, warning: 0 };
const none = { ...counts, sent: 0, skipped: 40 };
const at = (hour: number) => `2026-11-20T${hour}:00:00.000Z`;
const other = {
  id: "other",
  title: "Invitation",
  kind: "csv",
  state: "done",
  created_at: at(11),
  counts,
} as const;

it.each<[string, Partial<Send>, boolean]>([
  ["a later one of the same email", {}, true],
  ["one before it", { created_at: at(10) }, false],
  ["another email", { title: "Reminder" }, false],
  ["a test", { kind: "test" }, false],
  ["one whose people were all skipped", { counts: none }, false],
  ["one that was canceled before its first email", { state: "cancelled", counts: none }, false],
  ["one that was replaced", { state: "cancelled", counts: { ...none, queued: 38 } }, false],
  ["one that failed", { counts: { ...none, failed: 40 } }, false],
  ["one that is unconfirmed", { counts: { ...none, warning: 1 } }, true],
  ["one that is scheduled", { state: "scheduled", counts: { ...none, queued: 38 } }, true],
  ["one that says of all its people whom of it they are", { id: "all" }, false],
  ["one that says it of some", { id: "some" }, true],
])("someone may have received the email since: %s", (_what, parts, isSince) => {
  const of = (id: string, people: number) => ({
    id,
    created_at: at(11),
    rows: Array.from({ length: people }, (_, i) => i + 1),
  });
  const first = { ...other, created_at: at(10), corrected: [of("all", 40), of("some", 1)] };
  const found = { ...other, ...parts };
  expect(sentSince(first, [found, first])).toBe(isSince ? found : null);
  const newer = { ...other, id: "newer", created_at: at(12) };
  expect(sentSince(first, [newer, found, first])).toBe(newer);
});
