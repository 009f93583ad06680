import { describe, expect, it } from "vitest";
import {
  askedAddresses,
  contentSentence,
  leftOutBy,
  repeatOf,
  repeatSentence,
  together,
} from "./repeatGuard.ts";

describe("the repeat guard", () => {
  it("names the first and last of the times when each person last received it", () => {
    const [early, late] = ["2026-11-20T10:12:00.000Z", "2026-11-20T11:00:00.000Z"];
    expect(
      repeatOf([
        { row: 1, by: "mailbox", at: late },
        { row: 2, by: "unclear", at: early },
      ]),
    ).toEqual({ first: early, last: late, rows: [1, 2], unclear: [2], content: "unknown" });
    expect(repeatOf([])).toBeNull();
  });

  it("names a single person, or says how many", () => {
    const here = new Date(2026, 10, 20, 10, 12);
    const at = here.toISOString();
    const ask = (rows: number[], ready: number, unclear: number[] = []) =>
      repeatSentence(
        { first: at, last: at, rows, unclear, content: "unknown" },
        { name: "Offer", ready, to: "ann@x.org" },
        here.getTime() + 3_600_000,
      );
    expect(ask([1, 2], 2)).toMatch(/^You sent “Offer” to these people today at 10:12( AM)?\.$/);
    expect(ask([1], 12)).toMatch(/^You sent “Offer” to 1 of these 12 people today at/);
    // Those who share an address with someone who got it aren't said to have it.
    expect(ask([1, 2, 3], 12, [2, 3])).toMatch(
      /^You sent “Offer” to 1 of these 12 people today at/,
    );
    expect(ask([2, 3], 12, [2, 3])).toMatch(
      /^You sent “Offer” to someone at an address that 2 of these 12 people share today/,
    );
    const later = new Date(here.getTime() + 7_200_000).toISOString();
    expect(
      repeatSentence(
        { first: later, last: later, rows: [1], unclear: [], content: "unknown" },
        { name: "Offer", ready: 1, to: "ann@x.org" },
        here.getTime(),
      ),
    ).toMatch(/^You've already scheduled “Offer” for ann@x\.org today at 12:12( PM)?\.$/);
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
    const repeat = repeatOf(received);
    expect(repeat && contentSentence(repeat, "Ann and 4 more")).toBe(sentence);
  });

  it("finds the rows that got exactly this email, also by one of several addresses", () => {
    const asked = [
      { number: 1, n: 1, address: "ann@x.org", group: 1 },
      { number: 4, n: 1, address: "al@x.org", group: 1 },
      { number: 2, n: 2, address: "bo@x.org" },
      { number: 3, n: 3, address: "cy@x.org" },
    ];
    const rowsThatGot = (...same: number[]) =>
      repeatOf(
        asked.map(({ number: row }) => ({
          row,
          by: "mailbox" as const,
          at: at(20, 10).toISOString(),
          same: same.includes(row),
        })),
        asked,
      )?.same;
    expect(rowsThatGot(4, 3)).toEqual([1, 3]);
    expect(rowsThatGot(1, 4)).toEqual([1]);
    // Then it's said of all of them, or of no one.
    expect([rowsThatGot(1, 2, 3, 4), rowsThatGot()]).toEqual([undefined, undefined]);
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
      rows: [1, 2],
      unclear: [],
      content: "unknown" as const,
    };
    expect(
      repeatSentence(
        repeat,
        { name: "Offer", ready: 2, to: "2: ann@x.org, bo@x.org" },
        at(20, 12).getTime(),
      ),
    ).toMatch(sentence);
  });
});

