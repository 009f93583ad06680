import { groupBy } from "../groupBy.ts";
import { occurrences } from "../occurrences.ts";
import { splitRecipients } from "../recipients/list.ts";
import { saysWho } from "../recipients/personName.ts";
import { pieceKey } from "../recipients/recipients.ts";
import { type Cell, cellText, isFilled, type List, type Row } from "./list.ts";

/** By header in the list before: that of the same column in the next one. */
export type ColumnMatches = Map<string, string>;

/** The key of the first address in a text; null for none. */
export function addressIn(text: string): string | null {
  const piece = text.includes("@")
    ? splitRecipients(text).find(({ address }) => address !== null)
    : undefined;
  return piece === undefined ? null : pieceKey(piece);
}

/** By id of a row in the next list: the row before that it is. */
export type RowMatches = Map<number, Row>;

/**
 * What a list was read from, beside the list before it: the same file, read another way; a file of
 * the same name, probably edited since; or anything else.
 */
export type Reread = "same" | "edited" | "other";

/** What a browser adds to the name of a file downloaded again, and other systems to a copy's. */
const COPY_MARKS =
  /(?:\s*\(\d{1,3}\)|[\s_-]+(?:copy|kopie|copie|copia|cópia)(?:[\s_-]+\d{1,3})?)$/iu;
const COPY_OF = /^(?:copy of|kopie von|copie de|copia de|cópia de)\s+/iu;

/** Whether two files have the same name (rule: the same list): "people (1).csv" is "people.xlsx" again. */
export function isSameFileName(one: string, other: string): boolean {
  return plainFileName(one) === plainFileName(other);
}

/** A file's name without its ending and all marks of copies; the name itself if nothing else is left. */
function plainFileName(name: string): string {
  const whole = name
    .normalize("NFC")
    .trim()
    .replace(/\.[a-z\d]{1,5}$/i, "");
  let plain = whole.replace(COPY_OF, "");
  for (let before = ""; before !== plain; ) {
    before = plain;
    plain = plain.replace(COPY_MARKS, "");
  }
  return (plain.trim() === "" ? whole : plain).toLowerCase();
}

/** How many people a list has, and how many of them aren't in another one. */
interface Strangers {
  all: number;
  strangers: number;
}

/**
 * Whether two lists are one (rule: the same list): most people of each are in the other. An edited
 * one may have grown or shrunk more than that.
 */
function isSameList(before: Strangers, next: Strangers, isEdited: boolean): boolean {
  const isKnown = ({ all, strangers }: Strangers) => strangers * 2 < all;
  return isEdited ? isKnown(before) || isKnown(next) : isKnown(before) && isKnown(next);
}

/**
 * A row as it is compared: its line, its texts in the columns that both lists have, and its mailbox
 * ("" for none).
 */
interface ComparableRow {
  row: Row;
  texts: readonly string[];
  mailbox: string;
}

/** The columns of the compared texts. */
interface ComparedColumns {
  /** Which of them holds the addresses, and which hold names. */
  address: number;
  names: readonly number[];
  /**
   * By column: the texts that only one row of the list before has there, so that they tell it from
   * others.
   */
  telling: readonly ReadonlySet<string>[];
}

/**
 * Finds the rows of a list in its next reading, and whether it is the same list. In the same file:
 * first by line, if a mailbox or half of the texts are equal. Then by mailbox and equal texts, then
 * by equal texts if addresses have changed places, then by mailbox and the most equal texts, and at
 * last by line, if only the address was corrected. Each row is compared as it was read and as it is
 * now. It never guesses between two.
 */
