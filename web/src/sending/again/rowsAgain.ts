import type { RowResult } from "@sendwright/core/contract";
import type { Receipts, RetriedRows } from "../../data/sendActions.ts";

/** Rows that are to be sent again, by whether their people have the email from another send. */
export interface RowsAgain {
  /** They have it. */
  got: readonly RowResult[];
  /** Their mailbox has it, maybe for someone else. */
  unclear: readonly RowResult[];
  /** They don't have it. */
  owed: readonly RowResult[];
}

export function rowsAgain(results: readonly RowResult[], received: Receipts): RowsAgain {
  const byRow = new Map(received.map(({ row, by }) => [row, by]));
  const got: RowResult[] = [];
  const unclear: RowResult[] = [];
  const owed: RowResult[] = [];
  for (const result of results) {
    const by = byRow.get(result.row);
    if (by === undefined) owed.push(result);
    else if (by === "unclear") unclear.push(result);
    else got.push(result);
  }
  return { got, unclear, owed };
}

/**
 * The rows to send, of those whose people have the email or may have it only the chosen ones; null
 * for none.
 */
export function retriedRows(
  { got, unclear, owed }: RowsAgain,
  chosen: ReadonlySet<number>,
): RetriedRows | null {
  const received = [...got, ...unclear].map(({ row }) => row).filter((row) => chosen.has(row));
  const rows = [...owed.map(({ row }) => row), ...received].sort((a, b) => a - b);
  return rows.length === 0 ? null : { rows, received };
}

/** What is known once the server has refused rows because their people have the email. */
export function withRefused(received: Receipts, refused: Receipts): Receipts {
  const rows = new Set(refused.map(({ row }) => row));
  return [...received.filter(({ row }) => !rows.has(row)), ...refused];
}
