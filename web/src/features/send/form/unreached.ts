import type { RowResult } from "@sendwright/core/contract";
import { mailboxIn } from "@sendwright/core/list/claims";
import { historyOf } from "@sendwright/core/list/history";
import { type Row, rowNumbers } from "@sendwright/core/list/list";
import { emptyList, listOfAddresses } from "@sendwright/core/list/read";
import { afterEnd } from "@sendwright/core/recipients/afterEnd";
import { recipientKey, recipientText } from "@sendwright/core/recipients/recipients";
import { emptyForm, type SendForm } from "./sendForm.ts";

/**
 * The form for the people whom a finished Direct Send surely didn't reach; null if there are no such people. All others got
 * it or may have, so a second send would reach them twice. `submitted` is null if a reload lost it.
 */
export function unreached(submitted: SendForm | null, results: readonly RowResult[]): SendForm | null {
  const { notReached, isReached } = afterEnd(results, []);
  const missed = new Set(notReached.filter((recipient) => !isReached(recipient)).map(recipientKey));
  const before = submitted?.people.now;
  if (submitted === null || !before?.list) {
    if (missed.size === 0) return null;
    const form = emptyForm("direct");
    const list = listOfAddresses([...missed].map(recipientText), emptyList());
    return { ...form, people: historyOf({ ...form.people.now, list }) };
  }
  const { list } = before;
  // In a table, two rows may have one mailbox, and you may have skipped rows.
  const numbers = rowNumbers(list);
  const failed = new Set(results.flatMap((one) => (one.status === "failed" || one.cancelled ? one.row : [])));
  const isMissed = (row: Row) =>
    before.mode === "csv" ? failed.has(numbers.get(row.id) ?? 0) : missed.has(mailboxIn(list, row));
  const rows = list.rows.filter(isMissed);
  if (rows.length === 0) return null;
  const people = historyOf({ ...before, text: "", list: { ...list, rows } });
  return { ...submitted, people, unfinished: [], previewRow: null };
}
