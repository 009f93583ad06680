import { describe, expect, it } from "vitest";
import { hoursOfDay, isTimeZone } from "./hours.ts";

describe("a time zone", () => {
  it.each(["Europe/Berlin", "America/Argentina/Buenos_Aires", "Etc/GMT+5", "UTC", "Asia/Calcutta"])(
    "%s is one",
    (name) => expect(isTimeZone(name)).toBe(true),
  );
  it.each(["", "+01:00", "Europe/Berlim", "Mars/Olympus", "Europe/Berlin ", "x".repeat(100), 1, null])(
    "%j is none",
    (name) => expect(isTimeZone(name)).toBe(false),
  );
});

describe("hours of a day", () => {
  it.each([
    [0, 24, true],
    [8, 20, true],
    [23, 24, true],
    [8, 8, false],
    [22, 6, false],
    [-1, 8, false],
    [8, 25, false],
    [8.5, 20, false],
  ])("from %s to %s: %s", (from, to, allowed) => expect(hoursOfDay.safeParse({ from, to }).success).toBe(allowed));
});
