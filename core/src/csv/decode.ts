import { AppError } from "../contract/appError.ts";
import type { CsvEncoding } from "../contract/csv.ts";
import { type EncodingSample, guessEncoding } from "./guessEncoding.ts";
import { textIn } from "./textIn.ts";

/** How much of the file we read if the rest can't change the result. */
const SAMPLE_BYTES = 64 * 1024;

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
 * The text of a file without a byte order mark, and the encoding it was read in: the one the user
 * chose, if any. A file that is mostly UTF-8 is UTF-8; its other bytes are read as Windows-1252,
 * which Western spreadsheets write. Any other file is guessed.
 * @throws AppError `csv_unreadable` if it is clearly not text (a workbook, an image).
 */
export function decodeCsv(bytes: Uint8Array, encoding?: CsvEncoding): DecodedText {
  refuseKnownBinary(bytes);
  const certain = { guess: null, oddLines: [] };
  const known = encoding ?? markedEncoding(bytes) ?? utf16WithoutMark(bytes);
  if (known !== null && (encoding !== undefined || known !== "utf-8")) {
    return { text: withoutMarks(textIn(bytes, known)), encoding: known, ...certain };
  }
  const utf8 = utf8Text(bytes);
  if (utf8 !== null) return { text: withoutMarks(utf8), encoding: "utf-8", ...certain };
  const mostly = mostlyUtf8(bytes, known !== null);
  if (mostly !== null)
    return {
      text: withoutMarks(mostly.text),
      encoding: "utf-8",
      guess: null,
      oddLines: mostly.lines,
    };
  const { encoding: found, names, others } = guessEncoding(bytes);
  return {
    text: withoutMarks(textIn(bytes, found)),
    encoding: found,
    guess: { names, others },
    oddLines: [],
  };
}

/**
 * Concatenated files have a mark in the middle, too, where it would break a quote that follows it.
 */
function withoutMarks(text: string): string {
  return text.includes("\ufeff") ? text.replaceAll("\ufeff", "") : text;
}

/** The text of bytes that are UTF-8 but for a few, and the lines of those; null if most aren't. */
function mostlyUtf8(
  bytes: Uint8Array,
  isMarked: boolean,
): { text: string; lines: number[] } | null {
  const pieces: string[] = [];
  const lines: number[] = [];
  const decoder = new TextDecoder();
  let [line, good, bad, from] = [1, 0, 0, 0];
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
        textIn(bytes.subarray(at, at + 1), "windows-1252"),
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

/** How many bytes the UTF-8 character at a position has, 0 if there is none. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  if (first < 0xc2 || first > 0xf4) return 0;
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  for (let next = at + 1; next < at + length; next++)
    if (((bytes[next] ?? 0) & 0xc0) !== 0x80) return 0;
  const second = bytes[at + 1] ?? 0;
  // Too long for their character, surrogates, and above the last character.
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
 * In UTF-16 each comma, line break and Latin letter has a zero byte, always on the same side; no
 * other text has zero bytes. Scripts whose own characters end in 00 (`一` is 4E00) put a few on the
 * other side.
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
