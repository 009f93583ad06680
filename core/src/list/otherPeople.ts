import { groupBy } from "../groupBy.ts";
import { comparable } from "../placeholders/grammar.ts";
import { looseName } from "../placeholders/likeness.ts";
import { repairedAddress } from "../recipients/faults.ts";
import { splitRecipients } from "../recipients/list.ts";
import { saysWho } from "../recipients/personName.ts";
import { addressKey, isEmailAddress, pieceKey } from "../recipients/recipients.ts";
import { mayHaveAddress } from "../table/addressColumns.ts";
import { type Cell, cellText, type List, type OtherPerson, type PeopleElsewhere } from "./list.ts";
import { hasTwin, type ResultColumns, reachedBy, resultColumns } from "./resultFile.ts";

/**
 * A sheet of another list, or a file, as it is: every row with its cells, the first one included.
 */
export type RawRows = readonly (readonly Cell[])[];

/** The people of another list, to skip them in this one. */
export interface OtherPeople extends Pick<PeopleElsewhere, "people"> {
  /** Rows of results whose people didn't get the email: they don't count. */
  notReached: number;
  /** Texts that look like addresses but aren't. */
  unreadable: readonly string[];
}

/** Every mailbox in the cells of a list. */
export function mailboxesIn({ rows }: Pick<List, "rows">): Set<string> {
  return new Set(rows.flatMap(({ cells }) => cells.flatMap((cell) => addressesIn(cellText(cell)))));
}

/** The keys of the addresses in a text. */
export function addressesIn(text: string): string[] {
  if (!text.includes("@")) return [];
  return splitRecipients(text).flatMap((piece) => (piece.address === null ? [] : pieceKey(piece)));
}

/** Names at most this many texts that can't be read. */
const MAX_UNREADABLE = 20;

/**
 * Returns the people in another list, with their texts in the columns of this one. Reads every sheet
 * and row, including the first, and every cell with an address. Returns null if there is no address.
 */
export function peopleIn(
  sheets: readonly RawRows[],
  columns: readonly string[],
): OtherPeople | null {
  const people = new Map<string, OtherPerson[]>();
  const unreadable = new Set<string>();
  const isOurs = new Set(columns.map(looseName));
  let notReached = 0;
  let hasPerson = false;
  for (const rows of sheets) {
    const table = splitTable(rows);
    const { results, names } = table;
    for (const cells of table.people) {
      const isReachedByStatus = results && reachedBy(results, cells);
      // People who didn't get the email aren't skipped, so their texts needn't be readable.
      const found = addressesOf(cells, results, isReachedByStatus === false ? null : unreadable);
      const earlier = found.flatMap((mailbox) => people.get(mailbox) ?? []);
      const isReached =
        results && isReachedByStatus === false
          ? hasTwin(results, cells, earlier)
          : isReachedByStatus;
      if (found.length > 0 || isReached === false) hasPerson = true;
      if (isReached === false) notReached += 1;
      const person = { texts: sharedTexts(cells, names, isOurs, results), isReached };
      for (const mailbox of found) addTo(people, mailbox, person);
    }
  }
  if (!hasPerson && unreadable.size === 0) return null;
  return { people, notReached, unreadable: [...unreadable].slice(0, MAX_UNREADABLE) };
}

function addTo(people: Map<string, OtherPerson[]>, mailbox: string, person: OtherPerson): void {
  const known = people.get(mailbox);
  if (known) known.push(person);
  else people.set(mailbox, [person]);
}

/** The most rows above the first person. */
const TITLE_ROWS = 50;

/**
 * The headers of a table, if it has any, the columns of results, and its people: all rows but the
 * headers and the titles, which have no address.
 */
