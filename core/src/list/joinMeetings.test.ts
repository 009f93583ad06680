import { expect, test } from "vitest";
import type { CheckResult } from "../check/types.ts";
import { checked, listOfRows, variablesOf } from "../testing/csvCheck.ts";
import { applyChange } from "./change.ts";
import type { CheckSettings } from "./check.ts";
import { claimsOf } from "./claims.ts";
import { filledList, type List, type Row } from "./list.ts";
import { uploadOf } from "./upload.ts";

const BODY = "<p>Dear {{Family}}</p><ul><li>{{#rows}}{{Child}}{{/rows}}</li></ul>";
const HEADERS = ["Email", "Family", "Child", "Cc", "Second"];

/** Anna and Tim Meyer with one mailbox, Bo Smith with another, and Lea Meyer. */
const families = (change: (list: List) => List = (list) => list): List => {
  const list = listOfRows(HEADERS, [
    ["m@x.org", "Meyer", "Anna", "t@x.org", ""],
    ["m@x.org", "Meyer", "Tim", "t@x.org", ""],
    ["s@x.org", "Smith", "Bo", "", ""],
    ["m@x.org", "Meyer", "Lea", "t@x.org", ""],
  ]);
  return change(list);
};
const withCc = (list: List): List => ({ ...list, mapping: { ...list.mapping, cc: "Cc" } });
const inRow =
  (n: number, change: Partial<Row>) =>
  (list: List): List => ({
    ...list,
    rows: list.rows.map((row) => (row.id === n ? { ...row, ...change } : row)),
  });
const cell =
  (n: number, header: string, text: string) =>
  (list: List): List =>
    applyChange(list, { type: "cells", cells: [{ id: n, header, cell: text }] });
const several =
  (as: "each" | "cc") =>
  (list: List): List =>
    applyChange(list, { type: "several", columns: ["Email", "Second"], as });

/** Each email, as the numbers of its rows, and who gets it besides its mailbox. */
const emails = ({ rows }: CheckResult) =>
  rows.flatMap(({ n, verdict, further = [], address, copies }) =>
    verdict === "ready"
      ? `${[n, ...further].join("+")} to ${[address, ...(copies?.cc ?? []).map((one) => one.address)].join(", ")}`
      : [],
  );
/** The rows that aren't in an email. */
const others = ({ rows }: CheckResult) =>
  rows.flatMap(({ n, verdict }) => (verdict === "skip" ? n : []));

interface Meeting {
  list: List;
  more?: Partial<CheckSettings>;
  emails: string[];
  skipped: number[];
}

