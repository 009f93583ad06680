import type { CheckResult } from "@sendwright/core/check/types";
import { splitRecipients } from "@sendwright/core/recipients/list";
import { recipientKey } from "@sendwright/core/recipients/recipients";
import { isFilled } from "../../../sending/tableRows.ts";
import type { BulkForm } from "./bulkForm.ts";
import { isTyped } from "./typedTable.ts";

/** A row of the earlier send, and the row of this one that its person is in. */
interface Corrected {
  row: number;
  here: number;
}

/**
 * The rows of the earlier send whose people the form sends to, and their rows here, as the call names them. People who
 * were taken out or left out, or are duplicates here, stay with that send. Empty where there are none.
 */
export function correctsOf(
  form: BulkForm,
  check: Pick<CheckResult, "rows">,
): { corrects?: { send: string; rows: number[]; here: number[] } } {
  if (form.corrects === null) return {};
  const found = form.mode === "csv" ? rowsInTable(form, check) : rowsInList(form.corrects.people, form.manualText);
  if (found.length === 0) return {};
  const [rows, here] = [found.map(({ row }) => row), found.map((one) => one.here)];
  return { corrects: { send: form.corrects.send, rows, here } };
}

function rowsInTable({ source, skipRows }: BulkForm, { rows }: Pick<CheckResult, "rows">): Corrected[] {
  if (!isTyped(source?.content)) return [];
  const behind = rows.filter(({ duplicateOf, verdict }) => duplicateOf !== null && verdict === "skip");
  const leftOut = new Set([...skipRows, ...behind.map(({ n }) => n)]);
  return source.content.filter(isFilled).flatMap(({ corrects }, index) => {
    const here = index + 1;
    return corrects === undefined || leftOut.has(here) ? [] : { row: corrects, here };
  });
}

/**
 * A list does not say which of its lines was which: only an address that occurs once on both sides tells. Names and local
 * parts don't, as two people may share them; whoever is not recognized is asked about later.
 */
function rowsInList(people: readonly { row: number; who: string }[], text: string): Corrected[] {
  const before = onlyOnes(people.map(({ who }) => who));
  const now = onlyOnes(splitRecipients(text).map(({ address, text: written }) => address ?? written));
  return [...before].flatMap(([key, index]) => {
    const [person, at] = [people[index], now.get(key)];
    return person === undefined || at === undefined ? [] : { row: person.row, here: at + 1 };
  });
}

/** By key: the place of each text that has no equal. */
function onlyOnes(texts: readonly string[]): Map<string, number> {
  const keys = texts.map(recipientKey);
  const entries = keys.map((key, index) => [key, index] as const);
  return new Map(entries.filter(([key, index]) => keys.indexOf(key) === index && keys.lastIndexOf(key) === index));
}
