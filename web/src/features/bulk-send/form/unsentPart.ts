import { historyOf } from "@sendwright/core/list/history";
import { cellText, isFilled, type List, type Row } from "@sendwright/core/list/list";
import { type BulkForm, NOBODY } from "./bulkForm.ts";

/**
 * The form without what was sent, once the send has begun; `frozen` is the form it was made of. Whatever the person chose
 * or wrote since stays.
 */
export function unsentPart(form: BulkForm, frozen: BulkForm): BulkForm {
  const isAsSent = (part: keyof BulkForm) => form[part] === frozen[part];
  const isMailAsSent = form.choice.kind === "compose" && isAsSent("subject") && isAsSent("body");
  const { now } = form.people;
  const list = listSince(now.list, frozen.people.now.list);
  const hasText = now.text !== frozen.people.now.text;
  const rest = {
    ...form,
    isMailSent: form.isMailSent || isMailAsSent,
    attachments: form.attachments.filter((file) => !frozen.attachments.includes(file)),
    previewRow: isAsSent("previewRow") ? null : form.previewRow,
    when: isAsSent("when") ? ({ kind: "now" } as const) : form.when,
  };
  // People added since get the same email: its columns and values stay with them.
  if (now.mode === "csv" && list !== null) return { ...rest, people: historyOf({ ...now, list }) };
  return {
    ...rest,
    people: historyOf(hasText ? now : { ...NOBODY, mode: now.mode }),
    raw: null,
    values: Object.fromEntries(Object.entries(form.values).filter(([name, value]) => frozen.values[name] !== value)),
    unfinished: form.unfinished.filter((name) => !frozen.unfinished.includes(name)),
  };
}

/** What of a list isn't as it was sent: another list, or the rows that were added or changed since; null for nothing. */
function listSince(list: List | null, sent: List | null): List | null {
  if (list === null || sent === null || list.source.name !== sent.source.name) return list;
  const before = new Map(sent.rows.map((row) => [row.id, row]));
  const rows = list.rows.filter((row) => isFilled(row) && !isAsBefore(row, before.get(row.id)));
  return rows.length === 0 ? null : { ...list, rows, beyond: 0 };
}

function isAsBefore(row: Row, before: Row | undefined): boolean {
  if (before === undefined) return false;
  const width = Math.max(row.cells.length, before.cells.length);
  return Array.from({ length: width }).every((_, at) => cellText(row.cells[at]) === cellText(before.cells[at]));
}
