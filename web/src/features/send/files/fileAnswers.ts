import { groupBy } from "@sendwright/core/groupBy";
import { type Cell, cellText, type List, rowNumbers } from "@sendwright/core/list/list";
import { fileRowOf, pairedList } from "@sendwright/core/list/listFiles";
import { proofKey } from "@sendwright/core/pairing/proof";
import { type FilesOfRows, type ListFiles, whoOf } from "@sendwright/core/pairing/rowFiles";
import type { Pair } from "@sendwright/core/pairing/types";
import { personNames } from "@sendwright/core/recipients/peopleNames";
import { asksForName, saysWho } from "@sendwright/core/recipients/personName";

/** Someone who may have a file: all addresses of one row are one person. */
export interface FilePerson {
  /** `fileRowOf` their row. */
  id: number;
  /** "Anna Müller", or their address. */
  name: string;
  /** The numbers of their rows, one for each address; none if they aren't included. */
  numbers: readonly number[];
  /** `whoOf` their row. */
  who: string;
}

/** The people of a list by `fileRowOf` their rows, in its order. */
export function filePeople(list: List): ReadonlyMap<number, FilePerson> {
  const numbers = rowNumbers(list);
  const rowsOf = groupBy(list.rows, fileRowOf);
  const paired = pairedList(list);
  const { address } = list.mapping;
  const nameOf = spokenName(paired.columns.map((column) => (column === address ? null : column)));
  return new Map(
    paired.rows.flatMap(({ id, cells }) => {
      const who = whoOf(paired, cells, address);
      if (who === "") return [];
      const own = (rowsOf.get(id) ?? []).flatMap((row) => numbers.get(row.id) ?? []);
      return [[id, { id, name: nameOf(cells) || who, numbers: own, who }] as const];
    }),
  );
}

/**
 * Returns a function that says who a row is about: "Anna Müller" from a first and a last name, then
 * the other columns that say who someone is.
 *
 * @param columns headers; null for a column that isn't part of the name
 */
function spokenName(columns: readonly (string | null)[]): (cells: readonly Cell[]) => string {
  const nameOf = personNames(columns);
  const isOther = columns.map(
    (column) => column !== null && saysWho(column) && !asksForName(column),
  );
  return (cells) => {
    const texts = columns.map((_, i) => cellText(cells[i]).trim());
    const others = texts.filter((_, i) => isOther[i]);
    return [nameOf(texts), ...others].filter((text) => text !== "").join(", ");
  };
}

/**
 * Gives files to people by hand, beside those that they have, and takes them from everyone else.
 *
 * @param found null as long as there are no files
 */
export function assignFiles(
  files: ListFiles,
  found: FilesOfRows | null,
  people: ReadonlyMap<number, FilePerson>,
  pairs: readonly Pair[],
): ListFiles {
  const given = new Set(pairs.map(({ hash }) => hash));
  const byHand = new Map(
    [...files.byHand].flatMap(([row, pair]) => {
      const left = pair.files.filter((hash) => !given.has(hash));
      // Someone whose file turned out to be another's isn't meant to have none.
      if (left.length === 0 && pair.files.length > 0) return [];
      return [[row, { ...pair, files: left }] as const];
    }),
  );
  for (const [row, own] of groupBy(pairs, ({ row }) => row)) {
    const who = whoIn(people, row);
    const chosen = byHand.get(row);
    // That someone else was to have none says nothing about the person who is in their row now.
    const isChosen = chosen !== undefined && (chosen.files.length > 0 || chosen.who === who);
    const before = isChosen
      ? chosen.files
      : hashesOf(found, row).filter((hash) => !given.has(hash));
    byHand.set(row, { files: [...before, ...own.map(({ hash }) => hash)], who });
  }
  return { ...files, byHand };
}

/** Takes a file from a person by hand. It stays among the files. */
export function removeFile(
  files: ListFiles,
  found: FilesOfRows,
  people: ReadonlyMap<number, FilePerson>,
  { row, hash }: Pair,
): ListFiles {
  const left = hashesOf(found, row).filter((one) => one !== hash);
  const pair = { files: left, who: whoIn(people, row) };
  return { ...files, byHand: new Map(files.byHand).set(row, pair) };
}

/** Accepts pairs although their files don't prove that they are right. */
export function acceptPairs(files: ListFiles, pairs: readonly Pair[]): ListFiles {
  return { ...files, accepted: new Set([...files.accepted, ...pairs.map(proofKey)]) };
}

/** Confirms that files chosen by hand belong to the people who are in these rows now. */
export function confirmOwners(
  files: ListFiles,
  people: ReadonlyMap<number, FilePerson>,
  rows: readonly number[],
): ListFiles {
  const byHand = new Map(files.byHand);
  for (const row of rows) {
    const pair = byHand.get(row);
    if (pair) byHand.set(row, { ...pair, who: whoIn(people, row) });
  }
  return { ...files, byHand };
}

/** Forgets the files chosen by hand for these rows, so that they are paired again. */
export function pairAgain(files: ListFiles, rows: readonly number[]): ListFiles {
  const byHand = new Map(files.byHand);
  for (const row of rows) byHand.delete(row);
  return { ...files, byHand };
}

function hashesOf(found: FilesOfRows | null, row: number): string[] {
  return (found?.ofRow.get(row) ?? []).map(({ hash }) => hash);
}

function whoIn(people: ReadonlyMap<number, FilePerson>, row: number): string {
  return people.get(row)?.who ?? "";
}
