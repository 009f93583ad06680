import { describe, expect, it } from "vitest";
import { chosenStart, fullWords, partsOf, startDays, suggestions } from "./startTimes.ts";

/** Friday 20 November 2026, 15:30 in this machine's time zone. */
const friday = new Date(2026, 10, 20, 15, 30).getTime();
const local = (...parts: [number, number, number, number, number]) =>
  new Date(...parts).toISOString();

describe("the start of a send", () => {
  it("is tomorrow or Monday at eight with one click", () => {
    const [tomorrow, monday] = suggestions(friday);
    expect(tomorrow?.at).toBe(local(2026, 10, 21, 8, 0));
    expect(tomorrow?.word).toMatch(/^Tomorrow (8:00 AM|0?8:00)$/);
    expect(monday?.at).toBe(local(2026, 10, 23, 8, 0));
    expect(monday?.word).toMatch(/^Monday (8:00 AM|0?8:00)$/);
  });

  it("is offered once if tomorrow is Monday, and in a week, with its date, on a Monday", () => {
    expect(suggestions(new Date(2026, 10, 22, 1).getTime())).toHaveLength(1);
    const [, monday] = suggestions(new Date(2026, 10, 23, 7).getTime());
    expect(monday?.at).toBe(local(2026, 10, 30, 8, 0));
    expect(monday?.word).toMatch(/^Monday 30 November (8:00 AM|0?8:00)$/);
  });

  it("is written in full, with its time zone", () => {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll("_", " ");
    expect(fullWords(local(2026, 10, 23, 8, 0))).toMatch(/^Monday 23 November, (8:00 AM|0?8:00), /);
    expect(fullWords(local(2026, 10, 23, 8, 0)).endsWith(zone)).toBe(true);
  });

  it("is on one of the days in words", () => {
    const days = startDays(friday);
    expect(days).toHaveLength(31);
    expect(days.slice(0, 3).map(({ word }) => word)).toEqual([
      "Today, Friday 20 November",
      "Tomorrow, Saturday 21 November",
      "Sunday 22 November",
    ]);
    expect(days[3]?.value).toBe("2026-11-23");
  });

  it("splits into its parts and back", () => {
    const at = local(2026, 10, 23, 8, 5);
    const { day, time } = partsOf(at);
    expect([day, time]).toEqual(["2026-11-23", "08:05"]);
    expect(chosenStart(day, time, friday)).toEqual({ at, problem: null });
  });

  it.each([
    [
      "2026-11-20",
      "15:30",
      /^Friday 20 November, (3:30 PM|15:30), .* is in the past\. Choose a later time, or send now\.$/,
    ],
    ["2026-12-20", "15:31", /^That is more than 30 days ahead/],
    ["2026-11-23", "", /^Choose a time of day\.$/],
  ])("says why %s %s is not allowed", (day, time, words) => {
    expect(chosenStart(day, time, friday)).toEqual({
      at: null,
      problem: expect.stringMatching(words),
    });
  });
});
