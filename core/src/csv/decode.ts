import { AppError } from "../contract/appError.ts";
import type { CsvEncoding } from "../contract/csv.ts";
import { decodeText, decodeUtf8 } from "./decodeText.ts";
import { type EncodingSample, guessEncoding } from "./guessEncoding.ts";

/** Enough of a file to tell whether it is UTF-16. */
const SAMPLE_BYTES = 64 * 1024;

const NOT_ASCII = /[^\0-\x7f]/;

const UTF_32 = "This file is in UTF-32. Save it as UTF-8 and choose it again.";

/** First bytes of files that people choose by mistake, and the message for each. */
const BINARY: readonly [signature: readonly number[], what: string][] = [
  [
    [0x50, 0x4b, 0x03, 0x04],
    "This is a workbook or an archive, not a CSV file. Save the sheet as CSV and choose that file.",
  ],
  [
    [0xd0, 0xcf, 0x11, 0xe0],
    "This is an Excel workbook, not a CSV file. Save the sheet as CSV and choose that file.",
  ],
  [[0xff, 0xfe, 0x00, 0x00], UTF_32],
  [[0x00, 0x00, 0xfe, 0xff], UTF_32],
  [[0x25, 0x50, 0x44, 0x46, 0x2d], "This is a PDF, not a CSV file."],
  [[0x89, 0x50, 0x4e, 0x47], "This is an image, not a CSV file."],
  [[0xff, 0xd8, 0xff], "This is an image, not a CSV file."],
  [[0x47, 0x49, 0x46, 0x38, 0x37, 0x61], "This is an image, not a CSV file."],
  [[0x47, 0x49, 0x46, 0x38, 0x39, 0x61], "This is an image, not a CSV file."],
];

/** A file's text, and how sure its encoding is. */
export interface DecodedText {
  text: string;
  encoding: CsvEncoding;
  /**
   * Set if the encoding is a guess: the other possible encodings, each with names from the file to
   * compare; null if it's certain.
   */
  guess: { names: string[]; others: EncodingSample[] } | null;
  /** Lines of a UTF-8 file with bytes that aren't UTF-8, from 1. They are read as Windows-1252. */
  oddLines: number[];
}

/**
 * Decodes a file, and removes its byte order mark. Reads it in the encoding that the user chose, if
 * any. A file that is mostly UTF-8 is UTF-8; its other bytes are read as Windows-1252, which Western
 * spreadsheets write. The encoding of any other file is guessed.
 * Throws AppError `csv_unreadable` if it is clearly not such a text (a workbook, an image).
 */
export function decodeCsv(bytes: Uint8Array, chosen?: CsvEncoding): DecodedText {
  refuseKnownBinary(bytes);
  if (chosen !== undefined) return certainText(decodeWhole(bytes, chosen), chosen);
  const marked = markedEncoding(bytes);
  const utf8 = decodeUtf8(bytes);
  const isUtf8 = marked === "utf-8" || (utf8 !== null && NOT_ASCII.test(utf8));
  const utf16 = isUtf8 ? null : (marked ?? utf16WithoutMark(bytes));
  if (utf16 !== null) return certainText(decodeWhole(bytes, utf16), utf16);
  if (utf8 !== null) return certainText(utf8, "utf-8");
  const mostly = mostlyUtf8(bytes, marked !== null);
  if (mostly !== null) return { ...certainText(mostly.text, "utf-8"), oddLines: mostly.lines };
  const { encoding, names, others } = guessEncoding(bytes);
  return { ...certainText(decodeText(bytes, encoding), encoding), guess: { names, others } };
}

function certainText(text: string, encoding: CsvEncoding): DecodedText {
  return { text: withoutMarks(text), encoding, guess: null, oddLines: [] };
}

/**
 * Removes byte order marks. Files that were joined also have one in the middle, where it would break
 * a quote that follows it.
 */
function withoutMarks(text: string): string {
  return text.includes("\ufeff") ? text.replaceAll("\ufeff", "") : text;
}

/**
 * Decodes bytes that are UTF-8, except for a few. Returns the text and the lines of those few, or
 * null if most bytes beyond ASCII aren't UTF-8.
 */
