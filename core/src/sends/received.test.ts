import { describe, expect, it, test } from "vitest";
import { duplicateOfRow, NOT_EMAILED, SENT_BEFORE, SKIPPED_BY_HAND } from "../check/skipReasons.ts";
import type { RowStatus, SendState } from "../contract/sends.ts";
import { countsSentence, isOpen, partDone } from "./counts.ts";
import {
  type CorrectableRow,
  correctedRows,
  countLeftOut,
  type EarlierRow,
  type IntendedPerson,
  splitByOutcome,
  toCorrect,
  toSendAgain,
  whoReceived,
} from "./received.ts";

const AT = "2026-11-20T10:00:00.000Z";

/** Row `n` of a send, to a mailbox; `from` is the row it came from. */
function earlier(
  send: string,
  n: number,
  mailbox: string | null,
  more: Partial<EarlierRow> = {},
): EarlierRow {
  return { send, n, mailbox, from: null, status: "sent", content: null, at: AT, ...more };
}
/** Failed row `n` of the send "first", which is to be sent again. */
const again = (n: number, mailbox: string): IntendedPerson => ({
  row: n,
  mailbox,
  self: { send: "first", n },
  from: null,
  content: null,
});
const failed = (n: number, mailbox: string) => earlier("first", n, mailbox, { status: "failed" });
/** Row `row` of a new list. */
const listed = (row: number, mailbox: string | null): IntendedPerson => ({
  row,
  mailbox,
  self: null,
  from: null,
  content: null,
});
const first = (n: number) => ({ from: { send: "first", n } });

describe("a new list", () => {
  test.each<[RowStatus, boolean]>([
    ["sent", true],
    ["warning", true],
    ["queued", true],
    ["sending", true],
    ["failed", false],
    ["skipped", false],
  ])("someone whose row of another send is %s: received %s", (status, has) => {
    const found = whoReceived(
      [listed(1, "ann"), listed(2, "bo")],
      [earlier("first", 7, "ann", { status })],
    );
    expect(found).toEqual(has ? [{ row: 1, by: "mailbox", at: AT }] : []);
  });

  it.each<[string | null, (string | null)[], boolean | undefined]>([
    ["a", ["a"], true],
    ["a", ["b"], false],
    ["a", ["b", "a"], true],
    ["a", [null, "a"], true],
    ["a", [null, "b"], undefined],
    ["a", [null], undefined],
    [null, ["a"], undefined],
  ])("an email with content %j, after ones with %j: the same is %s", (content, sent, same) => {
    const rows = sent.map((one, i) => earlier(`send${i}`, 1, "ann", { content: one }));
    const [receipt] = whoReceived([{ ...listed(1, "ann"), content }], rows);
    expect(receipt?.same).toBe(same);
    const people = sent.map((one, i) =>
      earlier(`send${i}`, 1, null, { content: one, ...first(1) }),
    );
    expect(whoReceived([{ ...again(1, "x"), content }], people)[0]?.same).toBe(same);
  });

  it("compares only with emails that went or may have gone", () => {
    const rows = [
      earlier("first", 1, "ann", { content: "b" }),
      earlier("second", 1, "ann", { content: "a", status: "failed" }),
    ];
    expect(whoReceived([{ ...listed(1, "ann"), content: "a" }], rows)).toMatchObject([
      { same: false },
    ]);
  });

  it("names the latest of several sends", () => {
    const sends = [
      earlier("b", 1, "ann", { at: "2026-11-21T10:00:00.000Z" }),
      earlier("a", 1, "ann"),
    ];
    expect(whoReceived([listed(1, "ann")], sends)).toEqual([
      { row: 1, by: "mailbox", at: "2026-11-21T10:00:00.000Z" },
    ]);
  });

  describe("with several addresses in a row", () => {
    const family = (row: number, mailbox: string, group = 1) => ({
      ...listed(row, mailbox),
      group,
    });
    const withFather = earlier("first", 1, "mother", { copied: ["father", "office"] });

    it("counts a copy to another address of the row", () => {
      const both = [family(1, "mother"), family(2, "father")];
      expect(whoReceived(both, [withFather])).toEqual([
        { row: 1, by: "mailbox", at: AT },
        { row: 2, by: "mailbox", at: AT },
      ]);
      expect(whoReceived(both, [earlier("first", 1, "mother")])).toMatchObject([{ row: 1 }]);
      expect(
        whoReceived(both, [{ ...withFather, status: "failed" }, earlier("b", 1, "father")]),
      ).toMatchObject([{ row: 2 }]);
    });

    it("counts no copy of someone else's email", () => {
      expect(
        whoReceived(
          [family(1, "mother"), family(2, "office", 2), listed(3, "father")],
          [withFather],
        ),
      ).toMatchObject([{ row: 1 }]);
    });

    it("asks if the copy may be for another row", () => {
      const two = [
        family(1, "mother"),
        family(2, "father"),
        family(3, "mother", 3),
        family(4, "father", 3),
      ];
      expect(whoReceived(two, [withFather]).map(({ by }) => by)).toEqual(Array(4).fill("unclear"));
    });
  });

  it("can't tell people of one mailbox apart, whichever side has several", () => {
    const twice = [earlier("first", 1, "family"), earlier("first", 2, "family")];
    expect(whoReceived([listed(1, "family")], twice)).toMatchObject([{ row: 1, by: "unclear" }]);
    const both = [listed(1, "family"), listed(2, "family")];
    expect(whoReceived(both, twice.slice(0, 1))).toMatchObject([
      { by: "unclear" },
      { by: "unclear" },
    ]);
    const half = [earlier("first", 1, "family"), failed(2, "family")];
    expect(whoReceived([listed(1, "family")], half)).toMatchObject([{ by: "unclear" }]);
  });

  it("finds a mailbox that a correction reached", () => {
    expect(whoReceived([listed(1, "ann")], [earlier("later", 1, "ann", first(1))])).toMatchObject([
      { by: "mailbox" },
    ]);
  });

  it("never matches rows without an address", () => {
    expect(whoReceived([listed(1, null)], [earlier("first", 1, null)])).toEqual([]);
  });
});

