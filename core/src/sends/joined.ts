import type { RowResult, Send } from "../contract/sends.ts";
import { pluralize } from "../pluralize.ts";
import { intendedCount } from "./counts.ts";

/** The number of the row whose document has a row's email: its own, unless it is joined to another. */
export function emailRowOf({ row, joined_to }: Pick<RowResult, "row" | "joined_to">): number {
  return joined_to ?? row;
}

/** The results that count: one for each email, without its further rows (decision 38). */
export function withoutFurther<Row extends Pick<RowResult, "joined_to">>(
  results: readonly Row[],
): Row[] {
  return results.filter(({ joined_to }) => joined_to === undefined);
}

/** The rows of a send's list, without those above the limit. */
export function listRows({ counts, list_rows }: Pick<Send, "counts" | "list_rows">): number {
  return list_rows ?? counts.total;
}

/**
 * How many emails a send has, and for how many rows: "7 emails for 12 rows", or "6 emails from 12
 * rows" if some rows have none. Null if each row has its own.
 */
export function emailsAndRows(
  send: Pick<Send, "counts" | "cancelled" | "list_rows">,
): string | null {
  const rows = listRows(send);
  if (rows === send.counts.total) return null;
  const emails = intendedCount(send);
  const word = emails === send.counts.total ? "for" : "from";
  return `${pluralize(emails, "email")} ${word} ${pluralize(rows, "row")}`;
}
