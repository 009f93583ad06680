import { checkRecipient, doubtsIn } from "../check/address.ts";
import type { AddressedRow, Problem } from "../check/types.ts";
import { error, type Finding, note } from "../check/value.ts";
import { MAX_COPIES, MAX_COPIES_LENGTH } from "../contract/limits.ts";
import { addressesText, readAddresses } from "../recipients/copies.ts";
import {
  addressKey,
  formatRecipient,
  pieceKey,
  type Recipient,
  uniqueRecipients,
} from "../recipients/recipients.ts";
import { shortened } from "../shortened.ts";
import { withCommas } from "../withCommas.ts";
import type { JoinedAddresses } from "./addressRepeats.ts";
import { cellText, getsNoCopies, type List, type Row, textIn } from "./list.ts";
import { withoutOtherCopies } from "./otherCopies.ts";
import { type Addressed, type OwnAddress, withAddress, wordsBeside } from "./severalAddresses.ts";

/** A finding in a cell of the row. */
export type CellFinding = Finding & Pick<Problem, "column" | "value">;

/**
 * What the check finds about the addresses of a row whose email goes to one of them, with copies to
 * the others. Only if none is valid is it an error: the others get the email all the same.
 */
export function checkAddressed(
  list: Pick<List, "columns" | "elsewhere">,
  row: Pick<Row, "cells">,
  { to, all, received }: Addressed,
): CellFinding[] {
  const known = new Set(received.map(({ address }) => address));
  const place = all.indexOf(to);
  const ofAddresses = all.flatMap((own, at) => {
    const value = textIn(list, row, own.header);
    const findings = checkRecipient(own.text).findings.filter(({ kind }) => kind !== "domain");
    const why = isOut(list, own)
      ? "is in another list and gets no email"
      : own.address !== null && known.has(own.address)
        ? "already got this email"
        : null;
    const out = why === null ? [] : [leftOut(own, to, why)];
    const isUsed = own === to || own.address !== null;
    return [...(isUsed ? findings : missed(findings, to, at < place)), ...out].map(
      ({ suggestion, ...finding }) => ({
        ...finding,
        column: own.header,
        value,
        ...(suggestion !== undefined && { suggestion: withAddress(value, own.text, suggestion) }),
      }),
    );
  });
  // One question for each domain in a cell, because its answer writes the whole cell.
  const ofCells = [...new Set(all.map(({ header }) => header))].flatMap((column) => {
    const value = textIn(list, row, column);
    const people = all.flatMap(({ header, address, name }) =>
      header === column && address !== null ? { address, name } : [],
    );
    return doubtsIn(value, people).map((finding) => ({ ...finding, column, value }));
  });
  return [...ofAddresses, ...ofCells];
}

function isOut({ elsewhere }: Pick<List, "elsewhere">, { address }: OwnAddress): boolean {
  return address !== null && getsNoCopies(elsewhere, addressKey(address));
}

function leftOut({ text }: OwnAddress, to: OwnAddress, why: string): Finding {
  const who = to.address === null ? "" : `. The email goes to ${shortened(to.text)}`;
  return note("left_out", `${shortened(text)} ${why}${who}`);
}

/**
 * An address that can't be used doesn't keep the email from the others. If it comes before the one
 * that the email goes to, the note names that one.
 */
function missed(findings: readonly Finding[], to: OwnAddress, isBefore: boolean): Finding[] {
  const who = isBefore ? `. The email goes to ${shortened(to.text)}` : "";
  return findings.map(
    ({ message, ...finding }): Finding => ({
      ...finding,
      severity: "note",
      message: to.address === null ? message : `${message}. Only the others get the email${who}`,
    }),
  );
}

/**
 * A note about the words beside several addresses in the cells of a row, which get no email. Of a
 * row that was split, the first part in `seen` has those of a cell.
 */
export function checkWords(
  list: Pick<List, "columns" | "mapping" | "several">,
  row: Pick<Row, "cells" | "part">,
  seen: Set<string>,
): CellFinding[] {
  const { part } = row;
  const { address } = list.mapping;
  const headers = part ? [part.header] : list.several?.as === "cc" ? list.several.columns : [];
  return headers.flatMap((column) => {
    const value = part && column === address ? cellText(part.whole) : textIn(list, row, column);
    const words = wordsBeside(value);
    const key = `${part?.of} ${column}`;
    if (words === "" || (part && seen.has(key))) return [];
    seen.add(key);
    const message = `${shortened(words)} isn't an address, so it's left out`;
    // A part's cell has only its own address.
    const shown = part ? textIn(list, row, address ?? "") : value;
    return [{ ...note("left_out", message), column: part ? address : column, value: shown }];
  });
}

/** To whom a row's only email goes, after the addresses that earlier rows write to are left out. */
export function addressedRow(
  { to, further, isCopied }: JoinedAddresses,
  own: Addressed | undefined,
): AddressedRow {
  const first = own?.all[0];
  const isNext = first !== undefined && pieceKey(first) !== addressKey(to.address);
  return {
    to: formatRecipient(to),
    further: [...further, ...(own?.suppressed ?? [])],
    ...(isCopied && { isCopied }),
    ...(isNext && { insteadOf: shortened(first.text) }),
  };
}

/** Who is in Cc of a row, as text and as people, and why they can't be; null if they can. */
interface RowCc {
  people: readonly Recipient[];
  text: string;
  problem: Finding | null;
}

/**
 * The Cc of a row: its own further addresses, then those in `text`, the cell or the field for Cc.
 * The server reads the same people, or the same problem, in the text that it returns.
 */
export function ccWith(
  further: readonly Recipient[],
  text: string,
  elsewhere: List["elsewhere"],
): RowCc {
  const read = readAddresses(text, "Cc");
  if (read.problem !== null) return { people: [], text, problem: null };
  const people = withoutOtherCopies(uniqueRecipients([...further, ...read.people]), elsewhere);
  const written = addressesText(people);
  return { people, text: written, problem: problemOf(people, written) };
}

function problemOf(people: readonly Recipient[], text: string): Finding | null {
  if (text.length > MAX_COPIES_LENGTH)
    return error("copy", `Cc is longer than ${withCommas(MAX_COPIES_LENGTH)} characters`);
  return people.length > MAX_COPIES
    ? error("copy", `Cc has more than ${MAX_COPIES} addresses`)
    : null;
}
