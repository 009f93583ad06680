import { MAX_VALUE_LENGTH } from "../contract/limits.ts";
import { splitRecipients } from "../recipients/list.ts";
import {
  addressKey,
  parseRecipient,
  pieceKey,
  type Recipient,
  type RecipientText,
} from "../recipients/recipients.ts";
import { getsNoCopies, type List, type Row, textIn } from "./list.ts";
import { isSuppressed, type Suppressed } from "./suppressed.ts";

/** One of a row's addresses, valid or not, and the column in which it is. */
export interface OwnAddress extends RecipientText {
  header: string;
}

/** The parts of a list that decide which addresses its rows have. */
export type AddressedList = Pick<List, "columns" | "mapping" | "several" | "elsewhere">;

/** What of a row says whom its email goes to. */
type AddressedCells = Pick<Row, "cells" | "part" | "received">;

/** Google Contacts puts this between two values of a field. */
const COLONS = /:{3,}/g;
/** A slash or bar between two addresses. In a local part, a slash may be part of the address. */
const BARS = /(@[^\s,;/|@]+)[/|](?=[^\s,;/|@]+@)/g;
/** What separates two addresses in words or signs. */
const BETWEEN = /^(?:and|or|und|oder|et|ou|y|o|e|[^\p{L}\p{N}]+)$/iu;
/** A text that should be an address, although it may not be one. */
const LIKE_ADDRESS = /[@＠﹫]|[([{<]\s?(?:at|ät)\s?[)\]}>]|%40/i;

/**
 * The addresses in a cell, valid or not, with their names: separated by commas, semicolons, line
 * breaks, spaces, bars, or the ` ::: ` of Google Contacts. A cell with at most one address is one
 * text as it is; a blank cell has none. Linear in the text.
 */
export function addressesInCell(text: string): readonly RecipientText[] {
  // Words beside addresses aren't addresses.
  return piecesOfCell(text).filter((piece, _, { length }) => length === 1 || isLikeAddress(piece));
}

/** The words beside several addresses in a cell, which are no one's name; "" if there are none. */
export function wordsBeside(text: string): string {
  const pieces = piecesOfCell(text);
  return pieces.length === 1
    ? ""
    : pieces
        .filter((piece) => !isLikeAddress(piece) && !BETWEEN.test(piece.text))
        .map((piece) => piece.text)
        .join(" ");
}

/** The addresses in a cell and the words beside them; the cell as it is if it has no two addresses. */
function piecesOfCell(text: string): readonly RecipientText[] {
  const given = text.trim();
  if (given === "") return [];
  const one = { text: given, address: null, name: "" };
  if (given.length > MAX_VALUE_LENGTH || !/@|%40/.test(given)) return [one];
  const whole = parseRecipient(given);
  if (whole !== null) return [{ text: given, ...whole }];
  const pieces = splitRecipients(given.replace(COLONS, ";").replace(BARS, "$1;"));
  return pieces.filter(isLikeAddress).length < 2 ? [one] : pieces;
}

function isLikeAddress({ text }: RecipientText): boolean {
  return LIKE_ADDRESS.test(text);
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

/** Puts the column of addresses first, and the other columns in the list's order. */
export function orderColumns(
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
  /** Those that already got this email, while others of the row didn't. */
  received: readonly Recipient[];
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
  row: AddressedCells,
  suppressed?: Suppressed,
): Addressed | null {
  const { several, elsewhere } = list;
  if (several?.as !== "cc") return null;
  const all = ownAddresses(list, row, orderColumns(list, several.columns));
  const keyed = all.map((own) => ({
    own,
    key: own.address === null ? null : addressKey(own.address),
  }));
  const usable = keyed.filter(({ key }) => key !== null && !getsNoCopies(elsewhere, key));
  const isOld = ({ key }: { key: string | null }) => row.received?.includes(key ?? "") === true;
  const left = usable.filter((one) => !isOld(one));
  // Once no other address is left, the mark says nothing.
  const [open, old] = left.length === 0 ? [usable, []] : [left, usable.filter(isOld)];
  const out = open.filter(({ own }) => isSuppressed(own.address, suppressed));
  const valid = open.filter((one) => !out.includes(one));
  const to = (valid[0] ?? out[0])?.own ?? all.find(({ address }) => address !== null) ?? all[0];
  if (to === undefined) return null;
  const people = (found: typeof keyed): Recipient[] =>
    found.flatMap(({ own: { address, name } }) => (address === null ? [] : { address, name }));
  return {
    to,
    valid: people(valid),
    suppressed: people(out),
    received: people(old),
    all,
  };
}

/** The text of the address that a row's email goes to; "" if no column holds the addresses. */
export function recipientIn(list: AddressedList, row: AddressedCells): string {
  const { address } = list.mapping;
  const to = list.several?.as === "cc" ? addressedIn(list, row)?.to.text : undefined;
  return to ?? (address === null ? "" : textIn(list, row, address));
}

/** The text of a cell with one of its addresses written another way, or without it. */
export function withAddress(cell: string, text: string, written: string): string {
  const pieces = piecesOfCell(cell).map((piece) => (piece.text === text ? written : piece.text));
  return pieces.filter((piece) => piece !== "").join(", ");
}
