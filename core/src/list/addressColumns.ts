import { readAddresses } from "../recipients/copies.ts";
import { parseRecipient } from "../recipients/recipients.ts";
import { type Cell, cellText } from "./list.ts";

const GUESS_ROWS = 50;

/**
 * The header of the column that most likely holds the recipients, or null: one that looks like "email" (rule: the
 * column of addresses), checked against the cells below it, if known, so that "Email sent" does not win
 * over "Contact" with the addresses in it.
 */
export function guessRecipientColumn(
  headers: readonly string[],
  rows: readonly { cells: readonly Cell[] }[] = [],
): string | null {
  const sample = rows.slice(0, GUESS_ROWS);
  let best: { header: string; score: number } | undefined;
  headers.forEach((header, column) => {
    const share = addressShare(sample.map(({ cells }) => cellText(cells[column])));
    const likeness = emailLikeness(header);
    const score = likeness + 2 * share;
    if ((likeness > 0 || share >= 0.5) && score > (best?.score ?? 0)) best = { header, score };
  });
  return best?.header ?? null;
}

/** The headers of columns in which most cells that aren't blank hold addresses, one or several. */
export function likelyAddressColumns(
  headers: readonly string[],
  rows: readonly { cells: readonly Cell[] }[],
): string[] {
  const sample = rows.slice(0, GUESS_ROWS);
  return headers.filter((_, column) => {
    const filled = sample.map(({ cells }) => cellText(cells[column])).filter((cell) => cell.trim() !== "");
    const good = filled.filter((cell) => readAddresses(cell, "").problem === null).length;
    return filled.length > 0 && good >= filled.length / 2;
  });
}

function emailLikeness(header: string): number {
  const plain = header.toLowerCase().replace(/[\s_.-]+/g, "");
  if (/^e?mail(?:address|adresse)?$/.test(plain)) return 1;
  if (plain.includes("email")) return 0.6;
  return plain.includes("mail") ? 0.4 : 0;
}

function addressShare(cells: readonly string[]): number {
  const filled = cells.filter((cell) => cell.trim() !== "");
  return filled.length === 0 ? 0 : filled.filter((cell) => parseRecipient(cell) !== null).length / filled.length;
}
