import type { RowResult } from "@sendwright/core/contract";
import { expect, it } from "vitest";
import { retriedRows, rowsAgain, withRefused } from "./rowsAgain.ts";

const at = "2026-11-20T10:12:00.000Z";
const result = (row: number): RowResult => ({
  row,
  line: row + 1,
  recipient: `p${row}@x.org`,
  status: "failed",
  reason: "",
});
const rows = rowsAgain([1, 2, 3, 4].map(result), [
  { row: 1, by: "mailbox", at },
  { row: 2, by: "unclear", at },
  { row: 3, by: "person", at },
]);

it("tells who has the email, who may have it, and who doesn't", () => {
  expect(rows).toEqual({
    received: [result(1), result(3)],
    unclear: [result(2)],
    others: [result(4)],
  });
});

it.each<[number[], { rows: number[]; received: number[] }]>([
  [[], { rows: [4], received: [] }],
  [[2], { rows: [2, 4], received: [2] }],
  [[1, 2, 3], { rows: [1, 2, 3, 4], received: [1, 3, 2] }],
])("sends rows that have the email only if they're chosen: %j", (chosen, retried) => {
  expect(retriedRows(rows, new Set(chosen))).toEqual(retried);
});

it("sends nothing if no one is left", () => {
  expect(retriedRows({ ...rows, others: [] }, new Set())).toBeNull();
});

it("keeps what it knew of the rows that the server doesn't name", () => {
  const known = [
    { row: 1, by: "mailbox", at },
    { row: 2, by: "unclear", at },
  ] as const;
  const refused = [{ row: 2, by: "mailbox", at }] as const;
  expect(withRefused([...known], [...refused])).toEqual([known[0], refused[0]]);
});
