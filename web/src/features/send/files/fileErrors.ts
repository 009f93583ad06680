import type { FileQuestions } from "@sendwright/core/pairing/rowFiles";
import { pluralize } from "../../../lib/pluralize.ts";
import type { RowFiles } from "./useRowFiles.ts";

/** Why a list with files can't be sent yet: one thing at a time, the panel has all of them. */
export function fileErrors({
  files,
  found,
  isReading,
  error,
}: Pick<RowFiles, "files" | "found" | "isReading" | "error">): string[] {
  if (files.files.length === 0) return [];
  if (error !== null) return [error];
  if (found === null)
    return ["We're still pairing the files with your list. Try again in a moment."];
  if (isReading)
    return ["We're still checking whose name is in the files. Wait, or click Skip this check."];
  const open = openWords(found.questions);
  return open === null ? [] : [`Decide about the files for each person. ${open}`];
}

function openWords(questions: FileQuestions): string | null {
  const { unproven, unclear, shared, changed, missing } = questions;
  if (unproven.length > 0) return `${pluralize(unproven.length, "file")} may be for someone else.`;
  if (unclear.length > 0)
    return `${pluralize(unclear.length, "file")} could be for several people.`;
  if (shared.length > 0)
    return `${pluralize(shared.length, "file goes", "files go")} to several people.`;
  if (changed.length > 0)
    return `${pluralize(changed.length, "row has", "rows have")} a file that was chosen for someone else.`;
  if (missing.length > 0)
    return `${pluralize(missing.length, "person has", "people have")} no file.`;
  return null;
}
