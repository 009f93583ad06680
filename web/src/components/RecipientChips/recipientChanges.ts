import { cannotAddMore } from "@sendwright/core/contract";
import { addressesInCell } from "@sendwright/core/list/severalAddresses";
import { leftOutSentence } from "@sendwright/core/recipients/faults";
import { splitRecipients } from "@sendwright/core/recipients/list";
import { leftOutLines, pastedPeople } from "@sendwright/core/recipients/pasted";
import { addressKey, pieceKey, type RecipientText } from "@sendwright/core/recipients/recipients";
import { hasOther, isTableCut, wordsOf } from "./pastedTable.ts";

/** A list of recipients after something was done to it, and what there is to say about that. */
export interface RecipientChange {
  recipients: readonly RecipientText[];
  /** Errors, in the specification's words (rule: recipients). */
  errors: readonly string[];
  /** Pasted addresses that were not added. */
  ignored: readonly RecipientText[];
  /** The texts left out around the addresses that were added, in sentences. */
  leftOut: readonly string[];
  /** The success message of a paste. */
  success: string | null;
}

export interface PastedChange extends RecipientChange {
  /** Whether it was a table with more than the names and addresses that were added. */
  isTableCut: boolean;
  /** The `addressKey`s of everyone in it, also of those who were there before. */
  people: ReadonlySet<string>;
}

export interface TypedChange extends RecipientChange {
  /** The text that stays in the field because there was no room for it. */
  rest: string;
}

export const invalidEmail = (text: string) => `Invalid email format: ${text}`;
const alreadyAdded = (text: string) => `Email already added: ${text}`;

function unchanged(recipients: readonly RecipientText[]): RecipientChange {
  return { recipients, errors: [], ignored: [], leftOut: [], success: null };
}

/** The `addressKey`s of the addresses. */
function keysOf(recipients: readonly RecipientText[]): Set<string> {
  return new Set(
    recipients.flatMap(({ address }) => (address === null ? [] : addressKey(address))),
  );
}

/** The recipients in a text, also those between which there is only a slash or a bar. */
function piecesOf(text: string): RecipientText[] {
  return splitRecipients(text).flatMap((piece) =>
    piece.address === null ? addressesInCell(piece.text) : piece,
  );
}

/**
 * Adds the typed text to the list. Adds invalid addresses too, to be fixed there: a mistyped person
 * must not get lost.
 */
export function addTyped(list: readonly RecipientText[], text: string, limit: number): TypedChange {
  const recipients = [...list];
  const keys = keysOf(list);
  const errors: string[] = [];
  const rest: string[] = [];
  for (const piece of piecesOf(text)) {
    const { address } = piece;
    if (address !== null && keys.has(addressKey(address))) {
      errors.push(alreadyAdded(address));
      continue;
    }
    if (recipients.length < limit) {
      recipients.push(piece);
      if (address !== null) keys.add(addressKey(address));
      else errors.push(invalidEmail(piece.text));
      continue;
    }
    rest.push(piece.text);
    if (rest.length === 1)
      errors.push(address === null ? invalidEmail(piece.text) : cannotAddMore(limit));
  }
  const leftOut = leftOutOfNew(list, recipients);
  return { ...unchanged(recipients), errors, leftOut, rest: rest.join(", ") };
}

/** Adds the addresses of a pasted text that are new and for which there is room. */
export function addPasted(
  list: readonly RecipientText[],
  text: string,
  limit: number,
): PastedChange {
  const pieces = pastedPeople(text);
  const recipients = [...list];
  const invalid: RecipientText[] = [];
  const tooMany: RecipientText[] = [];
  const seen = keysOf(list);
  for (const piece of pieces) {
    const key = pieceKey(piece);
    if (seen.has(key)) continue;
    seen.add(key);
    if (piece.address === null) invalid.push(piece);
    else if (recipients.length < limit) recipients.push(piece);
    else tooMany.push(piece);
  }
  const added = recipients.length - list.length;
  const people = keysOf(pieces);
  const known = new Set(pieces.flatMap((one) => wordsOf(`${one.text} ${one.name}`)));
  const errors: string[] = [];
  if (tooMany.length > 0) errors.push(`Pasted emails exceed limit (${limit}). Some were ignored.`);
  if (invalid.length > 0 || hasOtherWords(text, known))
    errors.push("Pasted text contained invalid email formats. They were ignored.");
  if (added === 0 && tooMany.length === 0 && people.size > 0)
    errors.push("Pasted emails were already added.");
  return {
    recipients,
    errors,
    ignored: [...invalid, ...tooMany],
    leftOut: [...leftOutOfNew(list, recipients), ...leftOutLines(text)],
    success: added > 0 ? `Added ${added} email(s) from paste.` : null,
    isTableCut: isTableCut(text, known, tooMany.length > 0),
    people,
  };
}

/** Whether a text has words that are no one's address or name. */
function hasOtherWords(text: string, known: ReadonlySet<string>): boolean {
  return piecesOf(text).some(
    (piece) => piece.address === null && /\p{L}/u.test(piece.text) && hasOther(piece.text, known),
  );
}

function leftOutOfNew(before: readonly RecipientText[], after: readonly RecipientText[]): string[] {
  return after
    .filter((piece) => !before.includes(piece))
    .flatMap(({ text }) => leftOutSentence(text) ?? []);
}

/**
 * Puts a corrected text in one recipient's place; several addresses become several recipients.
 * Blank text takes it out.
 */
export function correct(
  list: readonly RecipientText[],
  index: number,
  text: string,
  limit: number,
): RecipientChange {
  const others = list.toSpliced(index, 1);
  const pieces = piecesOf(text);
  const [first] = pieces;
  if (!first) return unchanged(others);
  if (pieces.length > 1 && pieces.every((piece) => piece.text.includes("@"))) {
    const several = addTyped(others, text, limit);
    if (several.rest !== "") return { ...unchanged(list), errors: several.errors };
    const added = several.recipients.slice(others.length);
    return { ...several, recipients: others.toSpliced(index, 0, ...added) };
  }
  const corrected = pieces.length === 1 ? first : { text: text.trim(), address: null, name: "" };
  if (corrected.address === null) {
    return { ...unchanged(list.with(index, corrected)), errors: [invalidEmail(corrected.text)] };
  }
  if (keysOf(others).has(addressKey(corrected.address)))
    return { ...unchanged(others), errors: [alreadyAdded(corrected.address)] };
  const after = list.with(index, corrected);
  return { ...unchanged(after), leftOut: leftOutOfNew(list, after) };
}
