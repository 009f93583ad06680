import { describe, expect, it } from "vitest";
import { countSends, dailyLimit, type Hours, nextHour, quotaOf } from "./dailyQuota.ts";

const HOUR = 3_600_000;
const NOW = Date.parse("2026-11-20T14:20:00Z");

describe("quota", () => {
  it("is 500 a day, and 2,000 for Workspace accounts", () => {
    expect(dailyLimit(null)).toBe(500);
    expect(dailyLimit({ hd: null })).toBe(500);
    expect(dailyLimit({ hd: "corp.example" })).toBe(2_000);
  });

  it("is whole if nothing was sent", () => {
    expect(quotaOf({}, 500, NOW)).toEqual({
      limit: 500,
      sent: 0,
      left: 500,
      more_at: null,
      more_count: 0,
    });
  });

  it("counts the last 24 hours and says when the oldest hour expires, rounded up", () => {
    let hours: Hours = countSends({}, NOW - 23 * HOUR, 70);
    hours = countSends(hours, NOW - HOUR, 30);
    hours = countSends(hours, NOW, 2);
    expect(quotaOf(hours, 500, NOW)).toEqual({
      limit: 500,
      sent: 102,
      left: 398,
      more_at: "2026-11-20T16:00:00.000Z",
      more_count: 70,
    });
    expect(quotaOf(hours, 100, NOW).left).toBe(0);
    expect(quotaOf(hours, 500, Date.parse("2026-11-20T16:00:00Z")).sent).toBe(32);
  });

  it("counts each email for its full 24 hours", () => {
    const hours = countSends({}, NOW, 1);
    expect(quotaOf(hours, 500, NOW + 24 * HOUR).sent).toBe(1);
    expect(quotaOf(hours, 500, NOW + 25 * HOUR).sent).toBe(0);
  });

  it("subtracts emails that weren't sent, and drops expired hours", () => {
    const hours = countSends(countSends({}, NOW - 30 * HOUR, 5), NOW, 3);
    expect(quotaOf(countSends(hours, NOW, -1), 500, NOW).sent).toBe(2);
    expect(Object.keys(hours)).toHaveLength(1);
  });

  it("counts no hour whose emails were all subtracted, or that only subtracts", () => {
    const first = countSends({}, NOW - 3 * HOUR, 4);
    const none = countSends(first, NOW - 3 * HOUR, -4);
    const hours = countSends(countSends(none, NOW - 2 * HOUR, 7), NOW, -1);
    expect(quotaOf(hours, 500, NOW)).toEqual({
      limit: 500,
      sent: 7,
      left: 493,
      more_at: "2026-11-21T13:00:00.000Z",
      more_count: 7,
    });
  });

  it("retries at a full hour, at least 15 minutes away", () => {
    expect(new Date(nextHour(NOW)).toISOString()).toBe("2026-11-20T15:00:00.000Z");
    expect(new Date(nextHour(NOW + 30 * 60_000)).toISOString()).toBe("2026-11-20T16:00:00.000Z");
  });
});