describe("a row of an earlier send", () => {
  it("doesn't count itself", () => {
    expect(
      whoReceived([again(1, "ann")], [earlier("first", 1, "ann", { status: "warning" })]),
    ).toEqual([]);
  });

  it("is received through its person's other row, under any address", () => {
    const corrected = earlier("later", 5, "ann-corrected", first(1));
    expect(
      whoReceived(
        [again(1, "ann"), again(2, "bo")],
        [failed(1, "ann"), failed(2, "bo"), corrected],
      ),
    ).toEqual([{ row: 1, by: "person", at: AT }]);
  });

  it("isn't received through a correction that reached no one", () => {
    for (const status of ["failed", "skipped"] as const) {
      const corrected = earlier("later", 5, "ann", { ...first(1), status });
      expect(whoReceived([again(1, "ann")], [failed(1, "ann"), corrected])).toEqual([]);
    }
  });

  it("is a different person from another row of the same send, whatever their addresses", () => {
    // B was corrected, to an address that A has too.
    const rows = [
      failed(1, "info@a"),
      failed(2, "info@b"),
      earlier("later", 1, "info@a", first(2)),
    ];
    expect(whoReceived([again(1, "info@a"), again(2, "info@b")], rows)).toEqual([
      { row: 2, by: "person", at: AT },
    ]);
    expect(whoReceived([again(1, "x")], [failed(1, "x"), earlier("first", 2, "x")])).toEqual([]);
  });

  it("is received through another send's row for its mailbox, if each has one", () => {
    const direct = earlier("direct", 1, "ann");
    expect(whoReceived([again(1, "ann")], [failed(1, "ann"), direct])).toMatchObject([
      { by: "mailbox" },
    ]);
    expect(
      whoReceived([again(1, "ann")], [failed(1, "ann"), failed(2, "ann"), direct]),
    ).toMatchObject([{ by: "unclear" }]);
  });

  it("of a correction is received through its original row, and through other corrections of it", () => {
    const self: IntendedPerson = {
      row: 1,
      mailbox: "ann2",
      self: { send: "later", n: 1 },
      from: { send: "first", n: 1 },
      content: null,
    };
    const own = earlier("later", 1, "ann2", { ...first(1), status: "failed" });
    expect(whoReceived([self], [own, failed(1, "ann")])).toEqual([]);
    expect(whoReceived([self], [own, earlier("first", 1, "ann")])).toMatchObject([
      { by: "person" },
    ]);
    expect(whoReceived([self], [own, earlier("latest", 9, "ann3", first(1))])).toMatchObject([
      { by: "person" },
    ]);
  });

  it("isn't received through another email of its send that corrects rows of the same email", () => {
    const self: IntendedPerson = {
      row: 1,
      mailbox: "ann2",
      self: { send: "later", n: 1 },
      from: { send: "first", n: 1 },
      content: null,
    };
    const sibling = earlier("later", 2, "bo2", first(1));
    expect(whoReceived([self], [sibling, failed(1, "ann")])).toEqual([]);
  });
});

