import { describe, expect, it } from "vitest";
import { aSend } from "../testing/sendFactories.ts";
import { expectedEnd, goingMessage, nextEnd, nextMessage, waitsForQuota } from "./sendEta.ts";

const now = new Date(2026, 10, 20, 10, 0).getTime();
const iso = (time: number) => new Date(time).toISOString();
const MINUTE = 60_000;
const counts = (queued: number, sent = 0) => ({
  ...{ total: queued + sent, queued, sending: 0, sent, failed: 0, skipped: 0, warning: 0 },
});
const going = (queued: number, next: number | null = null) =>
  aSend({ state: "running", counts: counts(queued), next_at: next === null ? null : iso(next), ended_at: null });
const quota = { limit: 500, sent: 64, left: 0, more_at: iso(now + 12 * 60 * MINUTE), more_count: 64 };

describe("the progress sentence of a send", () => {
  it("gives the same end at the start and a minute later", () => {
    const first = nextEnd(null, expectedEnd(going(1_000), 0, now), going(1_000), now);
    const rest = going(940, now + MINUTE);
    const second = nextEnd(first, expectedEnd(rest, 0, now + 5_000), rest, now + 5_000);
    expect(second).toBe(first);
    expect(goingMessage(going(1_000), first, { waiting: 0, from: null, now })).toMatch(
      /^Sending, done by (10:17 AM|10:17)\.$/,
    );
  });

  it.each([
    [going(940, now + 8 * MINUTE), /^Later than (10:17 AM|10:17), because Google asked us to wait\.$/],
    [going(940, now + 10 * MINUTE), /^Later than .*, because Google asked us to wait\.$/],
    [going(1_300), /^Later than .*, because it paused for a while\.$/],
    [going(200), /^Sooner than .*, because fewer are left\.$/],
  ])("%#: gives a reason for a new end", (send, reason) => {
    const first = nextEnd(null, expectedEnd(going(1_000), 0, now), going(1_000), now);
    expect(nextEnd(first, expectedEnd(send, 0, now), send, now).reason).toMatch(reason);
  });

  it("separates emails that go out today from those that wait for the daily limit", () => {
    const send = going(1_000);
    const waiting = waitsForQuota(send, quota);
    expect(waiting).toBe(564);
    const end = nextEnd(null, expectedEnd(send, waiting, now), send, now);
    expect(goingMessage(send, end, { waiting, from: quota.more_at, now })).toMatch(
      /^Sending: 436 today by (10:08 AM|10:08), 564 today from (10:00 PM|22:00)\.$/,
    );
  });

  it("counts down to the next emails", () => {
    expect(nextMessage(going(940, now + 41_000), now)).toBe("Next 60 in 0:41");
    expect(nextMessage(going(7, now + 61_000), now)).toBe("Next 7 in 1:01");
    expect(nextMessage(going(940), now)).toBeNull();
    expect(nextMessage(going(940, now - 1), now)).toBeNull();
  });
});
