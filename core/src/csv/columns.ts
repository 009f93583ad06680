import type { CsvDelimiter, CsvEncoding } from "../contract/csv.ts";
import { type Cell, cellText } from "../list/list.ts";
import { readAddresses } from "../recipients/copies.ts";
import { parseRecipient } from "../recipients/recipients.ts";
import type { CsvTable } from "./readCsv.ts";

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

export const DELIMITER_NAMES: Record<CsvDelimiter, string> = {
  ",": "Comma",
  ";": "Semicolon",
  "\t": "Tab",
  "|": "Vertical bar",
};
export const ENCODING_NAMES: Record<CsvEncoding, string> = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16",
  "utf-16be": "UTF-16 (big endian)",
  "windows-1252": "Windows-1252",
};

/** The detected format in words: `Semicolon, Windows-1252`. */
export function csvDetectionLabel({ delimiter, encoding }: Pick<CsvTable, "delimiter" | "encoding">): string {
  return encoding === null ? DELIMITER_NAMES[delimiter] : `${DELIMITER_NAMES[delimiter]}, ${ENCODING_NAMES[encoding]}`;
}