export function matchedRows(
  before: List,
  next: List,
  columns: ColumnMatches,
  reread: Reread,
): { found: RowMatches; isSame: boolean } {
  const pairs = [...columns]
    .filter(([header]) => !before.added?.includes(header))
    .map(([header, now]) => [before.columns.indexOf(header), next.columns.indexOf(now)] as const);
  const address = next.mapping.address;
  const at = address === null ? -1 : next.columns.indexOf(address);
  const from = [...columns].find(([, now]) => now === address)?.[0];
  const atBefore = from === undefined ? -1 : before.columns.indexOf(from);
  const face = (row: Row, cells: readonly Cell[], side: 0 | 1): ComparableRow => ({
    row,
    texts: pairs.map((pair) => cellText(cells[pair[side]]).trim()),
    mailbox: mailboxOf(cells, side === 0 ? atBefore : at),
  });
  const left = new Map(before.rows.filter(isFilled).map((row) => [row.id, row]));
  const free = new Map(next.rows.filter(isFilled).map((row) => [row.id, face(row, row.cells, 1)]));
  const found: RowMatches = new Map();
  const match = (row: Row, other: ComparableRow) => {
    if (!left.delete(row.id) || !free.delete(other.row.id)) return;
    found.set(other.row.id, row);
  };
  const asRead = () => [...left.values()].map((row) => face(row, row.original ?? row.cells, 0));
  const asNow = () =>
    [...left.values()].flatMap((row) => (row.original ? [face(row, row.cells, 0)] : []));
  const compared: ComparedColumns = {
    address: pairs.findIndex(([, now]) => now === at),
    names: pairs.flatMap(([was], index) => (saysWho(before.columns[was] ?? "") ? index : [])),
    telling: tellingTexts(asRead()),
  };
  const mailboxesOf = (faces: Iterable<ComparableRow>) =>
    new Set([...faces].flatMap(({ mailbox }) => mailbox || []));
  const were = mailboxesOf([...asRead(), ...asNow()]);
  const are = mailboxesOf(free.values());
  const [all, allNow] = [left.size, free.size];
  if (reread === "same") matchByLine(asRead(), free, match, isSimilar);
  for (const faces of [asRead, asNow]) matchByTexts(faces(), free, match);
  for (const faces of [asRead, asNow]) matchMoved(faces(), free, match, compared);
  for (const faces of [asRead, asNow]) matchByMailbox(faces(), free, match, compared);
  matchByLine(asRead(), free, match, (one, other) => isEqualButAddress(one, other, compared));
  const gone = asRead().filter(({ mailbox }) => !are.has(mailbox)).length;
  const added = [...free.values()].filter(({ mailbox }) => !were.has(mailbox)).length;
  const shared = { all, strangers: gone };
  const sharedNow = { all: allNow, strangers: added };
  const isSame = reread === "same" || isSameList(shared, sharedNow, reread === "edited");
  return { found, isSame };
}

function tellingTexts(faces: readonly ComparableRow[]): ReadonlySet<string>[] {
  const width = faces[0]?.texts.length ?? 0;
  return Array.from({ length: width }, (_, at) => {
    const rows = occurrences(faces.map(({ texts }) => texts[at] ?? ""));
    return new Set([...rows].flatMap(([text, count]) => (text !== "" && count === 1 ? text : [])));
  });
}

function mailboxOf(cells: readonly Cell[], column: number): string {
  const texts = column === -1 ? cells.map(cellText) : [cellText(cells[column])];
  for (const text of texts) {
    const key = addressIn(text);
    if (key !== null) return key;
  }
  return "";
}

type Match = (row: Row, other: ComparableRow) => void;

function matchByLine(
  faces: readonly ComparableRow[],
  free: ReadonlyMap<number, ComparableRow>,
  match: Match,
  isSame: (one: ComparableRow, other: ComparableRow) => boolean,
): void {
  const placeOf = ({ line, part }: Row) => `${line} ${part?.at ?? 0}`;
  const byLine = new Map([...free.values()].map((face) => [placeOf(face.row), face]));
  for (const face of faces) {
    const other = face.row.line === null ? undefined : byLine.get(placeOf(face.row));
    if (other && isSame(face, other)) match(face.row, other);
  }
}

/**
 * Pairs rows with the same mailbox and texts in their order; without a mailbox, only if no other
 * row has these texts. Rows without any text in a column that both lists have aren't the same.
 */
function matchByTexts(
  faces: readonly ComparableRow[],
  free: ReadonlyMap<number, ComparableRow>,
  match: Match,
): void {
  const keyOf = ({ texts, mailbox }: ComparableRow) =>
    texts.some((text) => text !== "") ? JSON.stringify([mailbox, ...texts]) : "";
  const now = groupBy([...free.values()], keyOf);
  for (const [key, before] of groupBy(faces, keyOf)) {
    const others = key === "" ? [] : (now.get(key) ?? []);
    if (before[0]?.mailbox === "" && before.length + others.length > 2) continue;
    before.forEach((face, at) => {
      const other = others[at];
      if (other) match(face.row, other);
    });
  }
}

/**
 * Pairs rows whose addresses have changed places: each has the address of another row now, and all
 * of its other texts, which no third row has. They must say who it is: a name, or two texts.
 */
function matchMoved(
  faces: readonly ComparableRow[],
  free: ReadonlyMap<number, ComparableRow>,
  match: Match,
  { address, names }: ComparedColumns,
): void {
  const others = [...free.values()];
  const [were, are] = [faces, others].map((rows) => new Set(rows.map(({ mailbox }) => mailbox)));
  const keyOf = ({ texts }: ComparableRow) => {
    const own = texts.map((text, at) => (at === address ? "" : text));
    const filled = own.filter((text) => text !== "").length;
    return names.some((at) => own[at]) || filled > 1 ? JSON.stringify(own) : "";
  };
  const now = groupBy(others, keyOf);
  for (const [key, [face, ...twins]] of groupBy(faces, keyOf)) {
    const [other, ...more] = key === "" ? [] : (now.get(key) ?? []);
    if (!face || !other || twins.length + more.length > 0 || face.mailbox === other.mailbox)
      continue;
    if (
      face.mailbox !== "" &&
      other.mailbox !== "" &&
      are?.has(face.mailbox) &&
      were?.has(other.mailbox)
    )
      match(face.row, other);
  }
}

