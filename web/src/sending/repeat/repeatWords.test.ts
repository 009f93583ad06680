import { expect, it } from "vitest";
import { type RepeatAddress, repeatOf } from "./repeat.ts";
import { contentSentence, failedSentence, repeatSentence } from "./repeatWords.ts";

/** Rows whose addresses have the email: `y` yes, `u` unclear, `n` no. */
function rowsOf(...kinds: string[]) {
  const has = { y: "yes", u: "unclear", n: "no" } as const;
  const addresses = (kind: string): RepeatAddress[] =>
    [...kind].map((one) => ({ address: `${one}@x.org`, has: has[one as keyof typeof has] }));
  return new Map(kinds.map((kind, i) => [i + 1, addresses(kind)]));
}

/** An hour on a day in November 2026, in local time. */
function at(day: number, hour: number): Date {
  return new Date(2026, 10, day, hour);
}

it.each<[string[], number, string]>([
  [["y", "y"], 2, "these people"],
  [["y"], 12, "1 of these 12 people"],
  [["y"], 1, "Ann"],
  // Those who share an address with someone who got it aren't said to have it.
  [["y", "u", "u"], 12, "1 of these 12 people"],
  [["u"], 12, "someone at an address of 1 of these 12 people"],
  [["u", "u"], 12, "someone at an address of 2 of these 12 people"],
  [["u"], 1, "someone at an address of this person"],
  [["yn", "yn"], 3, "some addresses of 2 of these 3 people"],
  [["yn"], 1, "some addresses of this person"],
  [["yu"], 1, "some addresses of this person"],
  [["yy"], 1, "Ann"],
  [Array.from({ length: 1_500 }, () => "y"), 3_000, "1,500 of these 3,000 people"],
])("says how many have it: %j of %j", (kinds, ready, people) => {
  const before = at(20, 10).toISOString();
  const repeat = { first: before, last: before, rows: rowsOf(...kinds) };
  const email = { name: "Offer", ready, to: "Ann" };
  const sentence = repeatSentence(repeat, email, at(20, 11).getTime());
  expect(sentence.replace(/ today at 10:00( AM)?\.$/, "")).toBe(`You sent “Offer” to ${people}`);
});

it.each<[(boolean | undefined)[], string]>([
  [[true, true], "It's exactly the same email."],
  [[true, false], "It's exactly the same email for Ann and 4 more."],
  [[true, undefined], "It's exactly the same email for Ann and 4 more."],
  [[false, false], "This time, its text, values or files are different."],
  [[false, undefined], "Its text, values or files may have been different."],
  [[undefined, undefined], "Its text, values or files may have been different."],
])("says whether it was the same email: %j", (same, sentence) => {
  const received = same.map((one, i) => ({
    row: i + 1,
    by: "mailbox" as const,
    at: at(20, 10).toISOString(),
    ...(one !== undefined && { same: one }),
  }));
  const asked = received.map(({ row }) => ({ row, askedAs: row, address: `p${row}@x.org` }));
  const repeat = repeatOf(received, asked);
  expect(repeat && contentSentence(repeat, "Ann and 4 more")).toBe(sentence);
});

it.each<[string, Date, Date, RegExp]>([
  [
    "on one day",
    at(20, 8),
    at(20, 10),
    /^You sent “Offer” to these people today between 8:00( AM)? and 10:00( AM)?\.$/,
  ],
  [
    "within a minute",
    at(20, 10),
    new Date(at(20, 10).getTime() + 20_000),
    /people today at 10:00( AM)?\.$/,
  ],
  [
    "on two days",
    at(19, 16),
    at(20, 10),
    /people between yesterday at (16:00|4:00 PM) and today at 10:00( AM)?\.$/,
  ],
  [
    "in days to come",
    at(21, 8),
    at(21, 9),
    /^You've already scheduled “Offer” for these people tomorrow between 8:00( AM)? and 9:00( AM)?\.$/,
  ],
  [
    "before and after now",
    at(20, 10),
    at(21, 8),
    /^You sent or scheduled “Offer” for these people between today at 10:00( AM)? and tomorrow at 8:00( AM)?\.$/,
  ],
])("is correct if people got it in sends %s", (_when, first, last, sentence) => {
  const repeat = {
    first: first.toISOString(),
    last: last.toISOString(),
    rows: rowsOf("y", "y"),
  };
  expect(
    repeatSentence(
      repeat,
      { name: "Offer", ready: 2, to: "2: ann@x.org, bo@x.org" },
      at(20, 12).getTime(),
    ),
  ).toMatch(sentence);
});

it("says of whom we couldn't find out", () => {
  expect([1, 2].map(failedSentence)).toEqual([
    "We couldn't check whether this person already received this email.",
    "We couldn't check whether any of them already received this email.",
  ]);
});
