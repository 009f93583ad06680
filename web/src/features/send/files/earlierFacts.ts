import type { List } from "@sendwright/core/list/list";
import { earlierFilesOf, fileRowOf } from "@sendwright/core/list/listFiles";
import type { FilesOfRows } from "@sendwright/core/pairing/rowFiles";
import { pluralize } from "@sendwright/core/pluralize";
import type { FileFacts } from "./fileFacts.ts";

/**
 * The facts about files in the question before a send, with the rows that get those of an earlier
 * send; null if no row has any.
 *
 * @param facts about the files that were added here
 * @param ready the ids of the rows that are sent
 */
export function withEarlier(
  facts: FileFacts | null,
  list: List,
  ready: ReadonlySet<number>,
  found: Pick<FilesOfRows, "ofRow"> | null,
): FileFacts | null {
  const rows = list.rows.filter(
    (row) =>
      ready.has(row.id) && !found?.ofRow.get(fileRowOf(row))?.length && earlierFilesOf(list, row),
  );
  if (rows.length === 0) return facts;
  const words = `${pluralize(rows.length, "row has", "rows have")} the files of the earlier send.`;
  return {
    sentence: facts ? `${facts.sentence} ${words}` : words,
    unproven: facts?.unproven ?? [],
  };
}
