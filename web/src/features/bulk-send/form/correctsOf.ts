import type { CheckResult } from "@sendwright/core/check/types";
import { splitRecipients } from "@sendwright/core/recipients/list";
import { addressKey, type RecipientText, recipientText } from "@sendwright/core/recipients/recipients";
import { isFilled } from "../../../sending/tableRows.ts";
import type { BulkForm } from "./bulkForm.ts";
import { isTyped } from "./typedTable.ts";

/**
 * What a call says of the earlier send that the form corrects: the rows whose people it sends to. Who was taken out or
 * left out, or is a duplicate here, stays with that send. Empty where nobody is left of it.
 */
export function correctsOf(
  form: BulkForm,
  check: Pick<CheckResult, "rows">,
): { corrects?: { send: string; rows: number[] } } {
  if (form.corrects === null) return {};
  const rows = form.mode === "csv" ? rowsInTable(form, check) : rowsInList(form.corrects.people, form.manualText);
  return rows.length > 0 ? { corrects: { send: form.corrects.send, rows } } : {};
}

function rowsInTable({ source, skipRows }: BulkForm, { rows }: Pick<CheckResult, "rows">): number[] {
  if (!isTyped(source?.content)) return [];
  const behind = rows.filter(({ duplicateOf, verdict }) => duplicateOf !== null && verdict === "skip");
  const leftOut = new Set([...skipRows, ...behind.map(({ n }) => n)]);
  return source.content.filter(isFilled).flatMap(({ corrects }, index) => {
    return corrects === undefined || leftOut.has(index + 1) ? [] : corrects;
  });
}

/** A list does not say which of its lines was which: who is not known again was taken out, or is asked about later. */
function rowsInList(people: readonly { row: number; who: string }[], text: string): number[] {
  const left = splitRecipients(text);
  return people.flatMap(({ row, who }) => {
    const at = left.findIndex((one) => isSame(one, recipientText(who)));
    if (at < 0) return [];
    left.splice(at, 1);
    return row;
  });
}

/** By the address, the name, or by what stands before the domain: that is where most addresses are put right. */
function isSame(one: RecipientText, other: RecipientText): boolean {
  const key = ({ address, text }: RecipientText) => addressKey(address ?? text);
  const local = (text: RecipientText) => /^[^@\s,;]*/.exec(key(text))?.[0] ?? "";
  if (key(one) === key(other) || (one.name !== "" && one.name === other.name)) return true;
  return local(one) !== "" && local(one) === local(other);
}
