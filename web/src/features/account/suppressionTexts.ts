import { checkRecipient } from "@sendwright/core/check/address";
import { AppError, MAX_SUPPRESSIONS, type Suppression } from "@sendwright/core/contract";
import { cellText, type List } from "@sendwright/core/list/list";
import { addressesInCell } from "@sendwright/core/list/severalAddresses";
import { andMore, pluralize } from "@sendwright/core/pluralize";
import { splitRecipients } from "@sendwright/core/recipients/list";
import { addressKey, type RecipientText } from "@sendwright/core/recipients/recipients";
import { withCommas } from "@sendwright/core/withCommas";

/** The addresses in a text or file, each mailbox once, and the texts that should be some. */
export interface FoundAddresses {
  addresses: string[];
  wrong: string[];
  /** The header of the column in which they are; absent if they are in no file. */
  column?: string;
  /** The headers of other columns with addresses, which weren't read. */
  others?: readonly string[];
  /** The sheet in which they are, if the workbook has others, which weren't read. */
  sheet?: string;
}

/** The addresses in a typed or pasted text. Words without an @ count only if there is nothing else. */
export function addressesInText(text: string): FoundAddresses {
  const pieces = splitRecipients(text);
  const meant = pieces.filter((piece) => piece.address !== null || piece.text.includes("@"));
  return foundIn(meant.length > 0 ? meant : pieces);
}

/**
 * The addresses in the column of addresses of a list, its header included, as a file may have none.
 * Throws AppError `csv_unreadable` if it has no such column, `too_many_suppressions` if the list
 * doesn't hold all rows of its file.
 */
export function addressesInList(list: List): FoundAddresses {
  const { address } = list.mapping;
  const { name } = list.source;
  if (list.beyond > 0) {
    const rows = pluralize(list.rows.length + list.beyond, "row");
    const most = withCommas(MAX_SUPPRESSIONS);
    throw new AppError(
      "too_many_suppressions",
      `${name} has ${rows}. None was added, because a list has at most ${most} people.`,
    );
  }
  if (address === null)
    throw new AppError("csv_unreadable", `${name} has no column with email addresses.`);
  const at = list.columns.indexOf(address);
  const textsOf = (column: number) => list.rows.map(({ cells }) => cellText(cells[column]));
  const header = addressesInCell(address).filter(isAddress);
  const found = foundIn([...header, ...textsOf(at).flatMap(addressesInCell)]);
  if (header.length > 0) return found;
  const others = list.columns.filter(
    (_, column) =>
      column !== at && textsOf(column).some((text) => addressesInCell(text).some(isAddress)),
  );
  return { ...found, column: address, ...(others.length > 0 && { others }) };
}

function isAddress({ address }: RecipientText): boolean {
  return address !== null;
}

function foundIn(pieces: readonly RecipientText[]): FoundAddresses {
  const addresses = new Map<string, string>();
  const wrong: string[] = [];
  for (const { text, address } of pieces) {
    const found = address ?? checkRecipient(text).recipient?.address ?? null;
    if (found === null) wrong.push(text);
    else if (!addresses.has(addressKey(found))) addresses.set(addressKey(found), found);
  }
  return { addresses: [...addresses.values()], wrong };
}

/** How many more people the list has room for. */
export function roomFor(
  addresses: readonly string[],
  suppressions: readonly Suppression[],
): { room: number; fits: boolean } {
  const known = new Set(suppressions.map(({ address }) => addressKey(address)));
  const room = MAX_SUPPRESSIONS - suppressions.length;
  const more = addresses.filter((address) => !known.has(addressKey(address))).length;
  return { room, fits: more <= room };
}

/** Why none of so many new people was added. */
export function fullMessage(room: number, count: number): string {
  const has =
    room === 0
      ? "Your list is full"
      : `Your list has room for ${withCommas(room)} more ${room === 1 ? "person" : "people"}`;
  return `${has}, and ${pluralize(count, "address was", "addresses were")} given. None was added. A list has at most ${withCommas(MAX_SUPPRESSIONS)} people.`;
}

/** A message names at most this many texts that aren't addresses. */
export const MAX_NAMED = 5;

/** What happened to addresses that were given: how many were added, and which weren't. */
export function addedMessage(added: number, given: FoundAddresses, isLeft: boolean): string {
  const { wrong, others = [], sheet } = given;
  const sentences = [addedWords(added, given), knownWords(added, given)];
  if (wrong.length > 0) {
    const are =
      wrong.length === 1
        ? "1 isn't an email address"
        : `${withCommas(wrong.length)} aren't email addresses`;
    sentences.push(`${are}${isLeft ? ", and still in the field" : ""}: ${named(wrong, short)}.`);
  }
  if (others.length > 0)
    sentences.push(`Addresses in other columns weren't added: ${named(others, quoted)}.`);
  if (sheet !== undefined) sentences.push(`Only the sheet ${quoted(sheet)} was read.`);
  return sentences.filter((sentence) => sentence !== "").join(" ");
}

function addedWords(added: number, { addresses, column }: FoundAddresses): string {
  if (added === 0) return addresses.length === 0 ? "No one was added." : "";
  const from = column === undefined ? "" : `, from the column “${column}”`;
  return `${pluralize(added, "person", "people")} added${from}.`;
}

function knownWords(added: number, { addresses }: FoundAddresses): string {
  const known = addresses.length - added;
  if (known === 0) return "";
  return added === 0 && known === 1
    ? `${addresses[0]} is on your list already.`
    : `${pluralize(known, "was", "were")} on your list already.`;
}

function named(all: readonly string[], write: (text: string) => string): string {
  return andMore(all.slice(0, MAX_NAMED).map(write), all.length);
}

function quoted(name: string): string {
  return `“${short(name)}”`;
}

function short(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
