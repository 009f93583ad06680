import type { RowResult } from "@sendwright/core/contract";
import type { RetriedRows } from "../../data/controlSend.ts";
import type { Receipts } from "../../data/receivers.ts";

/** Rows that are to be sent again, by whether their people have the email from another send. */
export interface RowsAgain {
  /** They have it. */
  received: readonly RowResult[];
  /** Their mailbox has it, maybe for someone else. */
  unclear: readonly RowResult[];
  /** They don't have it. */
  others: readonly RowResult[];
}

/** Sorts rows by whether their people have the email. */
export function rowsAgain(results: readonly RowResult[], receipts: Receipts): RowsAgain {
  const byRow = new Map(receipts.map(({ row, by }) => [row, by]));
  const received: RowResult[] = [];
  const unclear: RowResult[] = [];
  const others: RowResult[] = [];
  for (const result of results) {
    const by = byRow.get(result.row);
    if (by === undefined) others.push(result);
    else if (by === "unclear") unclear.push(result);
    else received.push(result);
  }
  return { received, unclear, others };
}

/**
 * The rows to send, of those whose people have the email or may have it only the chosen ones; null
 * for none.
 */
export function retriedRows(rows: RowsAgain, chosen: ReadonlySet<number>): RetriedRows | null {
  const known = [...rows.received, ...rows.unclear].map(({ row }) => row);
  const received = known.filter((row) => chosen.has(row));
  const sent = [...rows.others.map(({ row }) => row), ...received].sort((a, b) => a - b);
  return sent.length === 0 ? null : { rows: sent, received };
}

/** Adds the rows that the server refused because their people have the email. */
export function withRefused(received: Receipts, refused: Receipts): Receipts {
  const rows = new Set(refused.map(({ row }) => row));
  return [...received.filter(({ row }) => !rows.has(row)), ...refused];
}
