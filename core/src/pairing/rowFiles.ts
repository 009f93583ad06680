import { groupEntries } from "../groupBy.ts";
import { saysWho } from "../recipients/personName.ts";
import { cellText } from "../table/cells.ts";
import { pairings } from "./pairing.ts";
import { type FileProof, needsDecision, proofKey } from "./proof.ts";
import type { PairedList, Pairing, PersonFile, UnclearFile } from "./types.ts";

/** Files that were chosen for a row by hand, or by accepting an unclear pair. */
export interface HandPair {
  /** Hashes; empty if the row is to have no file. */
  files: readonly string[];
  /** The name and the address that the row had then: `whoOf`. */
  who: string;
}

/** The files for each person, and everything that was decided about them. */
export interface ListFiles {
  /** In the order in which they were added. No two have the same hash. */
  files: readonly PersonFile[];
  /** Headers of the columns that pair the files, as chosen; absent for those that pair most. */
  by?: readonly string[];
  /** By the row's id. */
  byHand: ReadonlyMap<number, HandPair>;
  /** Pairs that go although their file doesn't prove that it is the person's: `proofKey`. */
  accepted: ReadonlySet<string>;
  /** Files that may go to several people. */
  shared: ReadonlySet<string>;
  /** Whether people without a file get the email, too; absent until decided. */
  withoutFile?: "send" | "skip";
}

export const NO_FILES: ListFiles = {
  files: [],
  byHand: new Map(),
  accepted: new Set(),
  shared: new Set(),
};

/** The decisions that emails with files need before they go, in the order in which to ask. */
export interface FileQuestions {
  /** A file that names someone else, everybody, or is much longer than others. */
  unproven: readonly { row: number; hash: string; proof: FileProof }[];
  unclear: readonly UnclearFile[];
  /** Hashes of files that several people get, though no one said that they may. */
  shared: readonly { hash: string; rows: readonly number[] }[];
  /** Rows whose name or address changed after a file was chosen by hand. */
  changed: readonly { row: number; files: readonly string[]; before: string; now: string }[];
  /**
   * Rows without a file, while others have one, unless a file that is unclear may be theirs; empty
   * once `withoutFile` is decided.
   */
  missing: readonly number[];
}

export interface FilesOfRows {
  /** By the row's id, in the order in which the files were added. */
  ofRow: ReadonlyMap<number, readonly PersonFile[]>;
  pairing: Pairing;
  /** The headers of the columns that could pair files instead. */
  otherWays: readonly (readonly string[])[];
  questions: FileQuestions;
  /** By `proofKey`, of files chosen by hand: the row that a file's name says, if it's another. */
  namedFor: ReadonlyMap<string, number>;
  /** Hashes of files that go to no one: say so, and don't upload them. */
  leftOver: readonly string[];
  /** Rows without a file whose email has that of another row; absent if each row is an email. */
  accompanied?: ReadonlySet<number>;
}

/** The row's name and address as one text, for people and for comparison. */
export function whoOf(
  { columns }: PairedList,
  cells: PairedList["rows"][number]["cells"],
  address: string | null,
): string {
  const texts = columns.flatMap((column, i) =>
    saysWho(column) || column === address ? cellText(cells[i]).trim() : [],
  );
  return texts.filter((text) => text !== "").join(", ");
}

/**
 * Which file goes to whom, and the open questions (rule: row files). A file chosen by hand isn't
 * paired otherwise; its row takes part, so that no file looks like another's.
 *
 * @param list all rows, skipped and excluded ones too
 * @param sent the ids of the rows that may be sent; only they are asked about
 * @param proofs by `proofKey`, as far as files were read
 */
export function filesOfRows(
  list: PairedList,
  files: ListFiles,
  sent: ReadonlySet<number>,
  address: string | null,
  proofs: ReadonlyMap<string, FileProof> = new Map(),
): FilesOfRows {
  const byHash = new Map(files.files.map((file) => [file.hash, file]));
  const hand = handPairs(list, files, byHash, address);
  const inHand = new Set([...hand.values()].flat());
  const others = files.files.filter(({ hash }) => !inHand.has(hash));
  const chosen = files.files.filter(({ hash }) => inHand.has(hash));
  const ways = pairings(list, others, files.by, chosen);
  const pairing = withoutRows(ways[0], others, hand);
  const hashes = groupEntries(pairing.pairs.map(({ row, hash }) => [row, hash]));
  for (const [row, chosen] of hand) hashes.set(row, [...chosen]);
  const ofRow = new Map(
    [...hashes].map(([row, those]) => [row, those.flatMap((hash) => byHash.get(hash) ?? [])]),
  );
  const used = new Set([...hashes].flatMap(([row, those]) => (sent.has(row) ? those : [])));
  const unclear = pairing.unclear.filter(({ rows }) => rows.some((row) => sent.has(row)));
  const asked = new Set(unclear.map(({ hash }) => hash));
  const leftOver = files.files
    .filter(({ hash }) => !used.has(hash) && !asked.has(hash))
    .map(({ hash }) => hash);
  const otherWays = ways
    .map(({ by }) => by)
    .filter((by) => by.join("\n") !== pairing.by.join("\n"));
  const questions = {
    unproven: unproven(ofRow, sent, files, proofs),
    unclear,
    shared: sharedFiles(ofRow, sent, files),
    changed: changedRows(list, files, sent, address),
    missing: missingRows(ofRow, sent, files, new Set([...hand.keys(), ...openRows(unclear)])),
  };
  const namedFor = rowsByName(pairings(list, chosen, files.by, others)[0], hand);
  return { ofRow, pairing, otherWays, questions, namedFor, leftOver };
}

