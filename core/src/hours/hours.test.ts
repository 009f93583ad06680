import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isTooFarAhead, nextWithin } from "./hours.ts";

const DAY = { from: 8, to: 20 };
const next = (timeZone: string, hours: { from: number; to: number }, at: string) =>
  new Date(nextWithin({ ...hours, timeZone }, Date.parse(at))).toISOString();

describe("the next time within the hours", () => {
  it.each([
    [
      "within them, it is now",
      "Europe/Berlin",
      DAY,
      "2027-01-10T10:07:09.123Z",
      "2027-01-10T10:07:09.123Z",
    ],
    [
      "at the first moment of the hours, it is now",
      "Europe/Berlin",
      DAY,
      "2027-01-10T07:00:00.000Z",
      "2027-01-10T07:00:00.000Z",
    ],
    [
      "just before the last moment, it is now",
      "Europe/Berlin",
      DAY,
      "2027-01-10T06:59:59.999Z",
      "2027-01-10T07:00:00.000Z",
    ],
    [
      "at the last moment, it is the next day",
      "Europe/Berlin",
      DAY,
      "2027-01-10T19:00:00.000Z",
      "2027-01-11T07:00:00.000Z",
    ],
    [
      "three at night, winter",
      "Europe/Berlin",
      DAY,
      "2027-01-10T02:00:00Z",
      "2027-01-10T07:00:00.000Z",
    ],
    [
      "the night when summer begins",
      "Europe/Berlin",
      DAY,
      "2027-03-27T21:00:00Z",
      "2027-03-28T06:00:00.000Z",
    ],
    [
      "just before the hour that is skipped",
      "Europe/Berlin",
      DAY,
      "2027-03-28T00:59:00Z",
      "2027-03-28T06:00:00.000Z",
    ],
    [
      "the night when summer ends",
      "Europe/Berlin",
      DAY,
      "2027-10-30T20:00:00Z",
      "2027-10-31T07:00:00.000Z",
    ],
    [
      "an hour that occurs twice",
      "Europe/Berlin",
      { from: 2, to: 3 },
      "2027-10-30T22:00:00Z",
      "2027-10-31T00:00:00.000Z",
    ],
    [
      "its second occurrence",
      "Europe/Berlin",
      { from: 2, to: 3 },
      "2027-10-31T01:30:00Z",
      "2027-10-31T01:30:00.000Z",
    ],
    [
      "an hour that the clock skips",
      "Europe/Berlin",
      { from: 2, to: 3 },
      "2027-03-28T00:30:00Z",
      "2027-03-29T00:00:00.000Z",
    ],
    [
      "the same after two o'clock",
      "Europe/Berlin",
      { from: 2, to: 5 },
      "2027-03-28T00:30:00Z",
      "2027-03-28T01:00:00.000Z",
    ],
    [
      "New York, summer begins",
      "America/New_York",
      DAY,
      "2027-03-14T03:00:00Z",
      "2027-03-14T12:00:00.000Z",
    ],
    [
      "New York, summer ends",
      "America/New_York",
      DAY,
      "2027-11-07T02:00:00Z",
      "2027-11-07T13:00:00.000Z",
    ],
    [
      "half an hour beside UTC",
      "Asia/Kolkata",
      DAY,
      "2027-01-10T15:00:00Z",
      "2027-01-11T02:30:00.000Z",
    ],
    [
      "under its old name",
      "Asia/Calcutta",
      DAY,
      "2027-01-10T02:29:59Z",
      "2027-01-10T02:30:00.000Z",
    ],
    [
      "three quarters of an hour",
      "Asia/Kathmandu",
      DAY,
      "2027-01-10T15:00:00Z",
      "2027-01-11T02:15:00.000Z",
    ],
    [
      "a summer of half an hour",
      "Australia/Lord_Howe",
      DAY,
      "2027-04-03T12:00:00Z",
      "2027-04-03T21:30:00.000Z",
    ],
    [
      "the other side of the date line",
      "Pacific/Auckland",
      DAY,
      "2027-01-10T10:00:00Z",
      "2027-01-10T19:00:00.000Z",
    ],
    ["UTC", "UTC", DAY, "2027-01-10T23:59:59Z", "2027-01-11T08:00:00.000Z"],
    [
      "the whole day",
      "Europe/Berlin",
      { from: 0, to: 24 },
      "2027-03-28T01:00:00Z",
      "2027-03-28T01:00:00.000Z",
    ],
    [
      "the last hour of a day",
      "UTC",
      { from: 23, to: 24 },
      "2027-01-10T00:00:00Z",
      "2027-01-10T23:00:00.000Z",
    ],
  ])("%s (%s)", (_, zone, hours, at, expected) => {
    expect(next(zone, hours, at)).toBe(expected);
  });

  it("is at most two days ahead, within the hours, and its own next", () => {
    const zones = [
      "Europe/Berlin",
      "America/New_York",
      "Asia/Kolkata",
      "Australia/Lord_Howe",
      "Pacific/Apia",
    ];
    const from = fc.integer({ min: 0, max: 23 });
    const times = fc.integer({ min: Date.parse("2026-01-01Z"), max: Date.parse("2030-01-01Z") });
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        from,
        fc.integer({ min: 1, max: 24 }),
        times,
        (timeZone, start, n, time) => {
          const hours = { from: start, to: Math.min(24, start + n), timeZone };
          const found = nextWithin(hours, time);
          expect(found).toBeGreaterThanOrEqual(time);
          expect(found - time).toBeLessThanOrEqual(49 * 3_600_000);
          expect(nextWithin(hours, found)).toBe(found);
        },
      ),
    );
  });
});

it("a send can begin 30 days ahead, to the millisecond", () => {
  const now = Date.parse("2026-11-22T09:00:00Z");
  const latest = Date.parse("2026-12-22T09:00:00Z");
  expect(isTooFarAhead(latest, now)).toBe(false);
  expect(isTooFarAhead(latest + 1, now)).toBe(true);
});
