import type { Quota } from "@sendwright/core/contract";
import { describe, expect, it } from "vitest";
import { minutesFor, sendFacts } from "./sendFacts.ts";

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
      plan: expect.stringMatching(/^12 today by (10:01 AM|10:01), at up to 60 emails a minute\.$/),
      limit: "After this, 418 of your account's 500 a day are left.",
      passesLimit: false,
    });
  });

  it("says how many go out now and when the others do", () => {
    const facts = sendFacts({ ...given, ready: 500 });
    expect(facts.plan).toMatch(/^430 today by (10:08 AM|10:08), 70 tomorrow from (3:00 PM|15:00)\.$/);
    expect(facts.limit).toBe("Your account can send 500 a day. The rest is sent automatically when the limit resets.");
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
    expect(facts.plan).toMatch(/^Begins tomorrow at (3:00 PM|15:00) and is done by (3:01 PM|15:01), at up to 60/);
    expect(facts.limit).toMatch(/^Anything over your 500-a-day limit is sent automatically/);
  });

  it("promises nothing without any data", () => {
    expect(sendFacts({ ...given, quota: null, rate: null })).toEqual({ plan: null, limit: null, passesLimit: false });
  });
});