const row = (
  recipient: string,
  status: CorrectableRow["status"],
  reason = "",
  more: Partial<CorrectableRow & { cancelled: true }> = {},
) => ({
  row: 1,
  recipient,
  status,
  reason,
  ...more,
});
const taken = (...rows: CorrectableRow[]) =>
  toCorrect(rows, new Set(), new Set()).map(({ recipient, name }) => recipient || name);

test("includes people skipped with an error, and people whose row failed", () => {
  const rows = [
    row("ann@x.org", "sent"),
    row("not an address", "skipped", "Not an email address: not an address"),
    row("bo@x.org", "skipped", "Blank value for {{Name}}"),
    row("cy@x.org", "failed", "Gmail doesn't know this address."),
    row("", "skipped", "No email address", { name: "Di" }),
  ];
  expect(taken(...rows)).toEqual(["not an address", "bo@x.org", "cy@x.org", "Di"]);
});

test("excludes people whom a person skipped, duplicates, and rows without a person", () => {
  const rows = [
    row("ann@x.org", "skipped", SKIPPED_BY_HAND),
    row("bo@x.org", "skipped", SENT_BEFORE),
    row("cy@x.org", "failed"),
    row("cy@x.org", "skipped", duplicateOfRow(3)),
    row("", "skipped", "12 rows above the limit of 1,000 skipped."),
  ];
  expect(taken(...rows)).toEqual(["cy@x.org"]);
});

test("corrects a further row of an email only with its email", () => {
  const rows = [
    row("ann@x.org", "failed"),
    row("ann@x.org", "failed", "In one email with row 1.", { joined_to: 1 }),
    row("bo@x.org", "skipped", "In one email with row 4.", { joined_to: 4 }),
  ];
  expect(taken(...rows)).toEqual(["ann@x.org"]);
});

test("includes people who were taken off the list of people you don't email, and no one who is on it", () => {
  const rows = [
    row("Ann@x.org", "skipped", NOT_EMAILED),
    row("bo@x.org", "skipped", NOT_EMAILED),
    row("", "skipped", NOT_EMAILED),
    row("cy@x.org", "failed"),
  ];
  const recipients = (suppressed: ReadonlySet<string> | undefined) =>
    toCorrect(rows, new Set(), suppressed).map(({ recipient }) => recipient);
  expect(recipients(new Set(["ann@x.org"]))).toEqual(["bo@x.org", "cy@x.org"]);
  expect(recipients(new Set())).toEqual(["Ann@x.org", "bo@x.org", "cy@x.org"]);
  // As long as the list isn't known, everyone may be on it.
  expect(recipients(undefined)).toEqual(["cy@x.org"]);
});

test("a row skipped by hand doesn't exclude another row of the same address", () => {
  expect(taken(row("ann@x.org", "failed"), row("Ann@x.org", "skipped", SKIPPED_BY_HAND))).toEqual([
    "ann@x.org",
  ]);
});

