import { addressKey, type RecipientText, recipientText, splitRecipients } from "@sendwright/functions/core";
import { isFilled } from "../../../sending/tableRows.ts";
import type { BulkForm } from "./bulkForm.ts";
import { isTyped } from "./typedTable.ts";

/**
 * What a call says of the earlier send that the form corrects: the rows whose people are still here. Who was taken out,
 * or left out by hand, stays with that send. Empty where nobody is here, or where a list does not tell who is.
 */
export function correctsOf(form: BulkForm): { corrects?: { send: string; rows: number[] } } {
  if (form.corrects === null) return {};
  const rows = form.mode === "csv" ? rowsInTable(form) : rowsInList(form.corrects.people, form.manualText);
  return rows.length > 0 ? { corrects: { send: form.corrects.send, rows } } : {};
}

function rowsInTable({ source, skipRows, sentBefore }: BulkForm): number[] {
  if (!isTyped(source?.content)) return [];
  // Who was found to have the mail is left out too, and is nobody's to correct any more.
  const leftOut = new Set(skipRows.filter((n) => !sentBefore.includes(n)));
  return source.content.filter(isFilled).flatMap(({ corrects }, index) => {
    return corrects === undefined || leftOut.has(index + 1) ? [] : corrects;
  });
}

/**
 * A list does not say which of its lines was which: people are known by their address or name. Of the others either as
 * many or more have come than went, each of them corrected; or none has, and they were taken out.
 */
function rowsInList(people: readonly { row: number; who: string }[], text: string): number[] {
  const left = splitRecipients(text);
  const [there, gone]: [number[], number[]] = [[], []];
  for (const { row, who } of people) {
    const at = left.findIndex((one) => isSame(one, recipientText(who)));
    if (at >= 0) left.splice(at, 1);
    (at >= 0 ? there : gone).push(row);
  }
  if (left.length === 0) return there;
  return left.length >= gone.length ? people.map(({ row }) => row) : [];
}

function isSame(one: RecipientText, other: RecipientText): boolean {
  const key = ({ address, text }: RecipientText) => addressKey(address ?? text);
  return key(one) === key(other) || (one.name !== "" && one.name === other.name);
}
