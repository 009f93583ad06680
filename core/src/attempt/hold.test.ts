import { describe, expect, it } from "vitest";
import { holdOf, isReleased } from "./hold.ts";

const NOW = Date.parse("2026-11-21T10:00:00Z");
const at = (seconds: number) => new Date(NOW + seconds * 1_000).toISOString();
const held = { state: "scheduled", starts_at: at(7), held_until: at(7) } as const;
const scheduled = { state: "scheduled", starts_at: at(3_600), held_until: at(7) } as const;

describe("a hold", () => {
  it("ends when the server says, and at most ten seconds from now", () => {
    expect(holdOf(held, NOW)).toEqual({ until: NOW + 7_000, later: null });
    expect(holdOf({ ...held, starts_at: at(300), held_until: at(300) }, NOW)?.until).toBe(NOW + 10_000);
  });

  it("lasts until the server releases the send, even if its time is over", () => {
    expect(holdOf({ ...held, starts_at: at(-1), held_until: at(-1) }, NOW)).toEqual({
      until: NOW - 1_000,
      later: null,
    });
    expect(isReleased(held, { until: NOW, later: null }, NOW + 60_000)).toBe(false);
    expect(isReleased({ state: "queued" }, { until: NOW + 5_000, later: null }, NOW)).toBe(true);
  });

  it("of a send for later has its start, and ends by the clock", () => {
    expect(holdOf(scheduled, NOW)).toEqual({ until: NOW + 7_000, later: at(3_600) });
    expect(holdOf(scheduled, NOW + 7_000)).toBeNull();
    expect(isReleased(scheduled, { until: NOW + 7_000, later: at(3_600) }, NOW + 6_999)).toBe(false);
    expect(isReleased(scheduled, { until: NOW + 7_000, later: at(3_600) }, NOW + 7_000)).toBe(true);
  });

  it.each([
    ["a running send", { ...held, state: "running" }],
    ["a send that was not held", { ...held, held_until: null }],
    ["a send from a server without holds", { state: "scheduled", starts_at: at(7) }],
  ] as const)("doesn't exist for %s", (_what, send) => {
    expect(holdOf(send, NOW)).toBeNull();
  });
});