test("excludes people whose email may have arrived", () => {
  expect(taken(row("ann@x.org", "warning", "No answer."))).toEqual([]);
});

test.each(["sent", "warning", "queued", "sending"] as const)(
  "includes people who share a mailbox with someone whose row is %s",
  (status) => {
    const mia = row("Mia <FAM@x.org>", status);
    const ben = row("fam@x.org", "skipped", "Blank value for {{Name}}", { row: 2 });
    const cleo = row("fam@x.org", "failed", "", { row: 3 });
    expect(toCorrect([mia, ben, cleo], new Set(), new Set())).toEqual([ben, cleo]);
  },
);

test("includes people who share a mailbox with someone who got the email before", () => {
  expect(
    taken(row("bo@x.org", "skipped", SENT_BEFORE), row("BO@x.org", "skipped", "Blank value")),
  ).toEqual(["BO@x.org"]);
});

test("of a canceled send, includes people who were meant to get it", () => {
  const rows = [
    row("ann@x.org", "sent"),
    row("bo@x.org", "skipped", "Cancelled."),
    row("cy@x.org", "failed"),
    row("di@x.org", "skipped", "Blank value for {{Name}}"),
    row("ANN@x.org", "skipped", "Cancelled."),
    row("eva@x.org", "skipped", SKIPPED_BY_HAND),
  ];
  expect(taken(...rows)).toEqual(["bo@x.org", "cy@x.org", "di@x.org", "ANN@x.org"]);
});

describe("whom a button leaves out", () => {
  const suppressed = new Set(["bo@x.org"]);
  const corrected = new Set([90]);
  const rows = [
    row("ann@x.org", "sent"),
    row("fay@x.org", "failed", "No.", { row: 2 }),
    row("bo@x.org", "failed", "No.", { row: 3 }),
    row("cy@x.org", "skipped", "", { row: 4, cancelled: true }),
    row("bo@x.org", "skipped", "", { row: 5, cancelled: true }),
    row("di@x.org", "warning", "Who knows.", { row: 6 }),
    row("no address", "skipped", "Not an email address: no address", { row: 7 }),
    row("ed@x.org", "skipped", duplicateOfRow(1), { row: 8 }),
    row("flo@x.org", "skipped", SKIPPED_BY_HAND, { row: 9 }),
    row("gus@x.org", "skipped", SENT_BEFORE, { row: 10 }),
    row("hal@x.org", "skipped", NOT_EMAILED, { row: 11 }),
    row("", "skipped", NOT_EMAILED, { row: 12 }),
    row("", "skipped", "No email address", { row: 13 }),
    row("ida@x.org", "failed", "No.", { row: 90 }),
    row("cy@x.org", "skipped", "In one email with row 4.", { row: 14, joined_to: 4 }),
  ];
  const numbers = (some: readonly CorrectableRow[]) => some.map((one) => one.row);
  const out = (served: readonly number[], known: ReadonlySet<string> | undefined = suppressed) =>
    Object.fromEntries(countLeftOut(rows, new Set(served), corrected, known));

  it("sends again what failed or was canceled, but to no one you don't email", () => {
    expect(numbers(toSendAgain(rows, corrected, suppressed))).toEqual([2, 4]);
    // Until the list is known, the server decides.
    expect(numbers(toSendAgain(rows, corrected, undefined))).toEqual([2, 3, 4, 5]);
  });

  it("says why everyone else isn't sent to again", () => {
    expect(out([2, 4])).toEqual({
      suppressed: 3,
      unconfirmed: 1,
      // Row 11 is off the list now.
      correctable: 2,
      duplicate: 1,
      byYou: 2,
      nobody: 1,
      later: 1,
    });
  });

  it("says why everyone else isn't corrected", () => {
    const served = numbers(toCorrect(rows, corrected, suppressed));
    expect(served).toEqual([2, 3, 4, 5, 7, 11]);
    expect(out(served)).toEqual({
      suppressed: 1,
      unconfirmed: 1,
      duplicate: 1,
      byYou: 2,
      nobody: 1,
      later: 1,
    });
  });

  it.each([[suppressed], [undefined], [new Set<string>()]])(
    "adds up to all who didn't get it, whoever is on the list: %#",
    (known) => {
      for (const served of [
        toSendAgain(rows, corrected, known),
        toCorrect(rows, corrected, known),
      ].map(numbers)) {
        const others = Object.values(out(served, known)).reduce((sum, n) => sum + n, 0);
        expect(served.length + others).toBe(13);
      }
    },
  );
});

