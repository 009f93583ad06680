import { groupBy, groupEntries } from "../groupBy.ts";
import { comparable } from "../placeholders/grammar.ts";
import { looseName } from "../placeholders/likeness.ts";
import { addressesText, readAddresses } from "../recipients/copies.ts";
import { repairedAddress } from "../recipients/faults.ts";
import { splitRecipients } from "../recipients/list.ts";
import { saysWho } from "../recipients/personName.ts";
import { addressKey, isEmailAddress, pieceKey, type Recipient } from "../recipients/recipients.ts";
import { mayHaveAddress } from "../table/addressColumns.ts";
import { mailboxIn } from "./claims.ts";
import {
  type Cell,
  cellText,
  isFilled,
  isIncluded,
  type List,
  type OtherPerson,
  type PeopleElsewhere,
  type Row,
} from "./list.ts";
import { hasTwin, type ResultColumns, reachedBy, resultColumns } from "./resultFile.ts";

/**
 * A sheet of another list, or a file, as it is: every row with its cells, the first one included.
 */
export type RawRows = readonly (readonly Cell[])[];

/** The columns of a list and every mailbox in its cells, with which another list is compared. */
export interface ComparedList {
  columns: readonly string[];
  mailboxes: ReadonlySet<string>;
}

/** The people of another list, to skip them in this one. */
export interface OtherPeople extends Omit<PeopleElsewhere, "files" | "isPartial"> {
  /** Rows of results whose people didn't get the email: they don't count. */
  notReached: number;
  /** Texts that look like addresses but aren't. */
  unreadable: readonly string[];
}

export function comparedOf(list: Pick<List, "columns" | "rows">): ComparedList {
  return { columns: list.columns, mailboxes: mailboxesIn(list) };
}

/** Every mailbox in the cells of a list. */
export function mailboxesIn({ rows }: Pick<List, "rows">): Set<string> {
  return new Set(rows.flatMap(({ cells }) => cells.flatMap((cell) => addressesIn(cellText(cell)))));
}

/** The keys of the addresses in a text. */
function addressesIn(text: string): string[] {
  if (!text.includes("@")) return [];
  return splitRecipients(text).flatMap((piece) => (piece.address === null ? [] : pieceKey(piece)));
}

/** Names at most this many texts that can't be read. */
const MAX_UNREADABLE = 20;

/**
 * The people in another list. It is read wholly: every sheet and row, the first one too, and every
 * cell with an address. In results, only the recipients count, and only if they have the email or
 * may have it. Null if there is no address.
 */
export function peopleIn(
  sheets: readonly RawRows[],
  { columns, mailboxes: ours }: ComparedList,
): OtherPeople | null {
  const mailboxes = new Set<string>();
  const noCopies = new Set<string>();
  const people = new Map<string, OtherPerson[]>();
  const unreadable = new Set<string>();
  const isOurs = new Set(columns.map(looseName));
  let notReached = 0;
  let isAny = false;
  for (const rows of sheets) {
    const { results, names, below } = headed(rows);
    for (const cells of below) {
      const isReachedAlone = results && reachedBy(results, cells);
      // People who didn't get the email aren't skipped, so their texts needn't be readable.
      const found = addressesOf(cells, results, isReachedAlone === false ? null : unreadable);
      const earlier = found.flatMap((mailbox) => people.get(mailbox) ?? []);
      const isReached =
        results && isReachedAlone === false ? hasTwin(results, cells, earlier) : isReachedAlone;
      isAny ||= found.length > 0 || isReached === false;
      if (isReached === false) notReached += 1;
      else for (const mailbox of found) mailboxes.add(mailbox);
      if (results === null) for (const mailbox of found) noCopies.add(mailbox);
      for (const mailbox of found.filter((one) => ours.has(one))) {
        const person = { texts: distinctTexts(cells, names, isOurs, results), isReached };
        const known = people.get(mailbox);
        if (known) known.push(person);
        else people.set(mailbox, [person]);
      }
    }
  }
  if (!isAny && unreadable.size === 0) return null;
  return {
    mailboxes,
    noCopies,
    people,
    notReached,
    unreadable: [...unreadable].slice(0, MAX_UNREADABLE),
  };
}

/** Titles can be so many rows high. */
const TITLE_ROWS = 50;

