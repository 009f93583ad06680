import { KEPT, MAX_VERSION_BYTES, MAX_VERSIONS } from "@sendwright/core/contract/limits";
import { DAY, HOUR, MINUTE } from "@sendwright/core/dates/units";
import { Timestamp } from "firebase-admin/firestore";
import { describe, expect, test } from "vitest";
import { isSameText, sortVersions, versionsAt } from "./templateVersions.ts";

const NOON = Date.parse("2026-11-26T12:00:00Z");
const LIMIT = KEPT.daysOfVersions * DAY;

/** Versions that were replaced at these times, numbered from 1. */
const replaced = (times: readonly number[], bytes = 100) =>
  times.map((time, i) => ({ revision: i + 1, replacedAt: Timestamp.fromMillis(time), bytes }));
const numbers = (entries: readonly { revision: number }[]) =>
  entries.map(({ revision }) => revision);
const kept = (entries: ReturnType<typeof replaced>, now = NOON) => {
  const sorted = sortVersions(entries, now);
  const all = [...numbers(sorted.kept), ...numbers(sorted.dropped)];
  expect(all.sort((a, b) => a - b)).toEqual(numbers(entries));
  return numbers(sorted.kept);
};
const minutes = (count: number, from = NOON - HOUR) =>
  Array.from({ length: count }, (_, i) => from + i * MINUTE);

describe("the versions that are kept", () => {
  test("of one day: the first and the last five", () => {
    expect(kept(replaced(minutes(6)))).toEqual([1, 2, 3, 4, 5, 6]);
    expect(kept(replaced(minutes(7)))).toEqual([1, 3, 4, 5, 6, 7]);
    expect(kept(replaced(minutes(30)))).toEqual([1, 26, 27, 28, 29, 30]);
  });

  test("the same if each save sorts what the one before it kept", () => {
    let entries: ReturnType<typeof replaced> = [];
    for (const entry of replaced(minutes(30)))
      entries = sortVersions([...entries, entry], NOON).kept;
    expect(numbers(entries)).toEqual([1, 26, 27, 28, 29, 30]);
  });

  test("a day ends at midnight UTC", () => {
    const midnight = Date.parse("2026-11-26T00:00:00Z");
    const times = [...minutes(7, midnight - HOUR), ...minutes(7, midnight)];
    expect(kept(replaced(times))).toEqual([1, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 14]);
    expect(kept(replaced(minutes(7, midnight - 3 * MINUTE)))).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  test("in all: twenty, the latest", () => {
    const days = (count: number) =>
      Array.from({ length: count }, (_, i) => NOON - (count - i) * DAY);
    expect(kept(replaced(days(MAX_VERSIONS)))).toHaveLength(MAX_VERSIONS);
    const more = kept(replaced(days(MAX_VERSIONS + 1)));
    expect([more.length, more[0], more.at(-1)]).toEqual([MAX_VERSIONS, 2, MAX_VERSIONS + 1]);
  });

  test("2 MB, to the byte; the oldest goes first, and the newest stays in any case", () => {
    const half = MAX_VERSION_BYTES / 2;
    expect(kept(replaced(minutes(2), half))).toEqual([1, 2]);
    const [first, second] = replaced(minutes(2), half);
    if (!first || !second) throw new Error("There are two.");
    expect(kept([first, { ...second, bytes: half + 1 }])).toEqual([2]);
    expect(kept([first, { ...second, bytes: MAX_VERSION_BYTES + 1 }])).toEqual([2]);
    expect(kept(replaced(minutes(3), half + 1))).toEqual([3]);
  });

  test("for 90 days, to the millisecond; those that are over are not shown either", () => {
    const entries = replaced([NOON - LIMIT, NOON - LIMIT + 1]);
    expect(kept(entries)).toEqual([2]);
    expect(numbers(versionsAt(entries, NOON))).toEqual([2]);
  });

  test("by their revision, if a clock went backward", () => {
    const [first, second] = replaced([NOON, NOON - DAY]);
    if (!first || !second) throw new Error("There are two.");
    expect(kept([first, second])).toEqual([1, 2]);
  });
});

describe("the same text", () => {
  const text = {
    name: "N",
    subject: "S",
    body: "<p>B</p>",
    dateFormat: "iso",
    timeFormat: "24hr",
  } as const;

  test.each([
    ["the same fields", {}],
    ["defaults that aren't stored", { reply_to: "", signature: true, date_language: "" }],
    ["a field that is left out", { reply_to: undefined }],
  ])("%s", (_, fields) => {
    expect(isSameText(text, { ...text, ...fields })).toBe(true);
  });

  test.each([
    { name: "n" },
    { subject: "s" },
    { body: "<p>b</p>" },
    { dateFormat: "long" },
    { timeFormat: "12hr" },
    { date_language: "de" },
    { date_weekday: true },
    { reply_to: "a@example.org" },
    { signature: false },
  ] as const)("another text: %o", (change) => {
    expect(isSameText(text, { ...text, ...change })).toBe(false);
  });
});
