import { expect, test } from "vitest";
import { furtherRowsOf, isInEmail, leadingRow, rowsOfEmail } from "./joinedRows.ts";
import type { CheckedRow } from "./types.ts";

type Given = Pick<CheckedRow, "n" | "verdict" | "joinedTo" | "further">;
const rows: Given[] = [
  { n: 1, verdict: "skip" },
  { n: 2, verdict: "ready", further: [4, 5] },
  { n: 3, verdict: "ready" },
  { n: 4, verdict: "joined", joinedTo: 2 },
  { n: 5, verdict: "joined", joinedTo: 2 },
];

test("each row is in one email, or in none", () => {
  const numbers = rows.map((row) => rowsOfEmail(rows, row).map(({ n }) => n));
  expect(numbers).toEqual([[1], [2, 4, 5], [3], [2, 4, 5], [2, 4, 5]]);
  expect(rows.map((row) => leadingRow(rows, row).n)).toEqual([1, 2, 3, 2, 2]);
  expect(rows.filter(isInEmail).map(({ n }) => n)).toEqual([2, 3, 4, 5]);
  expect(rows.map((row) => furtherRowsOf(rows, row).length)).toEqual([0, 2, 0, 0, 0]);
});

test("a row whose leading row is in another check stays by itself", () => {
  const lost: Given = { n: 1, verdict: "joined", joinedTo: 9 };
  expect(rowsOfEmail([lost], lost)).toEqual([lost]);
  expect(furtherRowsOf([lost], { further: [9] })).toEqual([]);
});
