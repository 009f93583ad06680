import type { RepeatQuestion } from "@sendwright/core/check/types";
import { pluralize, withCommas } from "../../../lib/pluralize.ts";

/** How many placeholders are named. */
const MAX_COLUMNS_NAMED = 3;

/** The question about rows that share a mailbox: "2 rows share one mailbox but differ in Name and Invoice." */
export function repeatsQuestion({ rows, mailboxes, names }: RepeatQuestion): string {
  const shared = mailboxes === 1 ? "one mailbox" : `${withCommas(mailboxes)} mailboxes`;
  return `${pluralize(rows.length, "row")} share ${shared} but differ in ${inWords(names)}.`;
}

function inWords(names: readonly string[]): string {
  if (names.length > MAX_COLUMNS_NAMED)
    return `${names.slice(0, MAX_COLUMNS_NAMED).join(", ")} and ${names.length - MAX_COLUMNS_NAMED} more`;
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} and ${last}`;
}
