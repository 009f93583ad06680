import type { RowResult } from "@sendwright/functions/contract";
import { addressKey, parseRecipient } from "@sendwright/functions/core";
import { type Draft, type Frozen, read } from "../shared/stored.ts";

function keyOf(recipient: string): string {
  return addressKey(parseRecipient(recipient)?.address ?? recipient);
}

function isSame(one: readonly [string, string][], other: readonly [string, string][]): boolean {
  const values = new Map(other);
  return one.every(([name, value]) => (values.get(name) ?? "").trim() === value.trim());
}

/**
 * The draft after the end of a send, or null when there is none to change. Nobody who got the mail, or may have got it,
 * stays among the recipients; what was written since Send was pressed stays as it is.
 */
export async function afterEnd(
  frozen: Frozen | null,
  results: readonly RowResult[],
  uid: string,
): Promise<Draft | null> {
  const draft = await read("draft");
  if (draft?.uid !== uid || frozen === null) return null;
  const of = (...statuses: RowResult["status"][]) =>
    results.filter(({ status }) => statuses.includes(status)).map(({ recipient }) => recipient);
  const warned = of("warning");
  const reached = new Set([...of("sent"), ...warned].map(keyOf));
  const asked = new Set(frozen.recipients.map(keyOf));
  const recipients = draft.recipients.filter((one) => !(asked.has(keyOf(one)) && reached.has(keyOf(one))));
  const unknown = [...draft.unknown.filter((one) => !reached.has(keyOf(one))), ...warned];
  const isAllDone = recipients.length === 0 && warned.length === 0 && draft.templateId === frozen.templateId;
  const isComposed = frozen.templateId === "";
  const isAsPressed = isComposed
    ? draft.subject === frozen.subject && draft.body === frozen.body
    : isSame(draft.values, frozen.values);
  const cleared =
    isAllDone && isAsPressed ? { values: [], unfinished: [], subject: "", body: "", isPreviewed: false } : {};
  return { ...draft, ...cleared, recipients, unknown, by: "worker" };
}
