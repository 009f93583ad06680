import type { CsvDelimiter, CsvEncoding } from "../contract/csv.ts";
import type { CsvTable } from "./readCsv.ts";

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