const MEETINGS: Readonly<Record<string, Meeting>> = {
  "nothing else": {
    list: families(),
    emails: ["1+2+4 to m@x.org", "3 to s@x.org"],
    skipped: [],
  },
  "own files: other files don't part them": {
    list: inRow(2, { files: ["tim"] })(families(inRow(1, { files: ["anna"] }))),
    emails: ["1+2+4 to m@x.org", "3 to s@x.org"],
    skipped: [],
  },
  "a row without a file of its own, where those are skipped": {
    list: families(inRow(2, { skipped: "by_hand", files: [] })),
    emails: ["1+4 to m@x.org", "3 to s@x.org"],
    skipped: [2],
  },
  "the same people in Cc": {
    list: families(withCc),
    emails: ["1+2+4 to m@x.org, t@x.org", "3 to s@x.org"],
    skipped: [],
  },
  "other people in Cc": {
    list: cell(4, "Cc", "other@x.org")(families(withCc)),
    emails: ["3 to s@x.org"],
    skipped: [1, 2, 4],
  },
  "other people in Cc, one of whom you don't email": {
    list: cell(4, "Cc", "t@x.org, out@x.org")(families(withCc)),
    more: { suppressed: new Set(["out@x.org"]) },
    emails: ["1+2+4 to m@x.org, t@x.org", "3 to s@x.org"],
    skipped: [],
  },
  "other people in Cc, one of whom is the mailbox": {
    list: cell(4, "Cc", "M@x.org, t@x.org")(families(withCc)),
    emails: ["1+2+4 to m@x.org, t@x.org", "3 to s@x.org"],
    skipped: [],
  },
  "a Cc for everyone": {
    list: families(),
    more: { copies: { cc: "boss@x.org", bcc: "" } },
    emails: ["1+2+4 to m@x.org, boss@x.org", "3 to s@x.org, boss@x.org"],
    skipped: [],
  },
  "addresses that were split: each has the rows that have it": {
    list: several("each")(cell(2, "Second", "dad@x.org")(families())),
    emails: ["1+2+5 to m@x.org", "3 to dad@x.org", "4 to s@x.org"],
    skipped: [],
  },
  "an address that was split from another family's row": {
    list: several("each")(cell(3, "Second", "m@x.org")(families())),
    emails: ["3 to s@x.org"],
    skipped: [1, 2, 4, 5],
  },
  "further addresses in Cc, the same in all rows": {
    list: several("cc")(
      [1, 2, 4].reduce((list, n) => cell(n, "Second", "dad@x.org")(list), families()),
    ),
    emails: ["1+2+4 to m@x.org, dad@x.org", "3 to s@x.org"],
    skipped: [],
  },
  "further addresses in Cc, not the same": {
    list: several("cc")(cell(1, "Second", "dad@x.org")(families())),
    emails: ["3 to s@x.org"],
    skipped: [1, 2, 4],
  },
  "a further address that another email is also to": {
    list: several("cc")(
      cell(
        2,
        "Second",
        "m@x.org",
      )(cell(2, "Email", "dad@x.org")(families(inRow(4, { skipped: "by_hand" })))),
    ),
    emails: ["1 to m@x.org", "2 to dad@x.org, m@x.org", "3 to s@x.org"],
    skipped: [4],
  },
  "the same addresses in another order, in all rows": {
    list: several("cc")(
      [
        ["dad@x.org", "m@x.org"],
        ["m@x.org", "dad@x.org"],
        ["s@x.org", ""],
        ["DAD@x.org", "m@x.org"],
      ].reduce(
        (list, [to = "", second = ""], at) =>
          cell(at + 1, "Email", to)(cell(at + 1, "Second", second)(list)),
        families(),
      ),
    ),
    emails: ["1+2+4 to dad@x.org, m@x.org", "3 to s@x.org"],
    skipped: [],
  },
  "a further address that another email goes to": {
    list: several("cc")(cell(3, "Second", "m@x.org")(families())),
    emails: ["1+2+4 to m@x.org", "3 to s@x.org, m@x.org"],
    skipped: [],
  },
  "people you don't email": {
    list: families(),
    more: { suppressed: new Set(["m@x.org"]) },
    emails: ["3 to s@x.org"],
    skipped: [1, 2, 4],
  },
  "a row above the limit": {
    list: families(),
    more: { limit: 3 },
    emails: ["3 to s@x.org"],
    skipped: [1, 2],
  },
  "a skipped row above the limit": {
    list: families(inRow(4, { skipped: "by_hand" })),
    more: { limit: 3 },
    emails: ["1+2 to m@x.org", "3 to s@x.org"],
    skipped: [4],
  },
  "a skipped leading row": {
    list: families(inRow(1, { skipped: "by_hand" })),
    emails: ["2+4 to m@x.org", "3 to s@x.org"],
    skipped: [1],
  },
  "all but one row skipped": {
    list: inRow(1, { skipped: "by_hand" })(families(inRow(4, { skipped: "by_hand" }))),
    emails: ["2 to m@x.org", "3 to s@x.org"],
    skipped: [1, 4],
  },
  "a row whose person got this email before": {
    list: families(inRow(1, { skipped: "already_received" })),
    emails: ["2+4 to m@x.org", "3 to s@x.org"],
    skipped: [1],
  },
  "a row with an error that is skipped, too": {
    list: inRow(2, { skipped: "by_hand" })(cell(2, "Child", "")(families())),
    emails: ["1+4 to m@x.org", "3 to s@x.org"],
    skipped: [2],
  },
  "a row whose values may be in the wrong columns": {
    list: families(inRow(4, { shifted: true })),
    emails: ["3 to s@x.org"],
    skipped: [1, 2, 4],
  },
  "a filter: a row that isn't included is in no email": {
    list: filledList(families(inRow(2, { excluded: "filtered" }))),
    emails: ["1+3 to m@x.org", "2 to s@x.org"],
    skipped: [],
  },
  "another list that has one of its people": {
    list: filledList(families(inRow(1, { excluded: "in_other_list" }))),
    emails: ["1+3 to m@x.org", "2 to s@x.org"],
    skipped: [],
  },
  "equal rows: each is an item": {
    list: cell(2, "Child", "Anna")(families()),
    emails: ["1+2+4 to m@x.org", "3 to s@x.org"],
    skipped: [],
  },
  "decisions about rows with one mailbox, which mean nothing now": {
    list: { ...inRow(2, { keepRepeat: false })(families()), repeats: "first" },
    emails: ["1+2+4 to m@x.org", "3 to s@x.org"],
    skipped: [],
  },
  "a plain call with all duplicates": {
    list: { ...families(), repeats: "all" },
    emails: ["1+2+4 to m@x.org", "3 to s@x.org"],
    skipped: [],
  },
};

test.each(Object.entries(MEETINGS))("rows of one email meet %s", (_, meeting) => {
  const result = checked(meeting.list, BODY, meeting.more);
  expect(emails(result)).toEqual(meeting.emails);
  expect(others(result)).toEqual(meeting.skipped);
  const { ready, joined, skipped } = result.summary;
  expect(ready + joined + skipped).toBe(result.rows.length);
  expect(result.repeats).toBeNull();
  expect(result.rows.every(({ duplicateOf }) => duplicateOf === null)).toBe(true);
});

test("each row of an email keeps the person whom it corrects", () => {
  const list = families((given) => ({
    ...given,
    corrects: "earlier",
    mailboxes: new Map([1, 2, 3, 4].map((n) => [n, n === 3 ? "s@x.org" : "m@x.org"])),
    rows: given.rows.map((row) => ({ ...row, corrects: row.id })),
  }));
  expect(claimsOf(list)).toEqual(new Map([1, 2, 3, 4].map((n) => [n, n])));
  expect(emails(checked(list, BODY))).toEqual(["1+2+4 to m@x.org", "3 to s@x.org"]);
});

test("each row of an email travels as a row of its own, with its files", () => {
  const list = families(inRow(2, { files: ["tim"] }));
  const result = checked(list, BODY);
  const variables = variablesOf(BODY);
  const files = new Map([[2, { files: [{ hash: "tim", name: "tim.pdf" }] }]]);
  const upload = uploadOf(list, result, { variables, values: new Map(), limit: 10, files });
  expect(upload.csv.trim().split(/\r?\n/)).toHaveLength(5);
  expect(upload.rows).toEqual([
    { line: 2 },
    { line: 3, files: [{ hash: "tim", name: "tim.pdf" }] },
    { line: 4 },
    { line: 5 },
  ]);
});
