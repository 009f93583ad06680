import { pluralize } from "../pluralize.ts";
import { addressKey } from "../recipients/recipients.ts";
import { withCommas } from "../withCommas.ts";
import type { CheckedRow, CheckSummary } from "./types.ts";

/** Whether a row is in an email: its own, or that of an earlier row (decision 38). */
export function isInEmail({ verdict }: Pick<CheckedRow, "verdict">): boolean {
  return verdict !== "skip";
}

/**
 * The row whose email a checked row is part of: itself, unless it is joined to an earlier one.
 *
 * @param rows all rows of the check, numbered from 1 in their order
 */
export function leadingRow<R extends Pick<CheckedRow, "joinedTo">>(rows: readonly R[], row: R): R {
  return (row.joinedTo === undefined ? undefined : rows[row.joinedTo - 1]) ?? row;
}

/**
 * The further rows of the email of a leading row, in the order of the list; none if it is for this
 * row alone.
 *
 * @param rows all rows of the check, numbered from 1 in their order
 */
export function furtherRowsOf<R>(rows: readonly R[], { further }: Pick<CheckedRow, "further">) {
  return (further ?? []).flatMap((n): R[] => {
    const row = rows[n - 1];
    return row === undefined ? [] : [row];
  });
}

/** All rows of the email that a checked row is part of, its leading row first. */
export function rowsOfEmail<R extends Pick<CheckedRow, "joinedTo" | "further">>(
  rows: readonly R[],
  row: R,
): [R, ...R[]] {
  const leading = leadingRow(rows, row);
  return [leading, ...furtherRowsOf(rows, leading)];
}

/** The ids of the rows in the same email as the row with this id; only this id before a check. */
export function idsInEmail(
  check: { rows: readonly CheckedRow[] } | null,
  id: number,
): ReadonlySet<number> {
  const row = check?.rows.find((one) => one.id === id);
  return new Set(row && check ? rowsOfEmail(check.rows, row).map((one) => one.id) : [id]);
}

/** The emails (by the id of their leading row) of which all rows (by id) are among these. */
export function emailsOf(
  { rows }: { rows: readonly CheckedRow[] },
  ids: ReadonlySet<number>,
): ReadonlySet<number> {
  const whole = rows.filter(
    (row) => row.verdict === "ready" && rowsOfEmail(rows, row).every(({ id }) => ids.has(id)),
  );
  return new Set(whole.map(({ id }) => id));
}

type EmailCounts = Pick<CheckSummary, "ready" | "joined">;

/** How many emails are sent, and for how many rows if that differs: "7 emails for 12 rows". */
export function emailsForRows({ ready, joined }: EmailCounts): string {
  const emails = pluralize(ready, "email");
  return joined === 0 ? emails : `${emails} for ${pluralize(ready + joined, "row")}`;
}

/** The number of mailboxes that the ready emails go to: fewer than emails if some get several. */
export function mailboxesReady(rows: readonly Pick<CheckedRow, "verdict" | "address">[]): number {
  const ready = rows.filter(({ verdict }) => verdict === "ready");
  return new Set(ready.map(({ address }) => addressKey(address ?? ""))).size;
}

/** The beginning of a summary's sentence: "980 ready", or "7 emails for 12 rows ready". */
export function readyWords(counts: EmailCounts): string {
  const going = counts.joined === 0 ? withCommas(counts.ready) : emailsForRows(counts);
  return `${going} ready`;
}