/**
 * The headers of a table, if it has any, the columns of results, and the rows below. Titles above
 * it have no address.
 */
function headed(rows: RawRows): {
  names: string[];
  results: ResultColumns | null;
  below: RawRows;
} {
  const top = rows.slice(0, TITLE_ROWS).map((cells) => cells.map(cellText));
  const above = top.slice(0, Math.max(0, top.findIndex(isPerson)));
  const withNames = (at: number, results: ResultColumns | null) => ({
    names: (top[at] ?? []).map(looseName),
    results,
    below: rows.slice(at + 1),
  });
  for (const [at, texts] of top.entries()) {
    const results = resultColumns(texts, rows.slice(at + 1));
    if (results !== null) return withNames(at, results);
  }
  const widths = above.map((texts) => texts.filter((text) => text.trim() !== "").length);
  return withNames(widths.lastIndexOf(Math.max(...widths)), null);
}

/** Whether a row has an address, even a mistyped one. "Instagram @" is a header. */
function isPerson(texts: readonly string[]): boolean {
  return (
    texts.some((text) => mayHaveAddress(text) || veiledIn(text).length > 0) ||
    addressesOf(texts, null, null).length > 0
  );
}

/** An @, also in its wide forms. */
const AT = /[@＠﹫]/;
/** Signs that replace an @ so that programs don't find the address. */
const VEILED =
  /[\p{L}\p{N}._+-]{1,64}(?:\s{0,3}[([{<]\s{0,3}(?:at|ät)\s{0,3}[)\]}>]\s{0,3}|%40)[\p{L}\p{N}.-]{1,99}|\S{1,64} at \S{1,99} dot \S{1,64}/giu;
/** Only texts with such a word, which few have, are looked through. */
const VEIL = /%40|[\s([{<](?:at|ät)[\s)\]}>]/i;

function veiledIn(text: string): readonly string[] {
  return VEIL.test(text) ? (text.match(VEILED) ?? []) : [];
}

/**
 * Signs that join an address with other text: `Mail:ann@example.org`,
 * `a@example.org/b@example.org`.
 */
