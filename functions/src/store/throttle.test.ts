import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  closeWindow,
  countCalls,
  FRESH_PACE,
  nextCallAt,
  openWindow,
  type Pace,
  roomNow,
} from "./throttle.ts";

const START = Date.parse("2026-11-20T12:00:00Z");

/** Calls as fast as the pace lets them, from `start`; returns their times. */
function callTimes(count: number, rate: number, gap: () => number): number[] {
  let pace: Pace = FRESH_PACE;
  let now = START;
  const times: number[] = [];
  while (times.length < count) {
    now = Math.max(now, nextCallAt(pace, now, rate));
    pace = countCalls(pace, now);
    times.push(now);
    now += gap();
  }
  return times;
}

describe("pace", () => {
  it("never allows more than the rate in any 60 s, at any rhythm of calls", async () => {
    await fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 70 }),
        fc.infiniteStream(fc.integer({ min: 0, max: 5_000 })),
        (rate, gaps) => {
          const times = callTimes(150, rate, () => gaps.next().value);
          for (let i = rate; i < times.length; i++) {
            expect((times[i] ?? 0) - (times[i - rate] ?? 0)).toBeGreaterThanOrEqual(60_000);
          }
        },
      ),
    );
  });

  it("allows a burst of the whole rate at once and the next one a minute later", () => {
    const times = callTimes(120, 60, () => 0);
    expect(new Set(times.slice(0, 60))).toEqual(new Set([START]));
    expect(new Set(times.slice(60))).toEqual(new Set([START + 61_000]));
  });

  it("keeps only the last minute", () => {
    let pace = FRESH_PACE;
    for (let i = 0; i < 500; i++) pace = countCalls(pace, START + i * 1_000);
    expect(Object.keys(pace.window).length).toBeLessThanOrEqual(62);
  });

  it("closes for 1, 2, 4 … 64 s, and starts over after an email went out", () => {
    let pace: Pace = FRESH_PACE;
    let now = START;
    const closings: number[] = [];
    for (let i = 0; i < 9; i++) {
      pace = closeWindow(pace, { calledAt: now, now, retryAfter: null, random: 0 });
      closings.push(pace.closedUntil - now);
      now = pace.closedUntil;
    }
    expect(closings).toEqual([1, 2, 4, 8, 16, 32, 64, 64, 64].map((s) => s * 1_000));
    pace = closeWindow(openWindow(pace), { calledAt: now, now, retryAfter: null, random: 0 });
    expect(pace.closedUntil - now).toBe(1_000);
  });

  it("adds up to a quarter at random", () => {
    const closed = closeWindow(FRESH_PACE, {
      calledAt: START,
      now: START,
      retryAfter: null,
      random: 1,
    });
    expect(closed.closedUntil).toBe(START + 1_250);
  });

  it("waits as long as Gmail asks, if that is longer", () => {
    const refusal = { calledAt: START, now: START, random: 0 };
    expect(closeWindow(FRESH_PACE, { ...refusal, retryAfter: 30_000 }).closedUntil).toBe(
      START + 30_000,
    );
    expect(closeWindow(FRESH_PACE, { ...refusal, retryAfter: 10 }).closedUntil).toBe(START + 1_000);
  });

  it("counts four refusals of calls in flight together as one", () => {
    let pace: Pace = FRESH_PACE;
    for (let i = 0; i < 4; i++) {
      pace = closeWindow(pace, {
        calledAt: START,
        now: START + 100 + i,
        retryAfter: null,
        random: 0,
      });
    }
    expect(pace.closings).toBe(1);
    expect(pace.closedUntil).toBe(START + 1_100);
    pace = closeWindow(pace, { calledAt: START, now: START + 200, retryAfter: 9_000, random: 0 });
    expect([pace.closings, pace.closedUntil]).toEqual([1, START + 9_200]);
  });

  it("has room for as many recipients as the last minute leaves, and for none while it is closed", () => {
    const pace = countCalls(countCalls(FRESH_PACE, START, 20), START + 30_000, 15);
    expect(roomNow(FRESH_PACE, START, 60)).toBe(60);
    expect(roomNow(pace, START + 30_000, 60)).toBe(25);
    expect(roomNow(pace, START + 30_000, 30)).toBe(0);
    expect(roomNow(pace, START + 61_000, 60)).toBe(45);
    const refused = { calledAt: START, now: START + 61_000, retryAfter: null, random: 0 };
    const closed = closeWindow(pace, refused);
    expect(roomNow(closed, START + 61_999, 60)).toBe(0);
    expect(roomNow(closed, START + 62_000, 60)).toBe(45);
  });

  it("stays closed, however empty the window is", () => {
    const closed = closeWindow(FRESH_PACE, {
      calledAt: START,
      now: START,
      retryAfter: null,
      random: 0,
    });
    expect(nextCallAt(closed, START, 60)).toBe(START + 1_000);
    expect(nextCallAt(closed, START + 1_000, 60)).toBe(START + 1_000);
  });
});
