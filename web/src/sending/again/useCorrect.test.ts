import type { Send } from "@sendwright/core/contract";
import { expect, it } from "vitest";
import { aSend } from "../../testing/sendFactories.ts";
import { sentSince } from "./useCorrect.ts";

const counts = { total: 40, queued: 0, sending: 0, sent: 38, failed: 0, skipped: 2, warning: 0 };

it.each<[string, Partial<Send>, boolean]>([
  ["a later one of the same mail", {}, true],
  ["one before it", { created_at: "2026-11-20T09:00:00.000Z" }, false],
  ["another mail", { title: "Reminder" }, false],
  ["a test", { kind: "test" }, false],
  ["one that no one gets", { counts: { ...counts, total: 2, sent: 0 } }, false],
  ["one that says of all its people whom of it they are", { id: "all", corrects: "first" }, false],
  ["one that says it of some", { id: "some", corrects: "first" }, true],
  ["itself", { id: "first" }, false],
])("someone may have received the email since: %s", (_what, parts, isSince) => {
  const created_at = "2026-11-20T10:00:00.000Z";
  const of = (id: string, people: number) => ({
    id,
    created_at,
    rows: Array.from({ length: people }, (_, i) => i + 1),
  });
  const first = aSend({ id: "first", created_at, corrected: [of("all", 2), of("some", 1)] });
  const other = aSend({ id: "other", created_at: "2026-11-20T11:00:00.000Z", ...parts });
  expect(sentSince(first, [first, other])).toBe(isSince ? other : null);
});
