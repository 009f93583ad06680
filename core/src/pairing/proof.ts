import { occurrences } from "../occurrences.ts";
import { type FoundMark, newTextSearch } from "./foundMarks.ts";
import { type Identity, marksOf, type PersonMark } from "./marks.ts";
import type { FileText, Pair } from "./types.ts";

/** Whether a file names the person it is paired with (rule: row files). Rows are ids. */
export type FileProof =
  | { kind: "names_person" }
  /**
   * The person's name and those of others, in the order of the list: everyone's pay slips in one
   * file.
   */
  | { kind: "names_others_too"; others: readonly number[] }
  | { kind: "names_others"; others: readonly number[] }
  | { kind: "names_no_one" }
  | { kind: "not_checked" }
  /** Three times as long as most files: maybe everyone's in one. */
  | { kind: "long"; pages: number };

/** A file this many times as long as the middle one is more than one person's. */
const LONG = 3;
/**
 * More people than this, or than one of so many in the list, don't sign a file: if most files name
 * them, each has everyone's pages.
 */
const MAX_SIGNED = 3;
const SIGNED_IN = 3;
/**
 * With fewer files than this, no one signs them: a name in all of them may be a mistake, and one
 * answer says that it isn't.
 */
const MIN_SIGNED = 7;
/** A signature is in at least nine of ten files. */
const SIGNED_PART = 9 / 10;
/** With fewer files than this, no length is the usual one. */
const MIN_COMPARED = 3;

/** Proofs that are about to be made. Reading many texts takes a while: it can be done in parts. */
export interface Proving {
  /** The texts that still have to be read. */
  unread: () => readonly FileText[];
  /** Reads one of them. */
  read: (text: FileText) => void;
  /** The proofs; reads what wasn't read yet. */
  proofs: () => ReadonlyMap<string, FileProof>;
}

/**
 * Whether each paired file names its person, by hash and row: `proofKey`. An address, the number
 * that paired the file, or a first and a last name next to each other name a row; one word never
 * does, and neither does anything that most files have.
 */
export function proveFiles(
  identity: Identity,
  pairs: readonly Pair[],
  texts: ReadonlyMap<string, FileText>,
): Proving {
  const look = newTextSearch(marksOf(identity));
  const proofs = () => {
    const found = new Map([...texts].map(([hash, text]) => [hash, look.find(text)]));
    const signatures = signaturesIn(
      [...found.values()].filter((one) => one !== null),
      identity.list.rows.length,
    );
    const long = lengthOfLong([...texts.values()]);
    const place = new Map(identity.list.rows.map(({ id }, at) => [id, at]));
    const inOrder = (rows: ReadonlySet<number>) =>
      [...rows].sort((a, b) => (place.get(a) ?? 0) - (place.get(b) ?? 0));
    return new Map(
      pairs.map(({ row, hash }) => {
        const pages = texts.get(hash)?.pages ?? 0;
        const marks = found.get(hash) ?? null;
        return [proofKey({ row, hash }), proofOf(row, { marks, signatures, pages, long, inOrder })];
      }),
    );
  };
  return {
    unread: () => [...texts.values()].filter((text) => !look.isRead(text)),
    read: (text) => void look.find(text),
    proofs,
  };
}

/** A decision about a proof belongs to this file and this row. */
export function proofKey({ row, hash }: Pair): string {
  return `${row} ${hash}`;
}

/** Whether someone must decide about a file before it is sent. */
export function needsDecision({ kind }: FileProof): boolean {
  return kind === "names_others" || kind === "names_others_too" || kind === "long";
}

/** The marks of a signature or a letterhead. */
function signaturesIn(
  files: readonly (readonly FoundMark[])[],
  inList: number,
): ReadonlySet<PersonMark> {
  if (files.length < MIN_SIGNED) return new Set();
  const counts = occurrences(files.flat().map(([mark]) => mark));
  const least = files.length * SIGNED_PART;
  const common = [...counts].filter(([, count]) => count >= least).map(([mark]) => mark);
  const people = new Set(common.flatMap(({ rows }) => [...rows]));
  const most = Math.min(MAX_SIGNED, inList / SIGNED_IN);
  return new Set(people.size > most ? [] : common);
}

/** In pages; Infinity if there are too few files to compare. */
function lengthOfLong(texts: readonly FileText[]): number {
  const pages = texts.flatMap((text) => text.pages ?? []).toSorted((a, b) => a - b);
  const middle = pages[Math.floor((pages.length - 1) / 2)];
  return middle === undefined || pages.length < MIN_COMPARED
    ? Number.POSITIVE_INFINITY
    : LONG * middle;
}

interface ReadFile {
  /** Null if it couldn't be read. */
  marks: readonly FoundMark[] | null;
  signatures: ReadonlySet<PersonMark>;
  pages: number;
  /** In pages. */
  long: number;
  inOrder: (rows: ReadonlySet<number>) => readonly number[];
}

function proofOf(row: number, { marks, signatures, pages, long, inOrder }: ReadFile): FileProof {
  const all = marks ?? [];
  const isOwn = all.some(
    ([mark, isProof]) => isProof && mark.rows.has(row) && !signatures.has(mark),
  );
  const others = new Set(
    all
      .filter(([mark]) => !mark.rows.has(row) && !(isOwn && signatures.has(mark)))
      .flatMap(([{ rows }]) => [...rows]),
  );
  if (others.size > 0) {
    const kind = isOwn ? "names_others_too" : "names_others";
    return { kind, others: inOrder(others) };
  }
  if (pages >= long) return { kind: "long", pages };
  if (marks === null) return { kind: "not_checked" };
  return { kind: isOwn ? "names_person" : "names_no_one" };
}