test("excludes people whom a later send corrects", () => {
  const rows = [
    row("ann@x.org", "failed", "", { row: 1 }),
    row("bo@x.org", "failed", "", { row: 2 }),
  ];
  const created_at = "2026-11-20T10:00:00Z";
  const corrected = [
    { id: "later", created_at, rows: [2, 3] },
    { id: "latest", created_at, rows: [5] },
  ];
  expect(toCorrect(rows, correctedRows({ corrected }), new Set())).toEqual([rows[0]]);
  expect([...correctedRows({ corrected })]).toEqual([2, 3, 5]);
  expect(correctedRows({}).size).toBe(0);
});

const none = { total: 0, queued: 0, sending: 0, sent: 0, failed: 0, skipped: 0, warning: 0 };

it.each([
  [{ sent: 12 }, 0, 0, "done", "12 sent.", 1],
  [{ sent: 11, skipped: 1 }, 0, 0, "done", "11 sent, 1 skipped.", 1],
  [{ sent: 2 }, 0, 5, "done", "2 sent, 5 skipped.", 1],
  [{ failed: 1, warning: 1 }, 0, 0, "done", "1 failed, 1 unconfirmed.", 1],
  [
    { sent: 180, skipped: 820 },
    800,
    0,
    "cancelled",
    "180 sent, 800 canceled, 20 skipped.",
    180 / 980,
  ],
  [{ skipped: 3 }, 2, 0, "cancelled", "2 canceled, 1 skipped.", 0],
  [{ sent: 1_200, queued: 299, sending: 1 }, 0, 0, "running", "1,200 sent, 300 to go.", 0.8],
  [{ queued: 3, skipped: 1 }, 0, 0, "scheduled", "1 skipped, 3 scheduled.", 0],
  [{}, 0, 0, "done", "Nothing to send.", 1],
] as const)("%#: %j", (parts, cancelled, rows_over_limit, state, sentence, part) => {
  const counts = { ...none, ...parts };
  expect(countsSentence({ counts, cancelled, rows_over_limit, state })).toBe(sentence);
  expect(partDone({ counts, cancelled })).toBe(part);
});

it.each<[SendState, number, boolean]>([
  ["preparing", 0, true],
  ["scheduled", 0, true],
  ["queued", 0, true],
  ["running", 2, true],
  ["paused", 0, true],
  ["cancelled", 2, true],
  ["cancelled", 0, false],
  ["done", 0, false],
])(
  "a send that is %s with %s emails on their way: something may still happen: %s",
  (state, sending, open) => {
    expect(isOpen({ state, counts: { ...none, sending } })).toBe(open);
  },
);

it("lists who got it in any spelling, who didn't, and who may have", () => {
  const rows = [
    { recipient: "Ann <ann@x.org>", status: "sent" },
    { recipient: "bo@x.org", status: "warning" },
    { recipient: "cy@x.org", status: "failed" },
    { recipient: "di@x.org", status: "skipped" },
  ] as const;
  const { isReached, notReached, unknown } = splitByOutcome(rows, ["ANN@x.org", "Eva <eva@x.org>"]);
  expect(["ann@X.org", "Bo <bo@x.org>", "cy@x.org", "not an address"].map(isReached)).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(notReached).toEqual(["cy@x.org", "di@x.org"]);
  expect(unknown).toEqual(["Eva <eva@x.org>", "bo@x.org"]);
});
