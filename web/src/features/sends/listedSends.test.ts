import { describe, expect, it } from "vitest";
import { aSend } from "../../testing/sends.ts";
import { kindAndPeople, sendSubject, sendsFound } from "./listedSends.ts";

const counts = { total: 40, queued: 0, sending: 0, sent: 38, failed: 0, skipped: 2, warning: 0 };

describe("how a send is told", () => {
  it.each([
    [{ counts }, "CSV · 38 people"],
    [{ counts, rows_over_limit: 5 }, "CSV · 38 people"],
    [{ counts, cancelled: 2 }, "CSV · 40 people"],
    [{ counts: { ...counts, total: 2, sent: 0 } }, "CSV · 0 people"],
    [{ kind: "direct", counts: { ...counts, total: 3, sent: 1 } }, "Direct Send · 1 person"],
  ] as const)("%#: counts whoever was meant to get it: %j", (parts, words) => {
    expect(kindAndPeople(aSend(parts))).toBe(words);
  });

  it.each([
    [{ title: "Offer", subject: "For {{Name}}" }, "For {{Name}}"],
    [{ title: "For you", subject: "For you" }, null],
    [{ title: null, subject: null }, null],
    [{ title: "Offer" }, null],
  ])("%#: has a subject beside its name: %j", (parts, subject) => {
    expect(sendSubject(parts)).toBe(subject);
  });
});

describe("looking for a send", () => {
  const sends = [
    aSend({ id: "a", title: "Invitation", subject: "Summer fête, {{Name|text:friend}}" }),
    aSend({ id: "b", title: "Reminder", subject: "Your invoice" }),
    aSend({ id: "c", title: null, subject: null }),
  ];
  it.each([
    ["", ["a", "b", "c"]],
    ["INVITATION", ["a"]],
    ["fete summer", ["a"]],
    ["fête, name", ["a"]],
    ["friend", []],
    ["inv", ["a", "b"]],
    ["deleted", ["c"]],
    ["inv summer reminder", []],
  ])("%j finds %j", (sought, found) => {
    expect(sendsFound(sends, sought).map(({ id }) => id)).toEqual(found);
  });
});