describe("rows with several addresses", () => {
  const at = "2026-11-20T10:00:00.000Z";
  const people = (addresses: string[]) => addresses.map((address) => ({ address, name: "" }));
  const row = (n: number, address: string, ...further: string[]) => ({
    n,
    id: 10 + n,
    address,
    verdict: "ready" as const,
    addressed: { to: address, further: people(further) },
    copies: { cc: people(further), bcc: [] },
  });
  const asked = askedAddresses(
    [row(1, "a@x.org", "b@x.org"), row(2, "c@x.org"), row(3, "d@x.org", "e@x.org", "f@x.org")],
    undefined,
  );
  const of = (found: Record<number, "mailbox" | "unclear">) =>
    repeatOf(
      Object.entries(found).map(([number, by]) => ({ row: Number(number), by, at })),
      asked,
    );

  it("are asked about with every address that gets the email", () => {
    expect(asked.map(({ number, n, address, group }) => [number, n, address, group])).toEqual([
      [1, 1, "a@x.org", 11],
      [4, 1, "b@x.org", 11],
      [2, 2, "c@x.org", undefined],
      [3, 3, "d@x.org", 13],
      [5, 3, "e@x.org", 13],
      [6, 3, "f@x.org", 13],
    ]);
  });

  it("are not asked about an address that gets no copy", () => {
    const { copies, ...one } = row(1, "a@x.org", "b@x.org", "c@x.org");
    const suppressed = { ...one, copies: { ...copies, cc: people(["c@x.org"]) } };
    expect(askedAddresses([suppressed], undefined).map(({ address }) => address)).toEqual([
      "a@x.org",
      "c@x.org",
    ]);
  });

  it("have it only if each of their addresses does", () => {
    expect(of({ 1: "mailbox", 4: "mailbox", 2: "mailbox" })).toMatchObject({
      rows: [2, 1],
      unclear: [],
    });
    const part = of({ 1: "mailbox", 6: "mailbox" });
    expect(part).toMatchObject({ rows: [], unclear: [] });
    if (part === null) throw new Error("No one has it.");
    expect(leftOutBy(part, new Set())).toEqual({
      rows: new Set(),
      inPart: new Map([
        [1, ["a@x.org"]],
        [3, ["f@x.org"]],
      ]),
    });
    const words = { name: "Offer", ready: 3, to: "" };
    expect(repeatSentence(part, words, Date.parse(at) + 1_000)).toContain(
      "You sent “Offer” to some addresses of 2 of these 3 people",
    );
  });

  it("are decided about where it's unclear, and keep what is sure", () => {
    const found = of({ 1: "unclear", 3: "mailbox", 5: "unclear", 6: "mailbox" });
    if (found === null) throw new Error("No one has it.");
    expect(found).toMatchObject({ rows: [3], unclear: [1, 3] });
    expect(leftOutBy(found, new Set())).toEqual({
      rows: new Set([3]),
      inPart: new Map([[1, ["a@x.org"]]]),
    });
    expect(leftOutBy(found, new Set([1, 3]))).toEqual({
      rows: new Set(),
      inPart: new Map([[3, ["d@x.org", "f@x.org"]]]),
    });
  });
});

/** An hour on a day in November 2026, in local time. */
function at(day: number, hour: number): Date {
  return new Date(2026, 10, day, hour);
}

it("counts who received the email from its deleted template, too", () => {
  const at = "2026-11-20T10:00:00.000Z";
  const unclear = { row: 1, by: "unclear", at } as const;
  const sure = { row: 1, by: "mailbox", at } as const;
  const other = { row: 2, by: "mailbox", at } as const;
  expect(together([unclear], [sure, other])).toEqual([sure, other]);
  expect(together([sure], [unclear])).toEqual([sure]);
});

it.each<[boolean | undefined, boolean | undefined, boolean | undefined]>([
  [true, false, true],
  [false, true, true],
  [undefined, true, true],
  [false, false, false],
  [false, undefined, undefined],
])("knows from both answers whether it was the same: %j and %j is %j", (one, other, both) => {
  const found = (at: string, same: boolean | undefined) => [
    { row: 1, by: "mailbox" as const, at, ...(same !== undefined && { same }) },
  ];
  const [early, late] = ["2026-11-20T10:00:00.000Z", "2026-11-21T10:00:00.000Z"];
  const expected = found(late, both);
  expect(together(found(early, one), found(late, other))).toEqual(expected);
  expect(together(found(late, one), found(early, other))).toEqual(expected);
});
