import { recipientKey } from "@sendwright/core/recipients/recipients";
import type { Draft, PrefilledEmail } from "../shared/stored.ts";

/** The fields of a draft that are no writing of a person's: a chosen template alone is none. */
const NO_WRITING: ReadonlySet<string> = new Set([
  "uid",
  "by",
  "templateId",
  "isPreviewed",
  "unfinished",
  "asTyped",
]);

function isNothing(value: unknown): boolean {
  if (typeof value === "string") return value.trim() === "";
  if (Array.isArray(value)) return value.length === 0;
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([key, part]) => NO_WRITING.has(key) || isNothing(part));
}

/** Whether nothing was written into a draft. */
export function isBlank(draft: Draft): boolean {
  return isNothing(draft);
}

/** Adds further recipients, each person once. */
export function withRecipients(texts: readonly string[], further: readonly string[]): string[] {
  const known = new Set(texts.map(recipientKey));
  const added = further.filter((text) => {
    const isNew = !known.has(recipientKey(text));
    known.add(recipientKey(text));
    return isNew;
  });
  return [...texts, ...added];
}

/** The change when the words of a link replace the template, or the email written by hand. */
export function withWords({
  subject,
  body,
}: Pick<PrefilledEmail, "subject" | "body">): Partial<Draft> {
  return { templateId: "", subject, body, values: [], unfinished: [], isPreviewed: false };
}

/**
 * Handles "Add … to the recipients": adds people up to the limit, and the link's words only to a
 * blank form. Returns the change, the leftover (anything that did
 * not fit, or null), and whether there were neither people nor words.
 */
export function applyWriteTask(
  draft: Draft,
  { recipients, subject, body }: PrefilledEmail,
  limit: number,
): { change: Partial<Draft>; leftover: PrefilledEmail | null; isEmptyTask: boolean } {
  const { fitting, others } = upToTheLimit(draft, recipients, limit);
  const hasWords = subject !== "" || body !== "";
  const isFree =
    !draft.templateId && draft.subject === "" && draft.body === "" && draft.values.length === 0;
  const taken = hasWords && isFree ? withWords({ subject, body }) : {};
  const left = { recipients: others, ...(isFree ? NO_WORDS : { subject, body }) };
  const hasLeft = left.recipients.length > 0 || (hasWords && !isFree);
  return {
    change: { recipients: fitting, ...taken },
    leftover: hasLeft ? left : null,
    isEmptyTask: recipients.length === 0 && !hasWords,
  };
}

/** The recipients with more added up to the limit, and those that didn't fit. Removes none. */
function upToTheLimit({ recipients }: Draft, further: readonly string[], limit: number) {
  const all = withRecipients(recipients, further);
  const room = Math.max(limit, recipients.length);
  return { fitting: all.slice(0, room), others: all.slice(room) };
}

const NO_WORDS = { subject: "", body: "" };

/**
 * The change when a template is chosen (rule: choosing a template). It clears the values that
 * everyone gets; the recipients stay, with their own values for placeholders of the same name, unless
 * these were put aside for one value.
 * Anything written before the first template was chosen belongs to that one.
 */
export function withTemplate(
  { templateId: before, table }: Pick<Draft, "templateId" | "table">,
  templateId: string,
): Partial<Draft> {
  const chosen = { templateId, isPreviewed: false, unfinished: [] };
  if (before === null) return chosen;
  const aside = putAside(table);
  const values = table?.mapping.values.filter(([name]) => aside.has(name)) ?? [];
  const mapping = table && { ...table.mapping, values };
  return {
    ...chosen,
    values: [],
    asTyped: undefined,
    ...(table && mapping && { table: { ...table, mapping } }),
  };
}

/** The placeholders that have one value for all again, although the table still has their values. */
export function putAside(table: Draft["table"]): ReadonlySet<string> {
  const { columns = [], mapping } = table ?? {};
  const isAside = (name: string) => name !== mapping?.address && columns.includes(name);
  return new Set(
    mapping?.values.flatMap(([name, feed]) => (feed === "same" && isAside(name) ? name : [])),
  );
}