function splitTable(rows: RawRows): {
  names: string[];
  results: ResultColumns | null;
  people: RawRows;
} {
  const top = rows.slice(0, TITLE_ROWS).map((cells) => cells.map(cellText));
  const above = top.slice(0, Math.max(0, top.findIndex(isPerson)));
  const namesIn = (at: number) => (top[at] ?? []).map(looseName);
  for (const [at, texts] of top.entries()) {
    const below = rows.slice(at + 1);
    const results = resultColumns(texts, below);
    if (results === null) continue;
    const people = rows.slice(0, at).filter((_, row) => isPerson(top[row] ?? []));
    return { names: namesIn(at), results, people: [...people, ...below] };
  }
  const widths = above.map((texts) => texts.filter((text) => text.trim() !== "").length);
  const header = widths.lastIndexOf(Math.max(...widths));
  return { names: namesIn(header), results: null, people: rows.slice(header + 1) };
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
      // It is safer to skip one person too many.
      const parts = piece.text.split(JOINTS).filter(isEmailAddress);
      for (const part of parts) found.add(addressKey(part));
      if (parts.length === 0 && AT.test(piece.text)) unreadable?.add(piece.text);
    }
  }
  return [...found];
}

/** One object for the many people about whom a list of addresses says nothing else. */
const NO_TEXTS: ReadonlyMap<string, string> = new Map();

function sharedTexts(
  cells: readonly Cell[],
  names: readonly string[],
  isOurs: ReadonlySet<string>,
  results: ResultColumns | null,
): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  names.forEach((name, at) => {
    const text = comparedText(name, cellText(cells[at]));
    if (!isOurs.has(name) || text === "" || text.includes("@") || results?.own.has(at)) return;
    texts.set(name, text);
  });
  return texts.size === 0 ? NO_TEXTS : texts;
}

/** Joins the people of two other lists. Their order doesn't matter. */
export function mergePeopleElsewhere(
  one: PeopleElsewhere | undefined,
  other: PeopleElsewhere,
): PeopleElsewhere {
  if (one === undefined) return other;
  const people = new Map(one.people);
  for (const [mailbox, found] of other.people)
    people.set(mailbox, distinctPeople(people.get(mailbox) ?? [], found));
  const isAgain = other.files.every((name) => one.files.includes(name));
  return {
    files: [...new Set([...one.files, ...other.files])],
    people,
    // Choosing the file of a partial comparison again makes it whole.
    ...(one.isPartial && !(isAgain && one.files.length === 1) && { isPartial: true as const }),
  };
}

/**
 * Joins the people of one mailbox in two lists. Someone who is in both, with the same texts, is one
 * person, and the list that more surely keeps them from getting this email counts.
 */
function distinctPeople(
  one: readonly OtherPerson[],
  other: readonly OtherPerson[],
): readonly OtherPerson[] {
  if (one.length === 0) return other;
  const [ours, theirs] = [byTexts(one), byTexts(other)];
  return [...new Set([...ours.keys(), ...theirs.keys()])].flatMap((texts) => {
    const [a = [], b = []] = [ours.get(texts), theirs.get(texts)];
    const [many, few] = a.length > b.length ? [a, b] : [b, a];
    return many.map((person, at) => {
      const same = few[at] ?? person;
      return certainty(same) > certainty(person) ? same : person;
    });
  });
}

/** Groups people with the same texts, those who surely don't get this email first. */
function byTexts(people: readonly OtherPerson[]): Map<string, OtherPerson[]> {
  const sorted = people.toSorted((a, b) => certainty(b) - certainty(a));
  return groupBy(sorted, ({ texts }) => JSON.stringify([...texts].sort()));
}

/** How sure it is that someone in another list isn't to get this email. */
function certainty({ isReached }: OtherPerson): number {
  return [false, true, null].indexOf(isReached);
}

/** Only the part about mailboxes that a list has, or that are in `others`: a draft keeps it. */
export function peopleElsewhereIn(
  elsewhere: PeopleElsewhere,
  list: Pick<List, "rows">,
  others: string,
): PeopleElsewhere {
  const here = new Set([...mailboxesIn(list), ...addressesIn(others)]);
  return {
    files: elsewhere.files,
    people: new Map([...elsewhere.people].filter(([mailbox]) => here.has(mailbox))),
    isPartial: true,
  };
}

/** "Good, Ann" is Ann Good. */
export function comparedText(column: string, text: string): string {
  const plain = comparable(text);
  return saysWho(column)
    ? plain
        .split(/[\s,;]+/)
        .toSorted()
        .join(" ")
        .trim()
    : plain;
}