const JOINTS = /[:/|&=?()<>[\]"'\s]+/;

/**
 * The mailboxes of a row: in results, that of the recipient. `unreadable` gets the texts that look
 * like addresses but aren't; null for a row that doesn't count.
 */
function addressesOf(
  cells: readonly Cell[],
  results: ResultColumns | null,
  unreadable: Set<string> | null,
): string[] {
  const recipient = results?.recipient ?? null;
  // A row that wasn't part of the send has no recipient.
  const isNamed = recipient !== null && cellText(cells[recipient]).trim() !== "";
  const found = new Set<string>();
  for (const cell of isNamed ? [cells[recipient]] : cells) {
    const text = cellText(cell);
    for (const veiled of veiledIn(text)) unreadable?.add(veiled);
    if (!AT.test(text)) continue;
    const whole = repairedAddress(text);
    if (whole !== null) found.add(addressKey(whole));
    for (const piece of whole === null ? splitRecipients(text) : []) {
      const address = piece.address ?? repairedAddress(piece.text);
      if (address !== null) {
        found.add(addressKey(address));
        continue;
      }
      // Of people not to write to, rather one too many.
      const parts = piece.text.split(JOINTS).filter(isEmailAddress);
      for (const part of parts) found.add(addressKey(part));
      if (parts.length === 0 && AT.test(piece.text)) unreadable?.add(piece.text);
    }
  }
  return [...found];
}

function distinctTexts(
  cells: readonly Cell[],
  names: readonly string[],
  isOurs: ReadonlySet<string>,
  results: ResultColumns | null,
): Map<string, string> {
  const texts = new Map<string, string>();
  names.forEach((name, at) => {
    const text = comparedText(name, cellText(cells[at]));
    if (!isOurs.has(name) || text === "" || text.includes("@") || results?.own.has(at)) return;
    texts.set(name, text);
  });
  return texts;
}

/** The people of Cc or Bcc who get a copy: not those in another list. */
export function withoutOtherCopies(
  people: readonly Recipient[],
  elsewhere: PeopleElsewhere | undefined,
): readonly Recipient[] {
  if (elsewhere === undefined) return people;
  const left = people.filter(({ address }) => !elsewhere.noCopies.has(addressKey(address)));
  return left.length === people.length ? people : left;
}

/** The text of Cc or Bcc without the people in another list. */
export function copiesWithoutOthers(text: string, elsewhere: PeopleElsewhere | undefined): string {
  const { people } = readAddresses(text, "");
  const left = withoutOtherCopies(people, elsewhere);
  return left === people ? text : addressesText(left);
}

/** The people of two other lists. */
export function together(
  one: PeopleElsewhere | undefined,
  other: PeopleElsewhere,
): PeopleElsewhere {
  if (one === undefined) return other;
  const people = groupEntries(
    [...one.people, ...other.people].flatMap(([mailbox, found]) =>
      found.map((person) => [mailbox, person] as const),
    ),
  );
  const isAgain = other.files.every((name) => one.files.includes(name));
  return {
    files: [...new Set([...one.files, ...other.files])],
    mailboxes: new Set([...one.mailboxes, ...other.mailboxes]),
    noCopies: new Set([...one.noCopies, ...other.noCopies]),
    people,
    // Choosing the file of a partial comparison again makes it whole.
    ...(one.isPartial && !(isAgain && one.files.length === 1) && { isPartial: true as const }),
  };
}

/** Only the part about mailboxes that a list has, or that are in `others`: a draft keeps it. */
export function partOf(
  elsewhere: PeopleElsewhere,
  list: Pick<List, "rows">,
  others: string,
): PeopleElsewhere {
  const here = new Set([...mailboxesIn(list), ...addressesIn(others)]);
  const kept = (keys: ReadonlySet<string>) => new Set([...keys].filter((key) => here.has(key)));
  return {
    files: elsewhere.files,
    mailboxes: kept(elsewhere.mailboxes),
    noCopies: kept(elsewhere.noCopies),
    people: new Map([...elsewhere.people].filter(([mailbox]) => here.has(mailbox))),
    isPartial: true,
  };
}

/**
 * Whether the person of a row is in another list: certainly, perhaps (its mailbox is there, and
 * nothing tells its people apart), or it's someone else with the same mailbox, who didn't get the
 * email.
 */
export type OtherVerdict = "in" | "unclear" | "else";

/**
 * By id, of the rows whose mailbox is in another list: whether their person is. The user's answers
 * about rows don't count.
 */
export function inOthers(list: List): ReadonlyMap<number, OtherVerdict> {
  const { elsewhere } = list;
  const found = new Map<number, OtherVerdict>();
  if (elsewhere === undefined) return found;
  const groups = groupBy(list.rows.filter(isFilled), (row) => mailboxIn(list, row));
  for (const [mailbox, rows] of groups) {
    if (!elsewhere.mailboxes.has(mailbox)) continue;
    const people = elsewhere.people.get(mailbox) ?? [];
    const judge = judgeOf(list, rows, people);
    for (const row of rows) found.set(row.id, judge(row));
  }
  return found;
}

/**
 * More pairs of people with one mailbox take too long to compare at each change: ask about them.
 */
const MAX_PAIRS = 40_000;

/** Returns a function that judges the rows of a mailbox by the people who have it elsewhere. */
function judgeOf(
  list: List,
  rows: readonly Row[],
  people: readonly OtherPerson[],
): (row: Row) => OtherVerdict {
  if (rows.length * people.length > MAX_PAIRS) return () => "unclear";
  const ours = new Map(rows.map((row) => [row.id, textsOf(list, row)]));
  const distinct = distinctColumns([...ours.values(), ...people.map(({ texts }) => texts)]);
  const areNames = distinct.some(saysWho);
  if (rows.length === 1 && (people.length === 0 || distinct.length === 0))
    return () => (people.length === 0 || people.some(mayBeReached) ? "in" : "else");
  const mayBeAll = people.length >= rows.length && people.every(mayBeReached);
  const isResults = people.length > 0 && people.every(({ isReached }) => isReached !== null);
  return (row) => {
    const texts = ours.get(row.id) ?? new Map<string, string>();
    const likeness = people.map((person) => compare(texts, person.texts, distinct));
    const peopleWith = (wanted: Likeness) => people.filter((_, i) => likeness[i] === wanted);
    const same = peopleWith("same");
    if (same.length > 0) return same.some(mayBeReached) ? "in" : "else";
    // With another name than all of them, it may be a sibling.
    if (mayBeAll) return areNames && likeness.every((one) => one === "other") ? "unclear" : "in";
    if (rows.length === 1 && people.length === 1 && !areNames) return "else";
    // Of people not to write to, we don't leave anyone out because of a name.
    return isResults && !peopleWith("unclear").some(mayBeReached) ? "else" : "unclear";
  };
}

/** Anyone but those who didn't get the email. */
function mayBeReached({ isReached }: OtherPerson): boolean {
  return isReached !== false;
}

function textsOf({ columns }: List, { cells }: Row): Map<string, string> {
  return new Map(
    columns.flatMap((header, at): [string, string][] => {
      const name = looseName(header);
      const text = comparedText(name, cellText(cells[at]));
      return text === "" || text.includes("@") ? [] : [[name, text]];
    }),
  );
}

/** "Good, Ann" is Ann Good. */
function comparedText(column: string, text: string): string {
  const plain = comparable(text);
  return saysWho(column)
    ? plain
        .split(/[\s,;]+/)
        .toSorted()
        .join(" ")
        .trim()
    : plain;
}

/** The columns in which the people of a mailbox differ; only those with names, if there are any. */
function distinctColumns(all: readonly ReadonlyMap<string, string>[]): string[] {
  const columns = [...new Set(all.flatMap((texts) => [...texts.keys()]))];
  const distinct = columns.filter(
    (column) => new Set(all.flatMap((texts) => texts.get(column) ?? [])).size > 1,
  );
  const names = distinct.filter(saysWho);
  return names.length > 0 ? names : distinct;
}

/** Whether two people are the same, by their texts. */
type Likeness = "same" | "other" | "unclear";

function compare(
  one: ReadonlyMap<string, string>,
  other: ReadonlyMap<string, string>,
  columns: readonly string[],
): Likeness {
  const known = columns.filter((column) => one.has(column) && other.has(column));
  const equal = known.filter((column) => one.get(column) === other.get(column)).length;
  if (known.length === 0 || (equal > 0 && equal < known.length)) return "unclear";
  return equal > 0 ? "same" : "other";
}

/**
 * The list without the rows whose people are in another list; the user's answer about a row counts
 * first.
 */
export function withoutOthers(list: List): List {
  if (list.elsewhere === undefined) return list;
  const found = inOthers(list);
  const rows = list.rows.map((row): Row => {
    const judged = found.get(row.id);
    const isOut = judged !== undefined && (row.inOther ?? judged !== "else");
    if (isOut === (row.excluded === "in_other_list") || row.excluded === "filtered") return row;
    if (isOut) return { ...row, excluded: "in_other_list" };
    const { excluded: _, ...rest } = row;
    return rest;
  });
  return rows.every((row, at) => row === list.rows[at]) ? list : { ...list, rows };
}

/** Rows to ask about: their mailbox is in another list, but perhaps their person isn't. */
export function openOthers(list: List): readonly Row[] {
  const found = inOthers(list);
  return list.rows.filter(
    ({ id, excluded, inOther }) =>
      excluded !== "filtered" && inOther === undefined && found.get(id) === "unclear",
  );
}

/**
 * Rows that share a mailbox with someone in another list, but are included: it's someone else, as
 * far as we can tell.
 */
export function sharedOthers(list: List): readonly Row[] {
  const found = inOthers(list);
  return list.rows.filter(
    ({ id, excluded, inOther }) =>
      excluded === undefined && inOther === undefined && found.get(id) === "else",
  );
}

/**
 * The mailboxes that get no copy, by a column or by the addresses for everyone, because they are in
 * another list.
 */
export function skippedCopies(list: List, fixed: string): string[] {
  const { elsewhere, columns, mapping, several } = list;
  if (elsewhere === undefined) return [];
  const further = several?.as === "cc" ? several.columns : [];
  const copied = [mapping.cc, mapping.bcc, ...further].flatMap((header) =>
    header === null ? [] : columns.indexOf(header),
  );
  const texts = list.rows
    .filter((row) => row.skipped === null && isIncluded(row))
    .flatMap(({ cells }) => copied.map((at) => cellText(cells[at])));
  const found = [...texts, fixed]
    .flatMap(addressesIn)
    .filter((mailbox) => elsewhere.noCopies.has(mailbox));
  return [...new Set(found)];
}
