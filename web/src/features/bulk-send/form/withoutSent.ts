import type { TableRow } from "../../../sending/tableRows.ts";
import { asidesUnsent } from "./aside.ts";
import type { BulkForm } from "./bulkForm.ts";
import { FILE_PARTS } from "./fileParts.ts";
import { addedSince, isTyped, renumbered } from "./typedTable.ts";

/**
 * The form without what was sent, once the send has begun; `frozen` is the form that it was made of. What was chosen or
 * written since the press stays.
 */
export function withoutSent(form: BulkForm, frozen: BulkForm): BulkForm {
  const isAsSent = (part: keyof BulkForm) => form[part] === frozen[part];
  const isMailAsSent = form.choice.kind === "compose" && isAsSent("subject") && isAsSent("body");
  const rest = {
    ...form,
    asides: asidesUnsent(form.asides, frozen),
    isMailSent: form.isMailSent || isMailAsSent,
    attachments: form.attachments.filter((file) => !frozen.attachments.includes(file)),
    previewRow: isAsSent("previewRow") ? null : form.previewRow,
    when: isAsSent("when") ? ({ kind: "now" } as const) : form.when,
  };
  const table = leftOfTable(form, frozen);
  // Who was added gets the same mail: the columns and values of the table stay with it.
  if (table?.source) return { ...rest, ...table };
  // A file and what was done to it are one thing: changed in one part, it is another file.
  const isFileAsSent = (Object.keys(FILE_PARTS) as (keyof typeof FILE_PARTS)[]).every(isAsSent);
  return {
    ...rest,
    ...((isFileAsSent || table) && { ...FILE_PARTS, awaited: isAsSent("awaited") ? null : form.awaited }),
    manualText: isAsSent("manualText") ? "" : form.manualText,
    values: Object.fromEntries(Object.entries(form.values).filter(([name, value]) => frozen.values[name] !== value)),
    unfinished: form.unfinished.filter((name) => !frozen.unfinished.includes(name)),
  };
}

/** What is left of a typed table that was sent: a source of null is nothing; null when it is none, or another than was sent. */
function leftOfTable(
  form: BulkForm,
  { source: sent }: BulkForm,
): Pick<BulkForm, "source" | "skipRows" | "sentBefore" | "undo" | "corrects"> | null {
  const { source, skipRows, sentBefore } = form;
  if (!isTyped(source?.content) || !isTyped(sent?.content) || source?.id !== sent?.id) return null;
  const rows = addedSince(source.content, sent.content);
  if (rows === null) return { source: null, skipRows: [], sentBefore: [], undo: [], corrects: null };
  return {
    source: { ...source, content: rows, revision: source.revision + 1 },
    skipRows: renumbered(source.content, rows, skipRows),
    sentBefore: renumbered(source.content, rows, sentBefore),
    // Who has the mail does not come back.
    undo: [],
    corrects: correctedIn(rows, form.corrects),
  };
}

/** Who of an earlier send is still in the table: taken back into it during the hold, or changed since the press. */
function correctedIn(rows: readonly TableRow[], corrects: BulkForm["corrects"]): BulkForm["corrects"] {
  const there = new Set(rows.map(({ corrects: row }) => row));
  const people = corrects?.people.filter(({ row }) => there.has(row)) ?? [];
  return corrects && people.length > 0 ? { send: corrects.send, people } : null;
}