function mostlyUtf8(
  bytes: Uint8Array,
  isMarked: boolean,
): { text: string; lines: number[] } | null {
  const pieces: string[] = [];
  const lines: number[] = [];
  const decoder = new TextDecoder();
  let line = 1;
  let good = 0;
  let bad = 0;
  let from = 0;
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at] ?? 0;
    if (byte === 0x0a || (byte === 0x0d && bytes[at + 1] !== 0x0a)) line += 1;
    const length = byte < 0x80 ? 1 : sequenceLength(bytes, at);
    if (length > 1) good += 1;
    if (length === 0) {
      bad += 1;
      if (!isMarked && bad > 1000 + good) return null;
      pieces.push(
        decoder.decode(bytes.subarray(from, at)),
        decodeText(bytes.subarray(at, at + 1), "windows-1252"),
      );
      from = at + 1;
      if (lines.at(-1) !== line) lines.push(line);
    }
    at += Math.max(1, length);
  }
  if (bad >= good && !isMarked) return null;
  pieces.push(decoder.decode(bytes.subarray(from)));
  return { text: pieces.join(""), lines };
}

/** Returns how many bytes the UTF-8 character at a position has; 0 if there is none. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  if (first < 0xc2 || first > 0xf4) return 0;
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  for (let next = at + 1; next < at + length; next++)
    if (((bytes[next] ?? 0) & 0xc0) !== 0x80) return 0;
  const second = bytes[at + 1] ?? 0;
  // UTF-8 has no longer form of a character, no surrogates, and nothing above the last character.
  const isNone =
    (first === 0xe0 && second < 0xa0) ||
    (first === 0xed && second > 0x9f) ||
    (first === 0xf0 && second < 0x90) ||
    (first === 0xf4 && second > 0x8f);
  return isNone ? 0 : length;
}

function markedEncoding(bytes: Uint8Array): CsvEncoding | null {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  return null;
}

/**
 * Recognizes UTF-16 by its zero bytes. Each comma, line break and Latin letter has one, always on the
 * same side. Scripts whose own characters end in 00 (`一` is 4E00) put a few on the other side. In any
 * other text, zero bytes are errors. Most of its pairs of bytes are then two Latin characters, or no
 * characters of UTF-16.
 */
function utf16WithoutMark(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  const sample = bytes.subarray(0, Math.min(bytes.length & ~1, SAMPLE_BYTES));
  let first = 0;
  let second = 0;
  let latinPairs = 0;
  let otherPairs = 0;
  for (let at = 0; at < sample.length; at += 2) {
    const [one = 0, other = 0] = [sample[at], sample[at + 1]];
    if (one === 0) first += 1;
    if (other === 0) second += 1;
    if (isLatin(one) && isLatin(other)) latinPairs += 1;
    else if (!isAscii(one) || !isAscii(other)) otherPairs += 1;
  }
  if (first + second < sample.length / 100 || first + second + otherPairs <= latinPairs)
    return null;
  const encoding = second > 4 * first ? "utf-16le" : first > 4 * second ? "utf-16be" : null;
  return encoding && isLikelyText(decodeText(sample, encoding)) ? encoding : null;
}

/** Whether a byte is a printed character of ASCII. */
function isLatin(byte: number): boolean {
  return byte >= 0x20 && byte < 0x7f;
}

/** Whether a byte is in a text of ASCII, in which zero bytes are errors. */
function isAscii(byte: number): boolean {
  return isLatin(byte) || byte === 0x00 || byte === 0x09 || byte === 0x0a || byte === 0x0d;
}

/** Control, private and unassigned characters, and halves of characters. */
const ODD = /(?![\t\n\r])[\p{Cc}\p{Cn}\p{Co}\p{Cs}\ufffd]/gu;

/** Whether at most one in 50 characters is odd. */
function isLikelyText(text: string): boolean {
  return (text.match(ODD) ?? []).length * 50 <= text.length;
}

/**
 * Decodes bytes. Some programs add a line break of one byte to UTF-16, which is half a character:
 * it is dropped.
 */
function decodeWhole(bytes: Uint8Array, encoding: CsvEncoding): string {
  const isUtf16 = encoding === "utf-16le" || encoding === "utf-16be";
  const isSpace = [0x00, 0x0a, 0x0d, 0x20].includes(bytes.at(-1) ?? 0);
  const hasHalf = isUtf16 && bytes.length % 2 === 1 && isSpace;
  return decodeText(hasHalf ? bytes.subarray(0, -1) : bytes, encoding);
}

function refuseKnownBinary(bytes: Uint8Array): void {
  for (const [signature, what] of BINARY) {
    if (signature.every((byte, at) => bytes[at] === byte)) {
      throw new AppError("csv_unreadable", `CSV Parsing Error: ${what}`);
    }
  }
}
