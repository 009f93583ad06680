import { MAX_CORRECTED_ROWS } from "@sendwright/core/contract";
import { act, renderHook } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { askedAddresses } from "./askedAddresses.ts";
import {
  decisionForOthers,
  outcomeOf,
  type RepeatAddress,
  type RepeatDecision,
  repeatOf,
  sameRows,
} from "./repeat.ts";
import { mergedReceipts, useRepeatGuard } from "./useRepeatGuard.ts";

/**
 * An address that got exactly this email (s), another version (d) or one that we can't compare (k),
 * that maybe got exactly this email (U) or another version (u), or none (n).
 */
const ADDRESSES: Record<string, Omit<RepeatAddress, "address">> = {
  s: { has: "yes", isSame: true },
  d: { has: "yes", isSame: false },
  k: { has: "yes" },
  U: { has: "unclear", isSame: true },
  u: { has: "unclear", isSame: false },
  n: { has: "no" },
};

const addressesOf = (kind: string): RepeatAddress[] =>
  [...kind].map((one) => ({ address: `${one}@x.org`, has: "no", ...ADDRESSES[one] }));

/** Rows by the kinds of their addresses: "sn" is a row with two. */
function repeatWith(kinds: readonly string[]) {
  const at = "2026-11-20T10:00:00.000Z";
  const rows = new Map(kinds.map((kind, i) => [i + 1, addressesOf(kind)]));
  return { first: at, last: at, rows };
}

/** The addresses of each row that get the email. */
function sentTo(kinds: readonly string[], decision: RepeatDecision, also: ReadonlySet<number>) {
  const outcome = outcomeOf(repeatWith(kinds), kinds.length, { decision, also });
  const sent = kinds.map((kind, i) => {
    if (outcome.skipped.has(i + 1)) return "";
    const out = new Set(outcome.inPart.get(i + 1)?.map((address) => address[0]));
    return [...kind].filter((one) => !out.has(one.toLowerCase())).join("");
  });
  return { sent, emails: outcome.emails };
}

// A row, then who of it gets the email: "skip", "skip" with its box checked, "skip_same", the same
// with its box checked.
const TABLE: [string, string, string, string, string][] = [
  ["n", "n", "n", "n", "n"],
  ["s", "", "", "", ""],
  ["d", "", "", "d", "d"],
  ["k", "", "", "k", "k"],
  ["U", "", "U", "", "U"],
  ["u", "", "u", "", "u"],
  ["sn", "n", "n", "n", "n"],
  ["dn", "n", "n", "dn", "dn"],
  ["kn", "n", "n", "kn", "kn"],
  ["Un", "n", "Un", "n", "Un"],
  ["un", "n", "un", "n", "un"],
  ["sU", "", "U", "", "U"],
  ["su", "", "u", "", "u"],
  ["dU", "", "U", "d", "dU"],
  ["du", "", "u", "d", "du"],
  ["sd", "", "", "d", "d"],
  ["sdun", "n", "un", "dn", "dun"],
];
const KINDS = TABLE.map(([kind]) => kind);

describe("the answers", () => {
  it.each(TABLE)("send to whom they say, in a row %s", (kind, skip, skipAlso, same, sameAlso) => {
    const none = new Set<number>();
    const row = new Set([1]);
    const by = (decision: RepeatDecision, also: ReadonlySet<number>) =>
      sentTo([kind], decision, also).sent[0];
    expect([by("skip", none), by("skip", row)]).toEqual([skip, skipAlso]);
    expect([by("skip_same", none), by("skip_same", row)]).toEqual([same, sameAlso]);
    expect([by("next_rows", none), by("next_rows", row)]).toEqual([skip, skipAlso]);
    expect([by("send", none), by("send", row)]).toEqual([kind, kind]);
  });

  it("are offered with the number of emails that they send", () => {
    const offered = new Set<string | undefined>();
    for (const one of KINDS) {
      for (const other of KINDS) {
        for (const also of [new Set<number>(), new Set([1]), new Set([1, 2])]) {
          const kinds = [one, other, "s"];
          const only = decisionForOthers(repeatWith(kinds), kinds.length, also);
          offered.add(only?.decision);
          const of = (decision: RepeatDecision) => sentTo(kinds, decision, also);
          if (only) {
            const { sent, emails } = of(only.decision);
            expect([only.emails, emails]).toEqual([sent.filter(Boolean).length, only.emails]);
          }
          if (only?.decision !== "skip") expect(of("skip").emails).toBe(0);
          if (only === null) expect(of("skip_same").emails).toBe(0);
        }
      }
    }
    expect(offered).toEqual(new Set(["skip", "skip_same", undefined]));
  });

  it("are offered only if they send less than all", () => {
    const all = (kinds: string[]) => new Set(kinds.map((_, i) => i + 1));
    for (const kinds of [["u"], ["U", "n"], ["un", "u"]])
      expect(decisionForOthers(repeatWith(kinds), kinds.length, all(kinds))).toBeNull();
    expect(decisionForOthers(repeatWith(["un", "n"]), 2, new Set())).toEqual({
      decision: "skip",
      emails: 2,
    });
  });

  it("don't offer emails that may be the same as before", () => {
    expect(decisionForOthers(repeatWith(["d", "k"]), 2, new Set())).toBeNull();
    expect(decisionForOthers(repeatWith(["s", "k"]), 2, new Set())).toEqual({
      decision: "skip_same",
      emails: 1,
    });
  });
});

