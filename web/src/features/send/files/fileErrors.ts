import type { CheckedRow } from "@sendwright/core/check/types";
import { type Limits, MAX_FILES_OF_ROWS } from "@sendwright/core/contract";
import { attachmentProblems } from "@sendwright/core/files/fileMessages";
import { groupBy } from "@sendwright/core/groupBy";
import { type List, rowNumbers } from "@sendwright/core/list/list";
import { differentFiles, fileRowOf } from "@sendwright/core/list/listFiles";
import { withoutFolders } from "@sendwright/core/pairing/names";
import type { FileQuestions, FilesOfRows } from "@sendwright/core/pairing/rowFiles";
import type { PersonFile } from "@sendwright/core/pairing/types";
import { andMore, pluralize } from "@sendwright/core/pluralize";
import { withCommas } from "@sendwright/core/withCommas";
import type { FilesOfForm } from "./useRowFiles.ts";

/** What must be decided about the files before the list can be sent. The panel has all of it. */
export function fileQuestionErrors({ found, wait }: Pick<FilesOfForm, "found" | "wait">): string[] {
  if (wait !== null) return [wait];
  const question = found && firstQuestion(found.questions);
  return question ? [`Decide about the files for each person. ${question}`] : [];
}

function firstQuestion(questions: FileQuestions): string | null {
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

/** How many files or emails are named. */
const MAX_NAMED = 5;

interface FilesToSend {
  /** The list as it is sent (`withRowFiles`), with its excluded rows. */
  list: List;
  found: FilesOfRows;
  /** The rows as checked; none while they aren't. */
  checked: readonly CheckedRow[];
  /** The files that everyone gets. */
  everyones: readonly { name: string; size: number }[];
  /** Files whose content is neither here nor on the server. */
  lost: readonly PersonFile[];
  limits: Limits;
}

/** Why emails can't be sent with the files of their rows; empty if they can. */
export function rowFileErrors({ lost, ...given }: FilesToSend): string[] {
  const rows = rowsWithFiles(given);
  return [...tooManyFiles(rows), ...lostFiles(rows, lost), ...tooLargeEmails(rows, given)];
}

/** A row that isn't skipped, by its number, and its files. */
interface RowWithFiles {
  n: number;
  files: readonly PersonFile[];
}

function rowsWithFiles({ list, found }: Pick<FilesToSend, "list" | "found">): RowWithFiles[] {
  const numbers = rowNumbers(list);
  return list.rows.flatMap((row) => {
    const n = numbers.get(row.id);
    const files = row.skipped === null ? found.ofRow.get(fileRowOf(row)) : undefined;
    return n === undefined || files === undefined || files.length === 0 ? [] : [{ n, files }];
  });
}

/** A file that several rows have counts for each. */
function tooManyFiles(rows: readonly RowWithFiles[]): string[] {
  const count = rows.reduce((sum, { files }) => sum + files.length, 0);
  if (count <= MAX_FILES_OF_ROWS) return [];
  return [`A send can have at most ${withCommas(MAX_FILES_OF_ROWS)} files of single people.`];
}

function lostFiles(rows: readonly RowWithFiles[], lost: readonly PersonFile[]): string[] {
  const used = new Set(rows.flatMap(({ files }) => files.map(({ hash }) => hash)));
  const names = lost.filter(({ hash }) => used.has(hash)).map(({ name }) => withoutFolders(name));
  if (names.length === 0) return [];
  return [
    `Add these files again, or remove them: ${andMore(names.slice(0, MAX_NAMED), names.length)}.`,
  ];
}

function tooLargeEmails(
  rows: readonly RowWithFiles[],
  { checked, everyones, limits }: Pick<FilesToSend, "checked" | "everyones" | "limits">,
): string[] {
  const leading = new Map(checked.map(({ n, joinedTo }) => [n, joinedTo ?? n]));
  const emails = groupBy(rows, ({ n }) => leading.get(n) ?? n);
  const errors = [...emails.values()].flatMap((ofEmail) => {
    const own = differentFiles(ofEmail.flatMap(({ files }) => files));
    const [problem] = attachmentProblems([...everyones, ...own], limits);
    if (problem === undefined) return [];
    const numbers = ofEmail.slice(0, MAX_NAMED).map(({ n }) => withCommas(n));
    return `${ofEmail.length === 1 ? "Row" : "Rows"} ${andMore(numbers, ofEmail.length)}: ${problem}`;
  });
  return errors.slice(0, MAX_NAMED);
}
