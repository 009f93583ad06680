import { groupBy } from "../groupBy.ts";
import { occurrences } from "../occurrences.ts";
import { fitsAddress } from "../recipients/likeName.ts";
import { splitRecipients } from "../recipients/list.ts";
import { knownName, saysWho } from "../recipients/personName.ts";
import { pieceKey } from "../recipients/recipients.ts";
import { type Cell, cellText, isFilled, type List, type Row } from "./list.ts";
import { sameNames } from "./sameName.ts";

/** By header in the list before: that of the same column in the next one. */
export type ColumnMatches = Map<string, string>;

/** The key of the first address in a text; null for none. */
export function addressIn(text: string): string | null {
  const piece = addressedIn(text);
  return piece === undefined ? null : pieceKey(piece);
}

function addressedIn(text: string) {
  return text.includes("@")
    ? splitRecipients(text).find(({ address }) => address !== null)
    : undefined;
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

/** A row as it is compared. */
interface ComparableRow {
  row: Row;
  /** In the columns that both lists have. */
  texts: readonly string[];
  /** Those of the texts that are names, also beside an address. */
  names: readonly string[];
  /** They in one text. */
  name: string;
  /** The same with names in columns that only one list has. */
  whole: string;
  /** "" for none. */
  mailbox: string;
}

/** The compared texts and names. */
interface Compared {
  /** The text that is the address. */
  address: number;
  /** The names that are only a first or a family name. */
  first: readonly number[];
  family: readonly number[];
  /** How many rows have each name: before, and now. */
  namesBefore: ReadonlyMap<string, number>;
  namesNow: ReadonlyMap<string, number>;
  /** The mailboxes that several rows have, before or now. */
  shared: ReadonlySet<string>;
}

/** The rows of a list and of its next reading, as they are compared. */
interface ComparableLists {
  /** The rows before, as they were read. */
  read: readonly ComparableRow[];
  /** Those of them that were changed since, as they are now. */
  now: readonly ComparableRow[];
  others: readonly ComparableRow[];
  compared: Compared;
}

function comparableLists(before: List, next: List, columns: ColumnMatches): ComparableLists {
  const pairs = [...columns]
    .filter(([header]) => !before.added?.includes(header))
    .map(([header, now]) => [before.columns.indexOf(header), next.columns.indexOf(now)] as const);
  const address = next.mapping.address;
  const at = address === null ? -1 : next.columns.indexOf(address);
  const from = [...columns].find(([, now]) => now === address)?.[0];
  const atBefore = from === undefined ? -1 : before.columns.indexOf(from);
  const whoIn = ({ columns }: List, addressAt: number) =>
    columns.flatMap((header, index) =>
      (saysWho(header) || index === addressAt) && !before.added?.includes(header) ? index : [],
    );
  const who = [whoIn(before, atBefore), whoIn(next, at)] as const;
  const named = pairs.filter(([was]) => who[0].includes(was));
  const face = (row: Row, cells: readonly Cell[], side: 0 | 1): ComparableRow => {
    const nameAt = (column: number) => {
      const text = cellText(cells[column]).trim();
      if (text.includes("@")) return addressedIn(text)?.name ?? "";
      return column === [atBefore, at][side] ? "" : text;
    };
    const names = named.map((pair) => nameAt(pair[side]));
    return {
      row,
      texts: pairs.map((pair) => cellText(cells[pair[side]]).trim()),
      names,
      whole: joined(who[side].map(nameAt)),
      name: joined(names),
      mailbox: mailboxOf(cells, [atBefore, at][side] ?? -1),
    };
  };
  const read = before.rows.filter(isFilled).map((row) => face(row, row.original ?? row.cells, 0));
  const now = read.flatMap(({ row }) => (row.original ? face(row, row.cells, 0) : []));
  const others = next.rows.filter(isFilled).map((row) => face(row, row.cells, 1));
  const partsOf = (part: string) =>
    named.flatMap(([was], index) =>
      knownName(before.columns[was] ?? "", "First Family") === part ? index : [],
    );
  const compared: Compared = {
    address: pairs.findIndex(([, column]) => column === at),
    first: partsOf("First"),
    family: partsOf("Family"),
    namesBefore: occurrences(read.map(({ name }) => name)),
    namesNow: occurrences(others.map(({ name }) => name)),
    shared: new Set([...repeatedMailboxes(read), ...repeatedMailboxes(others)]),
  };
  return { read, now, others, compared };
}

/** The mailboxes that several of these rows have. */
function repeatedMailboxes(rows: readonly ComparableRow[]): string[] {
  const counts = occurrences(rows.map(({ mailbox }) => mailbox));
  return [...counts].flatMap(([mailbox, count]) => (count > 1 ? mailbox : []));
}

/**
 * Finds the rows of a list in its next reading, and whether it is the same list. In the same file:
 * first by line, if a mailbox or half of the texts are equal. Then by mailbox and equal texts, then
 * by equal texts if addresses have changed places, then by mailbox and the most equal texts, and at
 * last by line and name, if only the address was corrected. Each row is compared as it was read and
 * as it is now. It never guesses between two.
 */
export function matchedRows(
  before: List,
  next: List,
  columns: ColumnMatches,
  reread: Reread,
): { found: RowMatches; isSame: boolean } {
  const { read, now, others, compared } = comparableLists(before, next, columns);
  const left = new Set(read.map(({ row }) => row.id));
  const free = new Map(others.map((one) => [one.row.id, one]));
  const found: RowMatches = new Map();
  const drop = (row: Row, other: ComparableRow) => left.delete(row.id) && free.delete(other.row.id);
  const match = (row: Row, other: ComparableRow) => {
    if (drop(row, other)) found.set(other.row.id, row);
  };
  const isLeft = ({ row }: ComparableRow) => left.has(row.id);
  const asRead = () => read.filter(isLeft);
  const asNow = () => now.filter(isLeft);
  const mailboxesOf = (rows: Iterable<ComparableRow>) =>
    new Set([...rows].flatMap(({ mailbox }) => mailbox || []));
  const were = mailboxesOf([...read, ...now]);
  const are = mailboxesOf(others);
  if (reread === "same") matchByLine(asRead(), free, match, isSimilar);
  for (const rows of [asRead, asNow]) matchByTexts(rows(), free, match);
  for (const rows of [asRead, asNow]) matchMoved(rows(), free, match, drop, compared);
  for (const rows of [asRead, asNow]) matchByMailbox(rows(), free, match, compared);
  matchByLine(asRead(), free, match, (one, other) => isEqualButAddress(one, other, compared));
  const gone = asRead().filter(({ mailbox }) => !are.has(mailbox)).length;
  const added = [...free.values()].filter(({ mailbox }) => !were.has(mailbox)).length;
  const shared = { all: read.length, strangers: gone };
  const sharedNow = { all: others.length, strangers: added };
  const isSame = reread === "same" || isSameList(shared, sharedNow, reread === "edited");
  return { found, isSame };
}

/** Different names in one text: a first name may be in two columns. */
function joined(names: readonly string[]): string {
  return [...new Set(names)].join(" ").trim();
}

function mailboxOf(cells: readonly Cell[], column: number): string {
  const texts = column === -1 ? cells.map(cellText) : [cellText(cells[column])];
  for (const text of texts) {
    const key = addressIn(text);
    if (key !== null) return key;
  }
  return "";
}

type Match = (row: Row, other: ComparableRow) => unknown;

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
 * Pairs rows with the same mailbox, texts and names in their order; without a mailbox, only if no
 * other row has these texts. Rows without any text in a column that both lists have aren't the same.
 */
function matchByTexts(
  faces: readonly ComparableRow[],
  free: ReadonlyMap<number, ComparableRow>,
  match: Match,
): void {
  const keyOf = ({ texts, mailbox, whole }: ComparableRow) =>
    texts.some((text) => text !== "") ? JSON.stringify([mailbox, whole, ...texts]) : "";
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
 * of its other texts, which no third row has. With a name, it is the same person. Without one, two
 * such texts may be a person's or a seat's: the row is no one's.
 */
function matchMoved(
  faces: readonly ComparableRow[],
  free: ReadonlyMap<number, ComparableRow>,
  match: Match,
  drop: Match,
  { address }: Compared,
): void {
  const others = [...free.values()];
  const [were, are] = [faces, others].map((rows) => new Set(rows.map(({ mailbox }) => mailbox)));
  const keyOf = ({ texts, name }: ComparableRow) => {
    const own = texts.map((text, at) => (at === address ? "" : text));
    const filled = own.filter((text) => text !== "").length;
    return name !== "" || filled > 1 ? JSON.stringify([name, ...own]) : "";
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
      (face.name === "" ? drop : match)(face.row, other);
  }
}

/** Rows with the same mailbox are the same if they can be one person and no other pair is more alike. */
function matchByMailbox(
  faces: readonly ComparableRow[],
  free: ReadonlyMap<number, ComparableRow>,
  match: Match,
  compared: Compared,
): void {
  const now = groupBy([...free.values()], ({ mailbox }) => mailbox);
  for (const [mailbox, before] of groupBy(faces, (face) => face.mailbox)) {
    const others = now.get(mailbox) ?? [];
    if (mailbox !== "" && others.length > 0) matchMostAlike(before, others, match, compared);
  }
}

/** Whether the rows of a mailbox can be one person, by their names. */
function canBeOne(
  one: ComparableRow,
  other: ComparableRow,
  { first, family, namesBefore, namesNow, shared }: Compared,
): boolean {
  const { mailbox, name } = one;
  // The name is in another row now: then only the address has come to this one.
  if (name !== other.name && name !== "" && namesBefore.get(name) === 1 && namesNow.has(name))
    return false;
  if (shared.has(mailbox) && (name === "") !== (other.name === "")) return false;
  const isSame = sameNames([one.whole, other.whole], mailbox);
  const different = one.names.flatMap((text, at) =>
    isSame(text, other.names[at] ?? "") ? [] : at,
  );
  if (different.length === 0) return isSame(one.whole, other.whole);
  // A person whose first name is in the address may have another family name now.
  const isKnown = (text = "") => text !== "" && fitsAddress(text, mailbox);
  return (
    different.every((at) => family.includes(at)) &&
    first.some((at) => one.names[at] === other.names[at] && isKnown(one.names[at]))
  );
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
  compared: Compared,
): void {
  if (before.length * others.length > MAX_PAIRS) return;
  const scored = before.flatMap((face) =>
    others.flatMap((other) => {
      if (!canBeOne(face, other, compared)) return [];
      // Of several people, a fee or a class doesn't say who it is.
      return { face, other, score: face.name === other.name ? equalTexts(face, other) : 0 };
    }),
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
 * corrected or filled in, and a name that no other row has says who it is.
 */
function isEqualButAddress(
  one: ComparableRow,
  other: ComparableRow,
  { address, namesBefore, namesNow }: Compared,
): boolean {
  const { name } = one;
  if (name === "" || name !== other.name || namesBefore.get(name) !== 1 || namesNow.get(name) !== 1)
    return false;
  return one.texts.every((text, at) => {
    const now = other.texts[at] ?? "";
    return at === address || text === "" || now === "" || text === now;
  });
}
