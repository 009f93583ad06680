import { expect, test } from "vitest";
import { duplicateOfRow, LEFT_OUT, SENT_BEFORE } from "../check/leftOut.ts";
import { type Correctable, correctedRows, toCorrect } from "./correctable.ts";

const row = (recipient: string, status: Correctable["status"], reason = "", more: Partial<Correctable> = {}) => ({
  ...{ row: 1, recipient, status, reason },
  ...more,
});
const taken = (...rows: Correctable[]) => toCorrect(rows, new Set()).map(({ recipient, name }) => recipient || name);

test("who was left out with something wrong, and who failed", () => {
  const rows = [
    row("ann@x.org", "sent"),
    row("not an address", "skipped", "Not an email address: not an address"),
    row("bo@x.org", "skipped", "Blank value for {{Name}}"),
    row("cy@x.org", "failed", "Gmail does not know this address."),
    row("", "skipped", "No email address", { name: "Di" }),
  ];
  expect(taken(...rows)).toEqual(["not an address", "bo@x.org", "cy@x.org", "Di"]);
});

test("nobody whom a person left out, whose address an earlier row has, or who is nobody", () => {
  const rows = [
    row("ann@x.org", "skipped", LEFT_OUT),
    row("bo@x.org", "skipped", SENT_BEFORE),
    row("cy@x.org", "failed"),
    row("cy@x.org", "skipped", duplicateOfRow(3)),
    row("", "skipped", "12 rows above the limit of 1,000 left out."),
  ];
  expect(taken(...rows)).toEqual(["cy@x.org"]);
});

test("a row that was left out by hand keeps no other row of the same address back", () => {
  expect(taken(row("ann@x.org", "failed"), row("Ann@x.org", "skipped", LEFT_OUT))).toEqual(["ann@x.org"]);
});

test("nobody whose mail may have arrived", () => {
  expect(taken(row("ann@x.org", "warning", "No answer."))).toEqual([]);
});

test.each(["sent", "warning", "queued", "sending"] as const)("nobody whom another row that is %s reaches", (status) => {
  const other = row("Ann <ANN@x.org>", status);
  expect(taken(row("ann@x.org", "failed"), row("ann@x.org", "skipped", "Blank value for {{Name}}"), other)).toEqual([]);
});

test("nobody who has the mail from an earlier send, whatever is wrong with another row", () => {
  expect(taken(row("bo@x.org", "skipped", SENT_BEFORE), row("BO@x.org", "skipped", "Blank value"))).toEqual([]);
});

test("of a cancelled send also those who were to get it", () => {
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

test("nobody whom a later send corrects", () => {
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
