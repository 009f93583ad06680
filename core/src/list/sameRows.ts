import { splitRecipients } from "../recipients/list.ts";
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

/** A row as it is compared: its line, its texts in the columns that both lists have, and its mailbox ("" for none). */
interface ComparableRow {
  row: Row;
  texts: readonly string[];
  mailbox: string;
}

/**
 * Finds the rows of a list in its next reading. `isSameFile`: first by line, if a mailbox or half of the texts are equal.
 * Then by equal texts, then by mailbox and the most equal texts, and at last by line and half of the texts, because an
 * address may have been corrected. Each row is compared as it was read and as it is now. It never guesses between two.
 */
export function matchedRows(
  before: List,
  next: List,
  columns: ColumnMatches,
  isSameFile: boolean,
): RowMatches {
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
  if (isSameFile) matchByLine(asRead(), free, match, isSimilar);
  for (const faces of [asRead, asNow]) matchByTexts(faces(), free, match);
  for (const faces of [asRead, asNow]) matchByMailbox(faces(), free, match);
  matchByLine(asRead(), free, match, isHalfEqual);
  return found;
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
  const byLine = new Map([...free.values()].map((face) => [face.row.line, face]));
  for (const face of faces) {
    const other = face.row.line === null ? undefined : byLine.get(face.row.line);
    if (other && isSame(face, other)) match(face.row, other);
  }
}

/** Pairs rows with the same texts in their order. Rows without any text in a column that both lists have aren't the same. */
function matchByTexts(
  faces: readonly ComparableRow[],
  free: ReadonlyMap<number, ComparableRow>,
  match: Match,
): void {
  const keyOf = ({ texts }: ComparableRow) =>
    texts.some((text) => text !== "") ? JSON.stringify(texts) : "";
  const now = groupedBy([...free.values()], keyOf);
  for (const [key, before] of groupedBy(faces, keyOf)) {
    const others = key === "" ? [] : (now.get(key) ?? []);
    before.forEach((face, at) => {
      const other = others[at];
      if (other) match(face.row, other);
    });
  }
}

/** One row of a mailbox on both sides is the same; of several, those whose other cells are most alike. */
function matchByMailbox(
  faces: readonly ComparableRow[],
  free: ReadonlyMap<number, ComparableRow>,
  match: Match,
): void {
  const now = groupedBy([...free.values()], ({ mailbox }) => mailbox);
  for (const [mailbox, before] of groupedBy(faces, (face) => face.mailbox)) {
    const others = now.get(mailbox) ?? [];
    if (mailbox === "" || others.length === 0) continue;
    const [one, other] = [before[0], others[0]];
    if (before.length === 1 && others.length === 1 && one && other) match(one.row, other);
    else matchMostAlike(before, others, match);
  }
}

function matchMostAlike(
  before: readonly ComparableRow[],
  others: readonly ComparableRow[],
  match: Match,
): void {
  const scored = before.flatMap((face) =>
    others.map((other) => ({ face, other, score: equalTexts(face, other) })),
  );
  scored.sort((a, b) => b.score - a.score);
  const used = new Set<ComparableRow>();
  for (const { face, other, score } of scored) {
    if (used.has(face) || used.has(other)) continue;
    const isBestOf = (one: ComparableRow) =>
      scored.filter((pair) => pair.score === score && (pair.face === one || pair.other === one))
        .length === 1;
    // If two fit equally well, we don't guess.
    if (!isBestOf(face) || !isBestOf(other)) continue;
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

function groupedBy(
  faces: readonly ComparableRow[],
  keyOf: (face: ComparableRow) => string,
): Map<string, ComparableRow[]> {
  const groups = new Map<string, ComparableRow[]>();
  for (const face of faces) {
    const key = keyOf(face);
    const group = groups.get(key);
    if (group) group.push(face);
    else groups.set(key, [face]);
  }
  return groups;
}