/**
 * One row of a mailbox on both sides is the same; of several, those whose other cells are most
 * alike. Siblings aren't.
 */
function matchByMailbox(
  faces: readonly ComparableRow[],
  free: ReadonlyMap<number, ComparableRow>,
  match: Match,
  compared: ComparedColumns,
): void {
  const now = groupBy([...free.values()], ({ mailbox }) => mailbox);
  const namesNow = compared.names.map(
    (at) => new Set([...free.values()].map(({ texts }) => texts[at] ?? "")),
  );
  // The name of one is in another row now: then only the address has come to this one.
  const haveMoved = (one: ComparableRow, other: ComparableRow) =>
    compared.names.some((at, index) => {
      const name = one.texts[at] ?? "";
      const isTold = compared.telling[at]?.has(name) && namesNow[index]?.has(name);
      return isTold === true && name !== other.texts[at];
    });
  for (const [mailbox, before] of groupBy(faces, (face) => face.mailbox)) {
    const others = now.get(mailbox) ?? [];
    if (mailbox === "" || others.length === 0) continue;
    const [one, other] = [before[0], others[0]];
    if (before.length > 1 || others.length > 1) matchMostAlike(before, others, match, compared);
    else if (one && other && !isSibling(one, other, compared) && !haveMoved(one, other))
      match(one.row, other);
  }
}

/**
 * Whether two rows of a mailbox are two people, by their names. A name may be shortened, completed
 * or mistyped.
 */
function isSibling(one: ComparableRow, other: ComparableRow, { names }: ComparedColumns): boolean {
  return names.some((at) => {
    if (addressIn(one.texts[at] ?? "") !== null) return false;
    const [short = [], long = []] = [one, other]
      .map(({ texts }) => initials(texts[at] ?? ""))
      .toSorted((a, b) => a.length - b.length);
    const left = [...long];
    return short.some((initial) => {
      const found = left.indexOf(initial);
      if (found !== -1) left.splice(found, 1);
      return found === -1;
    });
  });
}

/** The first letters of a name's words. */
function initials(name: string): string[] {
  const words =
    name
      .normalize("NFD")
      .toLowerCase()
      .match(/[\p{L}\p{M}]+/gu) ?? [];
  return words.map((word) => [...word][0] ?? "");
}

/**
 * More pairs of rows of one mailbox take too long to compare: then it's no one's address, and only
 * equal rows are the same.
 */
const MAX_PAIRS = 40_000;

function matchMostAlike(
  before: readonly ComparableRow[],
  others: readonly ComparableRow[],
  match: Match,
  compared: ComparedColumns,
): void {
  if (before.length * others.length > MAX_PAIRS) return;
  const scored = before.flatMap((face) =>
    others.flatMap((other) =>
      isSibling(face, other, compared) ? [] : { face, other, score: equalTexts(face, other) },
    ),
  );
  scored.sort((a, b) => b.score - a.score);
  const used = new Set<ComparableRow>();
  const ties = new Map<ComparableRow, Map<number, number>>();
  for (const { face, other, score } of scored) {
    for (const one of [face, other]) {
      const own = ties.get(one) ?? new Map<number, number>();
      ties.set(one, own.set(score, (own.get(score) ?? 0) + 1));
    }
  }
  for (const { face, other, score } of scored) {
    if (used.has(face) || used.has(other)) continue;
    // If two fit equally well, we don't guess.
    if ([face, other].some((one) => ties.get(one)?.get(score) !== 1)) continue;
    used.add(face).add(other);
    match(face.row, other);
  }
}

function equalTexts(one: ComparableRow, other: ComparableRow): number {
  return one.texts.filter((text, at) => text !== "" && text === other.texts[at]).length;
}

/** In the same line of the same file: it has the same mailbox, or half of its texts. */
function isSimilar(one: ComparableRow, other: ComparableRow): boolean {
  if (one.mailbox !== "" && one.mailbox === other.mailbox) return true;
  return isHalfEqual(one, other);
}

function isHalfEqual(one: ComparableRow, other: ComparableRow): boolean {
  const equal = equalTexts(one, other);
  return equal > 0 && equal * 2 >= one.texts.filter((text) => text !== "").length;
}

/**
 * In the same line of another file, a row is someone else, unless nothing but the address was
 * corrected or filled in.
 */
function isEqualButAddress(
  one: ComparableRow,
  other: ComparableRow,
  { address, telling }: ComparedColumns,
): boolean {
  let isTold = false;
  const isEqual = one.texts.every((text, at) => {
    const now = other.texts[at] ?? "";
    if (at === address || text === "" || now === "") return true;
    isTold ||= text === now && telling[at]?.has(text) === true;
    return text === now;
  });
  return isEqual && isTold;
}