/** The same with what the files' texts prove, in which nothing is paired again. */
export function withProofs(
  found: FilesOfRows,
  files: ListFiles,
  sent: ReadonlySet<number>,
  proofs: ReadonlyMap<string, FileProof>,
): FilesOfRows {
  const open = unproven(found.ofRow, sent, files, proofs);
  return { ...found, questions: { ...found.questions, unproven: open } };
}

/**
 * The files chosen by hand that are still there. A row none of whose files is there has no choice
 * any more, and neither has one that was to have none and is now someone else's.
 */
function handPairs(
  list: PairedList,
  { byHand }: ListFiles,
  known: ReadonlyMap<string, PersonFile>,
  address: string | null,
): ReadonlyMap<number, readonly string[]> {
  const found = new Map<number, readonly string[]>();
  for (const { id, cells } of list.rows) {
    const pair = byHand.get(id);
    if (pair === undefined) continue;
    const files = pair.files.filter((hash) => known.has(hash));
    const isNone = pair.files.length === 0 && whoOf(list, cells, address) === pair.who;
    if (files.length > 0 || isNone) found.set(id, files);
  }
  return found;
}

/** The rows that an unclear file may belong to: whether they have one is still open. */
export function openRows(unclear: readonly UnclearFile[]): ReadonlySet<number> {
  return new Set(unclear.flatMap(({ rows }) => rows));
}

/** Which files of rows would be another row's by their names, by `proofKey`. */
function rowsByName(
  { pairs }: Pairing,
  hand: ReadonlyMap<number, readonly string[]>,
): ReadonlyMap<string, number> {
  const rowOf = new Map(pairs.map(({ row, hash }) => [hash, row]));
  return new Map(
    [...hand].flatMap(([row, hashes]) =>
      hashes.flatMap((hash): [string, number][] => {
        const other = rowOf.get(hash);
        return other === undefined || other === row ? [] : [[proofKey({ row, hash }), other]];
      }),
    ),
  );
}

/** A pairing without what it says about rows that have their files by hand. */
function withoutRows(
  pairing: Pairing,
  files: readonly PersonFile[],
  hand: ReadonlyMap<number, readonly string[]>,
): Pairing {
  const pairs = pairing.pairs.filter(({ row }) => !hand.has(row));
  const unclear = pairing.unclear.filter(({ rows }) => rows.some((row) => !hand.has(row)));
  const kept = new Set([...pairs, ...unclear].map(({ hash }) => hash));
  const leftOver = files.map(({ hash }) => hash).filter((hash) => !kept.has(hash));
  return { ...pairing, pairs, unclear, leftOver };
}

type FilesByRow = ReadonlyMap<number, readonly PersonFile[]>;

/** The rows that get each file, by its hash. */
export function rowsByHash(ofRow: Iterable<[number, readonly PersonFile[]]>) {
  return groupEntries(
    [...ofRow].flatMap(([row, files]) => files.map(({ hash }) => [hash, row] as const)),
  );
}

function unproven(
  ofRow: FilesByRow,
  sent: ReadonlySet<number>,
  { accepted }: ListFiles,
  proofs: ReadonlyMap<string, FileProof>,
): FileQuestions["unproven"] {
  return [...ofRow].flatMap(([row, files]) =>
    files.flatMap(({ hash }) => {
      const key = proofKey({ row, hash });
      const proof = proofs.get(key);
      const isOpen = sent.has(row) && proof && needsDecision(proof) && !accepted.has(key);
      return isOpen ? [{ row, hash, proof }] : [];
    }),
  );
}

function sharedFiles(
  ofRow: FilesByRow,
  sent: ReadonlySet<number>,
  { shared }: ListFiles,
): FileQuestions["shared"] {
  const ofSent = [...ofRow].filter(([row]) => sent.has(row));
  return [...rowsByHash(ofSent)]
    .filter(([hash, rows]) => rows.length > 1 && !shared.has(hash))
    .map(([hash, rows]) => ({ hash, rows }));
}

function changedRows(
  list: PairedList,
  { byHand }: ListFiles,
  sent: ReadonlySet<number>,
  address: string | null,
): FileQuestions["changed"] {
  return list.rows.flatMap(({ id, cells }) => {
    const pair = byHand.get(id);
    if (pair === undefined || pair.files.length === 0 || !sent.has(id)) return [];
    const now = whoOf(list, cells, address);
    return now === pair.who ? [] : [{ row: id, files: pair.files, before: pair.who, now }];
  });
}

function missingRows(
  ofRow: FilesByRow,
  sent: ReadonlySet<number>,
  { files, withoutFile }: ListFiles,
  others: ReadonlySet<number>,
): FileQuestions["missing"] {
  if (files.length === 0 || withoutFile !== undefined) return [];
  return [...sent].filter((row) => !others.has(row) && (ofRow.get(row) ?? []).length === 0);
}
