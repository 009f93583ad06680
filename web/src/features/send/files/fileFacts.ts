import type { List } from "@sendwright/core/list/list";
import { fileRowOf } from "@sendwright/core/list/listFiles";
import type { FileProof } from "@sendwright/core/pairing/proof";
import type { FilesOfRows } from "@sendwright/core/pairing/rowFiles";
import { filePeople } from "./fileAnswers.ts";
import { namedForWords, proofSentence, sentFiles, unprovenPairs } from "./fileWords.ts";

/** The facts about files for each person in the question before a send. */
export interface FileFacts {
  /** "38 of 40 files name their person, 2 weren't checked." */
  sentence: string;
  /** The pairs that no text proves, or that a name contradicts: `unprovenPairs`. */
  unproven: readonly string[];
}

/**
 * The facts about the files of the rows that are sent; null if none of them has one.
 *
 * @param ready the ids of these rows
 */
export function fileFacts(
  list: List,
  found: FilesOfRows,
  proofs: ReadonlyMap<string, FileProof>,
  ready: ReadonlySet<number>,
): FileFacts | null {
  const rows = list.rows.filter(({ id }) => ready.has(id)).map(fileRowOf);
  const files = sentFiles(found, new Set(rows), proofs);
  if (files.length === 0) return null;
  return {
    sentence: proofSentence(files),
    unproven: unprovenPairs(files, filePeople(list), found.namedFor),
  };
}

/** A function that says of a row's file whose its name says it is: `namedForWords`. */
export function nameNotes(list: List, found: FilesOfRows): (row: number, hash: string) => string {
  const people = filePeople(list);
  return (row, hash) => namedForWords(found.namedFor, { row, hash }, people);
}
