import { AppError } from "../contract/appError.ts";

import type { CsvEncoding } from "../contract/csv.ts";

/** How much of the file we read where the rest would tell us nothing new. */
const SAMPLE_BYTES = 64 * 1024;

/**
 * The text of a file without a byte order mark, and the encoding it was read in: the one the user chose, if any.
 * Anything but UTF-8 and UTF-16 is read as Windows-1252, which Western spreadsheets write.
 * @throws AppError `csv_unreadable` if it is clearly not text (a workbook, an image).
 */
export function decodeCsv(bytes: Uint8Array, encoding?: CsvEncoding): { text: string; encoding: CsvEncoding } {
  refuseKnownBinary(bytes);
  const chosen = encoding ?? markedEncoding(bytes) ?? utf16WithoutMark(bytes);
  const utf8 = chosen === null ? utf8Text(bytes) : null;
  const known = chosen ?? (utf8 === null ? "windows-1252" : "utf-8");
  // Concatenated files have a mark in the middle, too, where it would break a quote that follows it.
  const text = (utf8 ?? new TextDecoder(known).decode(bytes)).replaceAll("\ufeff", "");
  return { text: known === "windows-1252" ? withWindowsCharacters(text) : text, encoding: known };
}

// Bytes 80 to 9F of Windows-1252 in order; the five that it leaves open stay as they are.
const WINDOWS_CHARACTERS = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

/** Many releases of Node 20 to 24 read Windows-1252 as Latin-1 (nodejs/node issue 56542), which makes control characters of `€` and `“`. */
function withWindowsCharacters(text: string): string {
  return text.replace(
    /[\u0080-\u009f]/g,
    (character) => WINDOWS_CHARACTERS[character.charCodeAt(0) - 0x80] ?? character,
  );
}

function markedEncoding(bytes: Uint8Array): CsvEncoding | null {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  return null;
}

/**
 * In UTF-16 each comma, line break and Latin letter has a zero byte, always on the same side; no other text has zero bytes.
 * Scripts whose own characters end in 00 (`一` is 4E00) put a few on the other side.
 */
function utf16WithoutMark(bytes: Uint8Array): CsvEncoding | null {
  if (bytes.length % 2 === 1) return null;
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const zeros = [0, 0];
  sample.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  if (even + odd < sample.length / 100) return null;
  if (odd > 4 * even) return "utf-16le";
  return even > 4 * odd ? "utf-16be" : null;
}

/** Null if the bytes aren't UTF-8. Large files are decoded only once. */
function utf8Text(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** First bytes of what people choose by mistake, and what to tell them. */
const BINARY: readonly [signature: readonly number[], what: string][] = [
  [
    [0x50, 0x4b, 0x03, 0x04],
    "This is a workbook or an archive, not a CSV file. Save the sheet as CSV and choose that file.",
  ],
  [[0xd0, 0xcf, 0x11, 0xe0], "This is an Excel workbook, not a CSV file. Save the sheet as CSV and choose that file."],
  [[0x25, 0x50, 0x44, 0x46], "This is a PDF, not a CSV file."],
  [[0x89, 0x50, 0x4e, 0x47], "This is an image, not a CSV file."],
  [[0xff, 0xd8, 0xff], "This is an image, not a CSV file."],
  [[0x47, 0x49, 0x46, 0x38], "This is an image, not a CSV file."],
];

function refuseKnownBinary(bytes: Uint8Array): void {
  for (const [signature, what] of BINARY) {
    if (signature.every((byte, at) => bytes[at] === byte)) {
      throw new AppError("csv_unreadable", `CSV Parsing Error: ${what}`);
    }
  }
}