it("names the first and last of the times when each person last received it", () => {
  const [early, late] = ["2026-11-20T10:12:00.000Z", "2026-11-20T11:00:00.000Z"];
  const asked = [1, 2].map((n) => ({ row: n, askedAs: n, address: `p${n}@x.org` }));
  const received = [
    { row: 1, by: "mailbox" as const, at: late },
    { row: 2, by: "unclear" as const, at: early },
  ];
  expect(repeatOf(received, asked)).toMatchObject({ first: early, last: late });
  expect(repeatOf([], asked)).toBeNull();
});

it("finds the rows that got exactly this email, also by one of several addresses", () => {
  expect(sameRows(repeatWith(["ds", "d", "s"]))).toEqual(new Set([1, 3]));
  expect(sameRows(repeatWith(["U", "d"]))).toEqual(new Set());
  expect(sameRows(repeatWith(["U", "u"]))).toEqual(new Set([1]));
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

  it("are asked about with every address that gets the email", () => {
    expect(asked.map(({ askedAs, row, address, group }) => [askedAs, row, address, group])).toEqual(
      [
        [1, 1, "a@x.org", 11],
        [4, 1, "b@x.org", 11],
        [2, 2, "c@x.org", undefined],
        [3, 3, "d@x.org", 13],
        [5, 3, "e@x.org", 13],
        [6, 3, "f@x.org", 13],
      ],
    );
  });

  it("are not asked about an address that gets no copy", () => {
    const { copies, ...one } = row(1, "a@x.org", "b@x.org", "c@x.org");
    const suppressed = { ...one, copies: { ...copies, cc: people(["c@x.org"]) } };
    expect(askedAddresses([suppressed], undefined).map(({ address }) => address)).toEqual([
      "a@x.org",
      "c@x.org",
    ]);
  });

  it("know of each address whether it has the email", () => {
    const received = [
      { row: 3, by: "mailbox" as const, at, same: true },
      { row: 6, by: "unclear" as const, at },
    ];
    expect(repeatOf(received, asked)?.rows).toEqual(
      new Map([
        [
          3,
          [
            { address: "d@x.org", has: "yes", isSame: true },
            { address: "e@x.org", has: "no" },
            { address: "f@x.org", has: "unclear" },
          ],
        ],
      ]),
    );
  });
});

it("counts who received the email from its deleted template, too", () => {
  const at = "2026-11-20T10:00:00.000Z";
  const unclear = { row: 1, by: "unclear", at } as const;
  const sure = { row: 1, by: "mailbox", at } as const;
  const other = { row: 2, by: "mailbox", at } as const;
  expect(mergedReceipts([unclear], [sure, other])).toEqual([sure, other]);
  expect(mergedReceipts([sure], [unclear])).toEqual([sure]);
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
  expect(mergedReceipts(found(early, one), found(late, other))).toEqual(expected);
  expect(mergedReceipts(found(late, one), found(early, other))).toEqual(expected);
});

it("asks about all addresses or says that there are too many, and never about a part of them", async () => {
  vi.spyOn(console, "warn").mockReturnValue();
  const fetched = vi.spyOn(globalThis, "fetch");
  const { result } = renderHook(useRepeatGuard);
  const further = [{ address: "b@x.org", name: "" }];
  const rows = Array.from({ length: MAX_CORRECTED_ROWS / 2 + 1 }, (_, i) => ({
    n: i + 1,
    address: "a@x.org",
    verdict: "ready" as const,
    addressed: { to: "a@x.org", further },
    copies: { cc: further, bcc: [] },
  }));
  const email = { template_id: "t", subject: "", contents: Promise.resolve(new Map()) };
  const { repeat, failure } = await act(() => result.current.look(email, rows));
  expect(repeat).toBeNull();
  expect(failure).toBe(
    "We couldn't check whether any of them already received this email. The list has 10,002 addresses, and we can check 10,000 at a time. Send it in parts.",
  );
  expect(fetched).not.toHaveBeenCalled();
});
