import { type Limits, MAX_FILES_OF_ROWS } from "@sendwright/core/contract";
import { attachmentProblems } from "@sendwright/core/files/fit";
import { type List, rowNumbers } from "@sendwright/core/list/list";
import { fileRowOf } from "@sendwright/core/list/listFiles";
import { withoutFolders } from "@sendwright/core/pairing/names";
import type { FilesOfRows } from "@sendwright/core/pairing/rowFiles";
import type { PersonFile } from "@sendwright/core/pairing/types";
import { andMore } from "@sendwright/core/pluralize";
import { withCommas } from "@sendwright/core/withCommas";

/** How many files are named. */
const MAX_NAMED = 5;

export interface GoingFiles {
  /** The list as it is sent (`withRowFiles`), with its excluded rows. */
  list: List;
  found: FilesOfRows;
  /** The files that everyone gets. */
  everyones: readonly { name: string; size: number }[];
  /** Files whose bytes no one has any more. */
  lost: readonly PersonFile[];
  limits: Limits;
}

/** Why the files of rows can't go with their emails; empty if they can. */
export function ownFileErrors({ list, found, everyones, lost, limits }: GoingFiles): string[] {
  const numbers = rowNumbers(list);
  const sent = list.rows.flatMap((row) => {
    const own = row.skipped === null ? (found.ofRow.get(fileRowOf(row)) ?? []) : [];
    const n = numbers.get(row.id);
    return n === undefined || own.length === 0 ? [] : [{ n, own }];
  });
  const count = sent.reduce((sum, { own }) => sum + own.length, 0);
  const used = new Set(sent.flatMap(({ own }) => own.map(({ hash }) => hash)));
  const gone = lost.filter(({ hash }) => used.has(hash)).map(({ name }) => withoutFolders(name));
  const tooMuch = sent.flatMap(({ n, own }) => {
    const [problem] = attachmentProblems([...everyones, ...own], limits);
    return problem === undefined ? [] : `Row ${withCommas(n)}: ${problem}`;
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
