import type { Send } from "@sendwright/core/contract";
import { describe, expect, it } from "vitest";
import { POLL_TIMES, waitFor } from "./sendProgress.ts";

const NOW = Date.parse("2026-03-01T12:00:00Z");
const counts = { total: 9, queued: 9, sending: 0, sent: 0, failed: 0, skipped: 0, warning: 0 };
type Rest = Pick<Send, "state" | "starts_at" | "resumes_at">;
const send = (rest: Partial<Rest>, sending = 0) => ({
  state: "running" as const,
  starts_at: "2026-03-01T11:00:00Z",
  resumes_at: null,
  counts: { ...counts, sending },
  ...rest,
});

describe("looking at a send again", () => {
  it.each<[string, ReturnType<typeof send>, number]>([
    ["goes on", send({}), POLL_TIMES.soon],
    ["is paused without an end", send({ state: "paused" }), POLL_TIMES.waiting],
    ["has emails in progress although it is paused", send({ state: "paused" }, 1), POLL_TIMES.soon],
    [
      "resumes tomorrow",
      send({ state: "paused", resumes_at: "2026-03-02T12:00:00Z" }),
      POLL_TIMES.waiting,
    ],
    [
      "begins next week",
      send({ state: "scheduled", starts_at: "2026-03-08T12:00:00Z" }),
      POLL_TIMES.waiting,
    ],
    [
      "begins in ten seconds",
      send({ state: "scheduled", starts_at: "2026-03-01T12:00:10Z" }),
      10_000,
    ],
    ["should have begun", send({ state: "scheduled" }), POLL_TIMES.soon],
  ])("that %s", (_, one, wait) => {
    expect(waitFor(one, POLL_TIMES.soon, NOW)).toBe(wait);
  });
});
