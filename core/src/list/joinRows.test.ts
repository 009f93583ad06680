import { expect, test } from "vitest";
import { check, checked, listOfRows, short } from "../testing/csvCheck.ts";
import type { List } from "./list.ts";

const BODY = "<p>Dear {{Family}}</p><ul><li>{{#rows}}{{Child}}: {{Amount}}{{/rows}}</li></ul>";
const HEADERS = ["Email", "Family", "Child", "Amount"];
const lines = (...rows: string[]) => [HEADERS.join(","), ...rows].join("\n");
const said = ({ rows }: ReturnType<typeof check>) =>
  rows.map(({ n, verdict, joinedTo, further, reason }) =>
    [n, verdict, joinedTo ?? further?.join(" "), reason].filter(Boolean).join(": "),
  );
const changedRow = (n: number, change: Partial<List["rows"][number]>) => (list: List) => ({
  ...list,
  rows: list.rows.map((row, at) => (at === n - 1 ? { ...row, ...change } : row)),
});

test("rows with the same mailbox are one email, in the order of the list", () => {
  const result = check(
    lines(
      "m@x.org,Meyer,Anna,3.00",
      "s@x.org,Smith,Bo,4.00",
      "M@x.org,Meyer,Tim,5.00",
      "m@x.org,Meyer,Tim,5.00",
    ),
    BODY,
  );
  expect(said(result)).toEqual(["1: ready: 3 4", "2: ready", "3: joined: 1", "4: joined: 1"]);
  expect(result.repeats).toBeNull();
  expect(result.problems).toEqual([]);
  expect(result.summary).toMatchObject({
    total: 4,
    ready: 2,
    joined: 2,
    skipped: 0,
    duplicates: 0,
  });
  expect(result.summary.sentence).toBe("2 emails for 4 rows ready");
});

test("a skipped row isn't part of its email", () => {
  const text = lines("m@x.org,Meyer,Anna,3", "m@x.org,Meyer,Tim,5", "m@x.org,Meyer,Lea,6");
  const result = check(text, BODY, changedRow(1, { skipped: "by_hand" }));
  expect(said(result)).toEqual(["1: skip: You skipped this row.", "2: ready: 3", "3: joined: 2"]);
  expect(result.summary.sentence).toBe("1 email for 2 rows ready · 1 skipped");
});

test("an error in one row stops its whole email, and each row says so", () => {
  const result = check(
    lines("m@x.org,Meyer,Anna,3", "m@x.org,Meyer,,5", "m@x.org,Meyer,Lea,6", "s@x.org,S,Bo,1"),
    BODY,
  );
  const other = "skip: Its email also has row 2, which has an error.";
  expect(said(result)).toEqual([
    `1: ${other}`,
    "2: skip: Blank value for {{Child}}",
    `3: ${other}`,
    "4: ready",
  ]);
  expect(short(result).map(([row, kind]) => `${row} ${kind}`)).toEqual([
    "1 group",
    "2 blank",
    "3 group",
  ]);
});

test("rows that differ outside the repeated part aren't one email", () => {
  const result = check(
    lines("m@x.org,Meyer,Anna,3", "m@x.org,Huber,Tim,5", "m@x.org,Meyer,Lea,5"),
    BODY,
  );
  const reason =
    "Anna and Tim have different values for {{Family}}. Put it in the repeated part, or send an email each.";
  expect(result.rows.map((row) => row.reason)).toEqual([reason, reason, reason]);
  expect(result.problems.map(({ row, column, value }) => [row, column, value])).toEqual([
    [1, "Family", "Meyer"],
    [2, "Family", "Huber"],
    [3, "Family", "Meyer"],
  ]);
});

test("rows without names are named by their numbers", () => {
  const list = listOfRows(
    ["Email", "Class", "Fee"],
    [
      ["m@x.org", "3b", "1"],
      ["n@x.org", "3b", "1"],
      ["m@x.org", "4a", "1"],
    ],
  );
  const result = checked(list, "{{Class}}{{#rows}}{{Fee}}{{/rows}}");
  expect(result.rows[0]?.reason).toMatch(/^Rows 1 and 3 have different values for {{Class}}\./);
});
