import { expect, test } from "vitest";
import { duplicateOfRow, LEFT_OUT, SENT_BEFORE } from "../check/leftOut.ts";
import { type Correctable, correctedRows, toCorrect } from "./correctable.ts";

const row = (recipient: string, status: Correctable["status"], reason = "", more: Partial<Correctable> = {}) => ({
  ...{ row: 1, recipient, status, reason },
  ...more,
});
const taken = (...rows: Correctable[]) => toCorrect(rows, new Set()).map(({ recipient, name }) => recipient || name);

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
    row("ann@x.org", "skipped", LEFT_OUT),
    row("bo@x.org", "skipped", SENT_BEFORE),
    row("cy@x.org", "failed"),
    row("cy@x.org", "skipped", duplicateOfRow(3)),
    row("", "skipped", "12 rows above the limit of 1,000 skipped."),
  ];
  expect(taken(...rows)).toEqual(["cy@x.org"]);
});

test("a row skipped by hand doesn't exclude another row of the same address", () => {
  expect(taken(row("ann@x.org", "failed"), row("Ann@x.org", "skipped", LEFT_OUT))).toEqual(["ann@x.org"]);
});

test("excludes people whose email may have arrived", () => {
  expect(taken(row("ann@x.org", "warning", "No answer."))).toEqual([]);
});

test.each(["sent", "warning", "queued", "sending"] as const)(
  "excludes people whom another row that is %s reaches",
  (status) => {
    const other = row("Ann <ANN@x.org>", status);
    expect(taken(row("ann@x.org", "failed"), row("ann@x.org", "skipped", "Blank value for {{Name}}"), other)).toEqual(
      [],
    );
  },
);

test("excludes people who have the email from an earlier send, whatever is wrong with another row", () => {
  expect(taken(row("bo@x.org", "skipped", SENT_BEFORE), row("BO@x.org", "skipped", "Blank value"))).toEqual([]);
});

test("of a canceled send, includes people who were meant to get it", () => {
  const rows = [
    row("ann@x.org", "sent"),
    row("bo@x.org", "skipped", "Cancelled."),
    row("cy@x.org", "failed"),
    row("di@x.org", "skipped", "Blank value for {{Name}}"),
    row("ANN@x.org", "skipped", "Cancelled."),
    row("eva@x.org", "skipped", LEFT_OUT),
  ];
  expect(taken(...rows)).toEqual(["bo@x.org", "cy@x.org", "di@x.org"]);
});

test("excludes people whom a later send corrects", () => {
  const rows = [row("ann@x.org", "failed", "", { row: 1 }), row("bo@x.org", "failed", "", { row: 2 })];
  const created_at = "2026-11-20T10:00:00Z";
  const corrected = [
    { id: "later", created_at, rows: [2, 3] },
    { id: "latest", created_at, rows: [5] },
  ];
  expect(toCorrect(rows, correctedRows({ corrected }))).toEqual([rows[0]]);
  expect([...correctedRows({ corrected })]).toEqual([2, 3, 5]);
  expect(correctedRows({}).size).toBe(0);
});
