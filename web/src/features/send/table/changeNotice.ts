import { mailboxIn } from "@sendwright/core/list/claims";
import type { List, Row } from "@sendwright/core/list/list";
import { pluralize } from "@sendwright/core/pluralize";
import { useCallback, useState } from "react";

interface SkippedRow {
  n: number | null;
  /** It, and its repeats. */
  count: number;
  /** Whether it was one of several rows of an email. */
  isShared: boolean;
  /** Whether its person can be added to those you don't email. */
  isOffered: boolean;
}

/**
 * The message after skipping a row together with its repeats; "" if it has none and there is
 * nothing else to say or do.
 */
export function skipMessage({ n, count, isShared, isOffered }: SkippedRow): string {
  if (count === 1) {
    if (isShared) return `Row ${n} is skipped. The email to its address goes without it.`;
    return isOffered ? `Row ${n} is skipped.` : "";
  }
  return `Row ${n} is skipped, and ${pluralize(count - 1, "row")} that repeat${count === 2 ? "s" : ""} it.`;
}

/**
 * The message after rows were written over: whether someone else is in a row that was skipped by
 * hand, or a skipped row has another address; "" if neither.
 */
export function writtenMessage(
  before: List,
  after: List,
  numberOf: (id: number) => number | null,
): string {
  const isByHand = ({ skipped }: Row) => skipped === "by_hand";
  const [were, are] = [before, after].map(({ rows }) => rows.filter(isByHand));
  const lost = (were?.length ?? 0) - (are?.length ?? 0);
  if (lost > 0) {
    const [someone, rows] = lost === 1 ? ["someone else is", "it"] : ["other people are", "them"];
    const one = pluralize(lost, "row isn't", "rows aren't");
    return `${one} skipped anymore: ${someone} in ${rows} now.`;
  }
  const known = new Map(before.rows.map((row) => [row.id, row]));
  const written = after.rows.filter((row) => row !== known.get(row.id));
  const [row] = written;
  const was = row && written.length === 1 ? known.get(row.id) : undefined;
  const isKept = row && was && isByHand(row) && isByHand(was);
  return isKept && mailboxIn(before, was) !== mailboxIn(after, row)
    ? `Row ${numberOf(row.id)} is still skipped.`
    : "";
}

interface ChangeNotice {
  message: string;
  /** Whether to offer Undo here. */
  isUndoable: boolean;
  /** The address that was skipped and may never be emailed again; null for none. */
  skipped: string | null;
  /** The list before the change; null after any later change. */
  before: List | null;
  /** The list after it; null until then. */
  after: List | null;
}

/** A message about a change of the list, shown until the list changes again. */
export function useChangeNotice(list: List) {
  const [notice, setNotice] = useState<ChangeNotice | null>(null);
  if (notice !== null && notice.after === null && notice.before !== list)
    setNotice({ ...notice, before: null, after: list });
  const isOver = notice !== null && notice.after !== null && notice.after !== list;
  const showNotice = useCallback(
    (message: string, isUndoable = false, skipped: string | null = null) =>
      setNotice(
        message === "" ? null : { message, isUndoable, skipped, before: list, after: null },
      ),
    [list],
  );
  return { notice: isOver ? null : notice, showNotice };
}
