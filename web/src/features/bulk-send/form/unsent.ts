import { isFilled } from "../../../sending/tableRows.ts";
import { awaitedParts } from "./awaited.ts";
import type { BulkForm } from "./bulkForm.ts";
import type { BulkFormAction } from "./bulkFormReducer.ts";
import { isTyped } from "./typedTable.ts";

/** Whether something stands in the form that a person wrote, pasted or put right. A file can be chosen again. */
export function hasBulkContent(form: BulkForm): boolean {
  const isMail = form.choice.kind === "compose" && !form.isMailSent && (form.subject.trim() !== "" || form.body !== "");
  const content = form.source?.content;
  const isTable = typeof content === "string" || (isTyped(content) && content.some(isFilled));
  const { rowEdits, skipRows } = form.awaited ?? form;
  const isMended = Object.keys(rowEdits).length > 0 || skipRows.length > 0;
  const texts = [form.manualText, ...Object.values(form.values)];
  return isMail || isTable || isMended || form.attachments.length > 0 || texts.some((text) => text.trim() !== "");
}

/** Whether what stood in the form before an action is sent by it, thrown away or replaced. */
export function isBulkOverBy(action: BulkFormAction, form: BulkForm): boolean {
  switch (action.type) {
    case "afresh":
    case "again":
    case "begun":
    case "takeOver":
      return true;
    case "mode":
      return action.mode !== form.mode;
    case "source":
      // The file of before a reload, chosen once more, brings back what was done to it.
      return action.source !== null && awaitedParts(form, action.source) === null;
    default:
      return false;
  }
}
