import { cannotAddMore } from "@sendwright/core/contract";
import { addressesInCell } from "@sendwright/core/list/severalAddresses";
import { leftOutOf } from "@sendwright/core/recipients/faults";
import { splitRecipients } from "@sendwright/core/recipients/list";
import { pastedPeople } from "@sendwright/core/recipients/pasted";
import { addressKey, type RecipientText } from "@sendwright/core/recipients/recipients";

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

/** As `RecipientChange`; `rest` is what stays in the field because it could not be added. */
export interface TypedChange extends RecipientChange {
  rest: string;
}

export const invalidEmail = (text: string) => `Invalid email format: ${text}`;
const alreadyAdded = (text: string) => `Email already added: ${text}`;

function unchanged(recipients: readonly RecipientText[]): RecipientChange {
  return { recipients, errors: [], ignored: [], leftOut: [], success: null };
}

function has(recipients: readonly RecipientText[], address: string): boolean {
  const key = addressKey(address);
  return recipients.some(
    (recipient) => recipient.address !== null && addressKey(recipient.address) === key,
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
  const errors: string[] = [];
  const rest: string[] = [];
  for (const piece of piecesOf(text)) {
    if (piece.address !== null && has(recipients, piece.address))
      errors.push(alreadyAdded(piece.address));
    else if (recipients.length >= limit) {
      rest.push(piece.text);
      if (rest.length === 1)
        errors.push(piece.address === null ? invalidEmail(piece.text) : cannotAddMore(limit));
    } else {
      recipients.push(piece);
      if (piece.address === null) errors.push(invalidEmail(piece.text));
    }
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
  for (const piece of pieces) {
    if (piece.address === null) invalid.push(piece);
    else if (has(recipients, piece.address)) continue;
    else if (recipients.length < limit) recipients.push(piece);
    else tooMany.push(piece);
  }
  const added = recipients.length - list.length;
  const errors: string[] = [];
  if (tooMany.length > 0) errors.push(`Pasted emails exceed limit (${limit}). Some were ignored.`);
  const known = new Set(pieces.flatMap((one) => wordsOf(`${one.text} ${one.name}`)));
  if (invalid.length > 0 || hasOtherWords(text, known))
    errors.push("Pasted text contained invalid email formats. They were ignored.");
  const isOld = added === 0 && tooMany.length === 0 && invalid.length < pieces.length;
  if (isOld) errors.push("Pasted emails were already added.");
  const success = added > 0 ? `Added ${added} email(s) from paste.` : null;
  const ignored = [...invalid, ...tooMany];
  const cells = pieces.length === 0 ? [] : cellsOf(text);
  const isTableCut =
    cells.length > 0 && (tooMany.length > 0 || cells.some((cell) => hasOther(cell, known)));
  const leftOut = leftOutOfNew(list, recipients);
  const people = new Set(
    pieces.flatMap(({ address }) => (address === null ? [] : addressKey(address))),
  );
  return { recipients, errors, ignored, leftOut, success, isTableCut, people };
}

/** The cells of a table's rows, without its headers; none if the text is no table. */
function cellsOf(text: string): string[] {
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== "");
  const [first = ""] = lines;
  const cells = (line: string, separator: string) => line.split(separator);
  const isSeparator = (separator: string) => {
    const width = cells(first, separator).length;
    if (width < 2 || lines.length < 2) return false;
    if (separator === "\t") return lines.some((line, at) => at > 0 && line.includes("\t"));
    // Without headers, it is a list of people in lines.
    return !first.includes("@") && lines.every((line) => cells(line, separator).length >= width);
  };
  const separator = ["\t", ";", "|", ","].find(isSeparator);
  if (separator === undefined) return [];
  const rows = first.includes("@") ? lines : lines.slice(1);
  return rows.flatMap((row) => cells(row, separator));
}

/** Whether a text has words that are no one's address or name. */
function hasOtherWords(text: string, known: ReadonlySet<string>): boolean {
  return piecesOf(text).some(
    (piece) => piece.address === null && /\p{L}/u.test(piece.text) && hasOther(piece.text, known),
  );
}

function hasOther(text: string, known: ReadonlySet<string>): boolean {
  return wordsOf(text).some((word) => !known.has(word));
}

function wordsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{M}\p{N}'’-]+/u).filter((word) => word !== "");
}

function leftOutOfNew(before: readonly RecipientText[], after: readonly RecipientText[]): string[] {
  return after.flatMap((piece) => {
    const left =
      piece.address === null || before.includes(piece)
        ? null
        : leftOutOf(piece.text, piece.address);
    return left ?? [];
  });
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
    return several.rest === "" ? several : { ...unchanged(list), errors: several.errors };
  }
  const corrected = pieces.length === 1 ? first : { text: text.trim(), address: null, name: "" };
  if (corrected.address === null) {
    return { ...unchanged(list.with(index, corrected)), errors: [invalidEmail(corrected.text)] };
  }
  if (has(others, corrected.address))
    return { ...unchanged(others), errors: [alreadyAdded(corrected.address)] };
  const after = list.with(index, corrected);
  return { ...unchanged(after), leftOut: leftOutOfNew(list, after) };
}
