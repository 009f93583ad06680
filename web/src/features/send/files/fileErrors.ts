import type { FileQuestions } from "@sendwright/core/pairing/rowFiles";
import { pluralize } from "@sendwright/core/pluralize";
import type { FilesOfForm } from "./useRowFiles.ts";

/** Why a list with files can't be sent yet: one thing at a time, the panel has all of them. */
export function fileErrors({ found, wait }: Pick<FilesOfForm, "found" | "wait">): string[] {
  if (wait !== null) return [wait];
  if (found === null) return [];
  const open = openWords(found.questions);
  return open === null ? [] : [`Decide about the files for each person. ${open}`];
}

function openWords(questions: FileQuestions): string | null {
  const { unproven, unclear, shared, changed, missing } = questions;
  if (unproven.length > 0) return `${pluralize(unproven.length, "file")} may be for someone else.`;
  if (unclear.length > 0)
    return `${pluralize(unclear.length, "file isn't", "files aren't")} paired yet.`;
  if (shared.length > 0)
    return `${pluralize(shared.length, "file goes", "files go")} to several people.`;
  if (changed.length > 0)
    return `${pluralize(changed.length, "row has", "rows have")} a file that was chosen for someone else.`;
  if (missing.length > 0)
    return `${pluralize(missing.length, "person has", "people have")} no file.`;
  return null;
}
