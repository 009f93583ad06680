import { isFilled } from "../../../sending/tableRows.ts";
import type { BulkForm, TableBefore } from "./bulkForm.ts";
import { isTyped, renumbered } from "./typedTable.ts";

const MOST = 100;

/** What can be undone after a change of a typed table; the form is the one before it. */
export function undoAfter({ source, skipRows, sentBefore, undo }: BulkForm): readonly TableBefore[] {
  if (!isTyped(source?.content)) return [];
  return [...undo, { rows: source.content, skipRows, sentBefore }].slice(-MOST);
}

/**
 * The form with its typed table as it was before the last change. A row that comes back is left out if it was; for the
 * others, what was said since counts.
 */
export function withUndone(form: BulkForm): BulkForm {
  const { source, skipRows, sentBefore, undo } = form;
  const before = undo.at(-1);
  if (!before || !isTyped(source?.content)) return form;
  const { content } = source;
  const there = new Set(content.filter(isFilled).map(({ id }) => id));
  const back = new Set(before.rows.filter(isFilled).flatMap(({ id }, index) => (there.has(id) ? [] : [index + 1])));
  const numbers = (now: readonly number[], earlier: readonly number[]) =>
    [...renumbered(content, before.rows, now), ...earlier.filter((n) => back.has(n))].sort((a, b) => a - b);
  return {
    ...form,
    source: { ...source, content: before.rows, revision: source.revision + 1 },
    skipRows: numbers(skipRows, before.skipRows),
    sentBefore: numbers(sentBefore, before.sentBefore),
    undo: undo.slice(0, -1),
  };
}
