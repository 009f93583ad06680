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
}

/** The addresses in a typed or pasted text. Words without an @ count only if there is nothing else. */
export function addressesInText(text: string): FoundAddresses {
  const pieces = splitRecipients(text);
  const meant = pieces.filter((piece) => piece.address !== null || piece.text.includes("@"));
  return foundIn(meant.length > 0 ? meant : pieces);
}

/**
 * The addresses in the column of addresses of a list, its header included, as a file may have none.
 * Throws AppError `csv_unreadable` if it has no such column.
 */
export function addressesInList(list: List): FoundAddresses {
  const { address } = list.mapping;
  if (address === null) {
    const message = `${list.source.name} has no column with email addresses.`;
    throw new AppError("csv_unreadable", message);
  }
  const at = list.columns.indexOf(address);
  const texts = list.rows.map(({ cells }) => cellText(cells[at]));
  const header = addressesInCell(address).filter((piece) => piece.address !== null);
  const found = foundIn([...header, ...texts.flatMap(addressesInCell)]);
  return header.length > 0 ? found : { ...found, column: address };
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

const MAX_NAMED = 5;

/** What happened to addresses that were given: how many were added, and which weren't. */
export function addedMessage(added: number, given: FoundAddresses, isLeft: boolean): string {
  const { addresses, wrong, column } = given;
  const from = column === undefined ? "" : `, from the column “${column}”`;
  const known = addresses.length - added;
  const sentences: string[] = [];
  if (addresses.length === 0 || added > 0)
    sentences.push(
      added === 0 ? "No one was added." : `${pluralize(added, "person", "people")} added${from}.`,
    );
  if (known > 0)
    sentences.push(
      added === 0 && addresses.length === 1
        ? `${addresses[0]} is on your list already.`
        : `${pluralize(known, "was", "were")} on your list already.`,
    );
  if (wrong.length > 0) {
    const named = andMore(wrong.slice(0, MAX_NAMED).map(short), wrong.length);
    const are =
      wrong.length === 1
        ? "1 text isn't an address"
        : `${withCommas(wrong.length)} texts aren't addresses`;
    sentences.push(`${are}${isLeft ? ", and still in the field" : ""}: ${named}.`);
  }
  return sentences.join(" ");
}

function short(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
