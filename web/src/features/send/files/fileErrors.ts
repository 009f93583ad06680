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

/** How many files are named. */
const MAX_NAMED = 5;

export interface GoingFiles {
  /** The list as it is sent (`withRowFiles`), with its excluded rows. */
  list: List;
  found: FilesOfRows;
  /** The rows as checked; none while they aren't. */
  checked: readonly CheckedRow[];
  /** The files that everyone gets. */
  everyones: readonly { name: string; size: number }[];
  /** Files whose bytes no one has any more. */
  lost: readonly PersonFile[];
  limits: Limits;
}

/** Why the files of rows can't go with their emails; empty if they can. */
export function ownFileErrors(going: GoingFiles): string[] {
  const { list, found, checked, everyones, lost, limits } = going;
  const numbers = rowNumbers(list);
  const leading = new Map(checked.map(({ n, joinedTo }) => [n, joinedTo ?? n]));
  const sent = list.rows.flatMap((row) => {
    const own = row.skipped === null ? (found.ofRow.get(fileRowOf(row)) ?? []) : [];
    const n = numbers.get(row.id);
    return n === undefined || own.length === 0 ? [] : [{ n, own }];
  });
  const count = sent.reduce((sum, { own }) => sum + own.length, 0);
  const used = new Set(sent.flatMap(({ own }) => own.map(({ hash }) => hash)));
  const gone = lost.filter(({ hash }) => used.has(hash)).map(({ name }) => withoutFolders(name));
  const emails = groupBy(sent, ({ n }) => leading.get(n) ?? n);
  const tooMuch = [...emails].flatMap(([, rows]) => {
    const own = differentFiles(rows.flatMap((row) => row.own));
    const [problem] = attachmentProblems([...everyones, ...own], limits);
    if (problem === undefined) return [];
    const first = rows.slice(0, MAX_NAMED).map(({ n }) => withCommas(n));
    return `${rows.length === 1 ? "Row" : "Rows"} ${andMore(first, rows.length)}: ${problem}`;
  });
  return [
    ...(count > MAX_FILES_OF_ROWS
      ? [`A send can have at most ${withCommas(MAX_FILES_OF_ROWS)} files of single people.`]
      : []),
    ...(gone.length > 0
      ? [
          `Add these files again, or remove them: ${andMore(gone.slice(0, MAX_NAMED), gone.length)}.`,
        ]
      : []),
    ...tooMuch.slice(0, MAX_NAMED),
  ];
}
