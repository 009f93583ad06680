import { readAddresses } from "../recipients/copies.ts";
import { parseRecipient } from "../recipients/recipients.ts";
import { type Cell, cellText } from "./cells.ts";

/**
 * The header of the column that most likely holds the recipients, or null: one that looks like
 * "email" (rule: the column of addresses), and in which most rows have an address, if there are
 * rows. So "Email sent" does not win over "Contact" with the addresses in it, nor a column that few
 * rows fill over one with a typo.
 */
export function guessRecipientColumn(
  headers: readonly string[],
  rows: readonly { cells: readonly Cell[] }[] = [],
): string | null {
  let best: { header: string; score: number } | undefined;
  headers.forEach((header, column) => {
    let [filled, addresses] = [0, 0];
    for (const { cells } of rows) {
      const text = cellText(cells[column]);
      if (text.trim() === "") continue;
      filled += 1;
      if (text.includes("@") && parseRecipient(text) !== null) addresses += 1;
    }
    const likeness = emailLikeness(header);
    const score = likeness + (rows.length === 0 ? 0 : (2 * addresses) / rows.length);
    const mayBe = likeness > 0 || (filled > 0 && addresses >= filled / 2);
    if (mayBe && score > (best?.score ?? 0)) best = { header, score };
  });
  return best?.header ?? null;
}

/** The headers of columns in which most cells that aren't blank hold addresses, one or several. */
export function likelyAddressColumns(
  headers: readonly string[],
  rows: readonly { cells: readonly Cell[] }[],
): string[] {
  return headers.filter((_, column) => {
    const filled = rows
      .map(({ cells }) => cellText(cells[column]))
      .filter((cell) => cell.trim() !== "");
    const good = filled.filter((cell) => readAddresses(cell, "").problem === null).length;
    return filled.length > 0 && good >= filled.length / 2;
  });
}

const LIKE_ADDRESS = /[\p{L}\p{N}._+-][@＠﹫]/u;

/** Whether a text may have an address, even a mistyped one: not "Instagram @" or "X (@name)". */
export function mayHaveAddress(text: string): boolean {
  return LIKE_ADDRESS.test(text);
}

/** How much a header says that its column holds email addresses: 0 to 1. */
export function emailLikeness(header: string): number {
  const plain = header.toLowerCase().replace(/[\s_.-]+/g, "");
  if (/^e?mail(?:address|adresse)?$/.test(plain)) return 1;
  if (plain.includes("email")) return 0.6;
  return plain.includes("mail") ? 0.4 : 0;
}
