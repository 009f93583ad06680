import type { Send } from "@sendwright/core/contract";
import { describe, expect, it } from "vitest";
import { aSend } from "../testing/sendFactories.ts";
import { exampleMessage, kindAndPeople, sendSubject, sendTitle, sendWhen } from "./sendHeading.ts";

const counts = { total: 40, queued: 0, sending: 0, sent: 38, failed: 0, skipped: 2, warning: 0 };

describe("the heading of a send", () => {
  it.each([
    [38, "For Ann", "As the first person gets it."],
    [1, "For Ann", null],
    [38, "For {{Name}}", null],
    [38, undefined, null],
  ])("%#: says whose the subject is: %i sent, %j", (sent, first_subject, words) => {
    const parts = { counts: { ...counts, total: sent, sent, skipped: 0 }, first_subject };
    expect(exampleMessage(aSend({ ...parts, subject: "For {{Name}}" }))).toBe(words);
  });

  it.each([
    [{ counts }, "38 people"],
    [{ counts, rows_over_limit: 5 }, "38 people"],
    [{ counts, cancelled: 2 }, "40 people"],
    [{ counts: { ...counts, total: 2, sent: 0 } }, "0 people"],
    [{ kind: "direct", counts: { ...counts, total: 3, sent: 1 } }, "1 person"],
    [{ counts, corrects: "earlier1" }, "Another try · 38 people"],
    [{ counts, list_name: "guests.xlsx" }, "38 people · guests.xlsx"],
    [{ counts, list_rows: 60, list_name: "a.csv" }, "38 emails from 60 rows · a.csv"],
  ] as const)("%#: counts everyone who was supposed to get it: %j", (parts, words) => {
    expect(kindAndPeople(aSend(parts))).toBe(words);
  });

  it.each<[number, Partial<Send>, string]>([
    [1, {}, "Ann Berg"],
    [2, {}, "Ann Berg and 1 other"],
    [3, { list_name: "a.csv" }, "Ann Berg and 2 others · a.csv"],
    [1, { corrects: "earlier1" }, "Another try · Ann Berg"],
    [2, { list_rows: 3 }, "Ann Berg and 1 other · 2 emails for 3 rows"],
    [0, {}, "0 people"],
  ])("%#: names the first of a few people: %j %j", (sent, parts, words) => {
    const own = { ...counts, total: sent + 2, sent };
    const rows = parts.list_rows ? { ...own, total: sent, skipped: 0 } : own;
    expect(kindAndPeople(aSend({ counts: rows, first_person: "Ann Berg", ...parts }))).toBe(words);
  });

  it.each([
    [{ title: "Offer", subject: "For {{Name}}" }, "For {{Name}}"],
    [{ title: "For you", subject: "For you" }, null],
    [{ title: null, subject: null }, null],
    [{ title: "Offer", subject: undefined }, null],
    [{ title: "Offer", subject: "For {{Name}}", first_subject: "For Ann" }, "For Ann"],
    [{ title: "For {{Name}}", subject: "For {{Name}}", first_subject: "For Ann" }, null],
  ])("%#: has a subject in addition to its name: %j", (parts, subject) => {
    expect(sendSubject(aSend(parts))).toBe(subject);
  });
});

it("names a composed email by the subject that its first person gets", () => {
  const composed = { title: "For {{Name}}", subject: "For {{Name}}" };
  expect(sendTitle(aSend({ ...composed, first_subject: "For Ann" }))).toBe("For Ann");
  expect(sendTitle(aSend(composed))).toBe("For {{Name}}");
  expect(sendTitle(aSend({ title: null }))).toBe("Deleted email");
});

describe("the time of a send", () => {
  const now = new Date(2026, 10, 20, 12).getTime();
  const at = (day: number, hour: number) => new Date(2026, 10, day, hour).toISOString();
  const times = { created_at: at(19, 9), starts_at: at(20, 10), started_at: null };

  it.each<[string, Partial<Send>, RegExp]>([
    ["started", { ...times, started_at: at(20, 10) }, /^today at 10:00/],
    ["not started yet", { ...times, state: "queued" }, /^yesterday at 9:00/],
    [
      "scheduled",
      { ...times, state: "scheduled", starts_at: at(21, 8) },
      /^Scheduled for tomorrow at 8:00/,
    ],
    [
      "scheduled in some days",
      { ...times, state: "scheduled", starts_at: at(23, 8) },
      /^Scheduled for Monday at 8:00/,
    ],
    [
      "canceled before it began",
      { ...times, state: "cancelled", ended_at: at(20, 10) },
      /^Canceled today at 10:00/,
    ],
    [
      "canceled after it began",
      { ...times, state: "cancelled", started_at: at(18, 8), ended_at: at(19, 10) },
      /^Canceled yesterday at 10:00/,
    ],
    [
      "canceled with emails under way",
      { ...times, state: "cancelled", started_at: at(20, 10), ended_at: null },
      /^today at 10:00/,
    ],
  ])("%s: says which it is, unless it just started", (_what, parts, words) => {
    expect(sendWhen(aSend(parts), now)).toMatch(words);
  });
});

it.each([
  ["2026-11-20T12:00:10.000Z", /^Held until \d[^·]*$/],
  ["2026-11-21T12:00:00.000Z", /^tomorrow at \d.* · Held until \d/],
])("a held send that starts at %s shows its day", (starts_at, words) => {
  const held = aSend({ state: "scheduled", starts_at, held_until: "2026-11-20T12:00:10.000Z" });
  expect(sendWhen(held, Date.parse("2026-11-20T12:00:00.000Z"))).toMatch(words);
});
