import { MAX_VALUE_LENGTH } from "../contract/limits.ts";
import { splitRecipients } from "../recipients/list.ts";
import {
  addressKey,
  parseRecipient,
  pieceKey,
  type Recipient,
  type RecipientText,
} from "../recipients/recipients.ts";
import { type List, type Row, textIn } from "./list.ts";
import { isSuppressed, type Suppressed } from "./suppressed.ts";

/** One of a row's addresses, valid or not, and the column in which it is. */
export interface OwnAddress extends RecipientText {
  header: string;
}

/** What of a list says which addresses its rows have. */
export type AddressedList = Pick<List, "columns" | "mapping" | "several" | "elsewhere">;

/** Google Contacts puts this between two values of a field. */
const COLONS = /:{3,}/g;
/** A slash or bar between two addresses. In a local part, a slash may be part of the address. */
const BARS = /(@[^\s,;/|@]+)[/|](?=[^\s,;/|@]+@)/g;
/** A text that should be an address, although it may not be one. */
const LIKE_ADDRESS = /[@＠﹫]|[([{<]\s?(?:at|ät)\s?[)\]}>]|%40/i;

/**
 * The addresses in a cell, valid or not, with their names: separated by commas, semicolons, line
 * breaks, spaces, bars, or the ` ::: ` of Google Contacts. A cell with at most one address is one
 * text as it is; a blank cell has none. Linear in the text.
 */
export function addressesInCell(text: string): readonly RecipientText[] {
  const given = text.trim();
  if (given === "") return [];
  const one = { text: given, address: null, name: "" };
  if (given.length > MAX_VALUE_LENGTH || !given.includes("@")) return [one];
  const whole = parseRecipient(given);
  if (whole !== null) return [{ text: given, ...whole }];
  const written = given.replace(COLONS, ";").replace(BARS, "$1;");
  // Words beside addresses aren't addresses.
  const found = splitRecipients(written).filter((piece) => LIKE_ADDRESS.test(piece.text));
  return found.length < 2 ? [one] : found;
}

/**
 * The addresses of a row in these columns, each mailbox once, in the order of the columns. In a
 * column besides that of addresses, a text that can't be meant as an address counts as blank.
 */
export function ownAddresses(
  list: Pick<List, "columns" | "mapping">,
  row: Pick<Row, "cells" | "part">,
  columns: readonly string[],
): OwnAddress[] {
  const seen = new Set<string>();
  const { address } = list.mapping;
  // A part has the other columns of the row that was split.
  return (row.part ? columns.filter((header) => header === address) : columns).flatMap((header) =>
    addressesInCell(textIn(list, row, header)).flatMap((piece) => {
      const key = pieceKey(piece);
      if (seen.has(key) || (header !== address && !LIKE_ADDRESS.test(piece.text))) return [];
      seen.add(key);
      return { ...piece, header };
    }),
  );
}

/**
 * Whether a row needs a decision: it has several addresses, one of them twice, or none in the
 * column of addresses but one in another column.
 */
export function isSeveral(
  list: Pick<List, "columns" | "mapping">,
  row: Pick<Row, "cells" | "part">,
  own: readonly OwnAddress[],
): boolean {
  const [first, second] = own;
  const { address } = list.mapping;
  if (first === undefined || address === null) return false;
  if (second !== undefined || first.header !== address) return true;
  const text = textIn(list, row, address);
  return first.text !== text.trim() && addressesInCell(text).length > 1;
}

/** These columns, the one of addresses first, the others in the list's order. */
export function inOrder(
  { columns, mapping }: Pick<List, "columns" | "mapping">,
  chosen: readonly string[],
): string[] {
  const rank = (header: string) => (header === mapping.address ? -1 : columns.indexOf(header));
  return columns.filter((header) => chosen.includes(header)).sort((a, b) => rank(a) - rank(b));
}

/** To whom a row's only email goes if the others get copies. */
export interface Addressed {
  /** An invalid one only if the row has no valid one. */
  to: OwnAddress;
  /** Every valid address that may be written to, `to` first; none if there is none. */
  valid: readonly Recipient[];
  /** The others that are valid, but on your list of people you don't email. */
  suppressed: readonly Recipient[];
  /** Every address of the row. */
  all: readonly OwnAddress[];
}

/**
 * The addresses of a row whose only email goes to the first that may be written to, with copies to
 * the others, if the person decided so; null otherwise, and for a row without any. `to` is on the
 * list of people you don't email only if all of them are.
 */
export function addressedIn(
  list: AddressedList,
  row: Pick<Row, "cells" | "part">,
  suppressed?: Suppressed,
): Addressed | null {
  const { several, elsewhere } = list;
  if (several?.as !== "cc") return null;
  const all = ownAddresses(list, row, inOrder(list, several.columns));
  const isOut = (key: string) => elsewhere?.noCopies.has(key) === true;
  const may = all.filter(({ address }) => address !== null && !isOut(addressKey(address)));
  const out = may.filter(({ address }) => isSuppressed(address, suppressed));
  const valid = may.filter((own) => !out.includes(own));
  const to = valid[0] ?? out[0] ?? all.find(({ address }) => address !== null) ?? all[0];
  if (to === undefined) return null;
  return { to, valid: peopleOf(valid), suppressed: peopleOf(out), all };
}

function peopleOf(addresses: readonly OwnAddress[]): Recipient[] {
  return addresses.flatMap(({ address, name }) => (address === null ? [] : { address, name }));
}

/** The text of the address that a row's email goes to; "" if no column holds the addresses. */
export function recipientIn(list: AddressedList, row: Pick<Row, "cells" | "part">): string {
  const { address } = list.mapping;
  const to = list.several?.as === "cc" ? addressedIn(list, row)?.to.text : undefined;
  return to ?? (address === null ? "" : textIn(list, row, address));
}

/** The text of a cell with one of its addresses written another way, or without it. */
export function withAddress(cell: string, text: string, written: string): string {
  const pieces = addressesInCell(cell).map((piece) => (piece.text === text ? written : piece.text));
  return pieces.filter((piece) => piece !== "").join(", ");
}
