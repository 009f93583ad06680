import type { Quota } from "@sendwright/core/contract";
import { describe, expect, it } from "vitest";
import { aSend } from "../testing/sendFactories.ts";
import {
  expectedEnd,
  goingMessage,
  minutesFor,
  nextEnd,
  nextMessage,
  sendFacts,
  waitsForQuota,
} from "./sendFacts.ts";

const now = new Date(2026, 10, 20, 10, 0).getTime();
const tomorrow = new Date(2026, 10, 21, 15, 0).toISOString();
const quota: Quota = { limit: 500, sent: 70, left: 430, more_at: tomorrow, more_count: 70 };
const given = { ready: 12, quota, rate: 60, startAt: null, now };

describe("facts before sending", () => {
  it.each([
    [0, 0],
    [60, 0],
    [61, 1],
    [1_000, 16],
  ])("%s emails at 60 a minute take %s minutes", (mails, minutes) => {
    expect(minutesFor(mails, 60)).toBe(minutes);
  });

  it("says when they will be out and how many are left for the day", () => {
    expect(sendFacts(given)).toEqual({
      plan: expect.stringMatching(
        /^Done today by (10:01 AM|10:01), at up to 60 emails a minute\.$/,
      ),
      limit: "After this, 418 of your account's 500 a day are left.",
      passesLimit: false,
    });
  });

  it("names no pace for a single email", () => {
    expect(sendFacts({ ...given, ready: 1 }).plan).toMatch(/^Done today by (10:01 AM|10:01)\.$/);
    const later = sendFacts({ ...given, ready: 1, startAt: new Date(now).toISOString() });
    expect(later.plan).toMatch(/^Begins today at \S+( AM)? and is done by \S+( AM)?\.$/);
  });

  it("says how many go out now and when the others do", () => {
    const facts = sendFacts({ ...given, ready: 500 });
    expect(facts.plan).toMatch(
      /^430 today by (10:08 AM|10:08), 70 tomorrow from (3:00 PM|15:00)\.$/,
    );
    expect(facts.limit).toBe(
      "Your account can send 500 a day. The rest is sent automatically when the limit resets.",
    );
    expect(facts.passesLimit).toBe(true);
  });

  it("counts from now if nothing was sent before", () => {
    const fresh = { limit: 500, sent: 0, left: 500, more_at: null, more_count: 0 };
    expect(sendFacts({ ...given, ready: 1_000, quota: fresh }).plan).toMatch(
      /^500 today by (10:09 AM|10:09), 500 tomorrow from (11:00 AM|11:00)\.$/,
    );
  });

  it("says that all of them wait if the limit is used up", () => {
    const facts = sendFacts({ ...given, quota: { ...quota, left: 0 } });
    expect(facts.plan).toMatch(/^12 tomorrow from (3:00 PM|15:00)\.$/);
    expect(facts.limit).toMatch(/^You've reached your account's daily limit\./);
  });

  it("says when it starts and ends, and promises nothing about that day's limit", () => {
    const facts = sendFacts({ ...given, startAt: tomorrow });
    expect(facts.plan).toMatch(
      /^Begins tomorrow at (3:00 PM|15:00) and is done by (3:01 PM|15:01), at up to 60/,
    );
    expect(facts.limit).toMatch(/^Anything over your 500-a-day limit is sent automatically/);
  });

  it("promises nothing without any data", () => {
    expect(sendFacts({ ...given, quota: null, rate: null })).toEqual({
      plan: null,
      limit: null,
      passesLimit: false,
    });
  });
});

const iso = (time: number) => new Date(time).toISOString();
const MINUTE = 60_000;
const counts = (queued: number, sent = 0) => ({
  total: queued + sent,
  queued,
  sending: 0,
  sent,
  failed: 0,
  skipped: 0,
  warning: 0,
});
const going = (queued: number, next: number | null = null) =>
  aSend({
    state: "running",
    counts: counts(queued),
    next_at: next === null ? null : iso(next),
    ended_at: null,
  });
const used = {
  limit: 500,
  sent: 64,
  left: 0,
  more_at: iso(now + 12 * 60 * MINUTE),
  more_count: 64,
};

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
    [
      going(940, now + 8 * MINUTE),
      /^Later than (10:17 AM|10:17), because Google asked us to wait\.$/,
    ],
    [going(940, now + 10 * MINUTE), /^Later than .*, because Google asked us to wait\.$/],
    [going(1_300, now + 65_001), /^Later than .*, because Google asked us to wait\.$/],
    [going(1_300, now + 65_000), /^Later than .*, because it paused for a while\.$/],
    [going(1_300), /^Later than .*, because it paused for a while\.$/],
    [going(200), /^Sooner than .*, because fewer are left\.$/],
  ])("%#: gives a reason for a new end", (send, reason) => {
    const first = nextEnd(null, expectedEnd(going(1_000), 0, now), going(1_000), now);
    expect(nextEnd(first, expectedEnd(send, 0, now), send, now).reason).toMatch(reason);
  });

  it("separates emails that go out today from those that wait for the daily limit", () => {
    const send = going(1_000);
    const waiting = waitsForQuota(send, used);
    expect(waiting).toBe(564);
    const end = nextEnd(null, expectedEnd(send, waiting, now), send, now);
    expect(goingMessage(send, end, { waiting, from: used.more_at, now })).toMatch(
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
