import { analyse } from "chardet";
import type { CsvEncoding } from "../contract/csv.ts";
import { decodeText } from "./decodeText.ts";
import { likelyNames } from "./likelyNames.ts";

/** An encoding, and how it reads some cells of the file, so that a person can compare. */
export interface EncodingSample {
  encoding: CsvEncoding;
  /** Up to three, names if there are any; the same cells for each encoding. */
  names: string[];
}

/** The likeliest encoding, and up to three others that read some cells otherwise. */
interface EncodingGuess extends EncodingSample {
  others: EncodingSample[];
}

/**
 * The detector's names of what the Encoding Standard calls otherwise. The Windows ones include the
 * others.
 */
const BY_DETECTOR: Readonly<Record<string, CsvEncoding>> = {
  "ISO-8859-1": "windows-1252",
  "ISO-8859-9": "windows-1254",
  "ISO-8859-2": "iso-8859-2",
  "ISO-8859-5": "iso-8859-5",
  "ISO-8859-6": "iso-8859-6",
  "ISO-8859-7": "windows-1253",
  "ISO-8859-8": "windows-1255",
  "windows-1250": "windows-1250",
  "windows-1251": "windows-1251",
  "windows-1252": "windows-1252",
  "windows-1253": "windows-1253",
  "windows-1254": "windows-1254",
  "windows-1255": "windows-1255",
  "windows-1256": "windows-1256",
  "windows-1257": "windows-1257",
  "KOI8-R": "koi8-r",
  Shift_JIS: "shift_jis",
  "EUC-JP": "euc-jp",
  "EUC-KR": "euc-kr",
  Big5: "big5",
  GB18030: "gbk",
};

/**
 * What we try besides the detector's guesses, the likeliest first: an equal score goes to the
 * earlier one.
 */
const TRIED: readonly CsvEncoding[] = [
  "windows-1252",
  "windows-1250",
  "macintosh",
  "windows-1251",
  "windows-1254",
  "windows-1253",
  "windows-1257",
  "koi8-r",
  "ibm866",
  "windows-1255",
  "windows-1256",
  "windows-874",
  "shift_jis",
  "gbk",
  "big5",
  "euc-jp",
  "euc-kr",
  "iso-8859-2",
  "iso-8859-7",
  "iso-8859-5",
  "koi8-u",
  "x-mac-cyrillic",
  "iso-8859-13",
  "iso-8859-15",
];
/** Where these have the same letters as another, it's the other, which is far more common. */
const RARE = new Set<CsvEncoding>([
  "iso-8859-2",
  "iso-8859-7",
  "iso-8859-5",
  "iso-8859-13",
  "iso-8859-15",
  "koi8-u",
]);
const RARITY = 0.02;
const DOUBLE = new Set<CsvEncoding>(["shift_jis", "gbk", "big5", "euc-jp", "euc-kr"]);

const SAMPLE_BYTES = 64 * 1024;
const NAMES = 3;
const OTHERS = 3;

/**
 * The likeliest encoding of bytes that aren't UTF-8: the detector knows languages, and we know what
 * names look like.
 */
export function guessEncoding(bytes: Uint8Array): EncodingGuess {
  const { cells, headers } = cellsBeyondAscii(bytes);
  const [best = NOTHING_READ, ...rest] = readingsOf(cells).toSorted(
    (one, other) => other.score - one.score,
  );
  const others: DecodedCells[] = [];
  const seen = new Set([best.texts.join("\n")]);
  for (const reading of rest) {
    const { texts } = reading;
    const isKnown = seen.has(texts.join("\n"));
    // With characters that it doesn't have, it isn't the right one.
    const holes = texts.filter((text) => text.includes("\ufffd")).length;
    if (isKnown || holes * 10 > texts.length) continue;
    seen.add(texts.join("\n"));
    if (others.push(reading) === OTHERS) break;
  }
  const shown = shownCells(best, others, headers);
  const readAs = ({ encoding, texts }: DecodedCells): EncodingSample => ({
    encoding,
    names: shown.map((at) => texts[at] ?? ""),
  });
  return { ...readAs(best), others: others.map(readAs) };
}

/** How an encoding reads the cells, trimmed, and how likely that is. */
interface DecodedCells {
  encoding: CsvEncoding;
  texts: string[];
  score: number;
}

const NOTHING_READ: DecodedCells = { encoding: "windows-1252", texts: [], score: 0 };

function readingsOf(cells: readonly Uint8Array[]): DecodedCells[] {
  const detected = new Map<CsvEncoding, number>(
    analyse(joined(cells)).flatMap(({ name, confidence }) => {
      const encoding = BY_DETECTOR[name];
      return encoding === undefined ? [] : [[encoding, confidence] as const];
    }),
  );
  detected.set("iso-8859-7", detected.get("windows-1253") ?? 0);
  const high = highBytes(cells);
  return [...new Set([...TRIED, ...detected.keys()])].map((encoding) => {
    const words = cells.map((cell) => decodeText(cell, encoding));
    // A character of two bytes counts twice, also if one of them is an ASCII letter.
    const likeness = Math.min(likelyNames(words, encoding) / high, DOUBLE.has(encoding) ? 1 : 2);
    const score =
      likeness + (detected.get(encoding) ?? 0) / 400 - (RARE.has(encoding) ? RARITY : 0);
    return { encoding, texts: words.map((word) => word.trim()), score };
  });
}

/**
 * The cells that tell the encodings apart: names before other words, and words before amounts. Each
 * of the others reads at least one of them otherwise.
 */
function shownCells(
  best: DecodedCells,
  others: readonly DecodedCells[],
  headers: number,
): number[] {
  const ranks = best.texts.map((text, at) => rankOf(text, at < headers));
  const first = best.texts.map((text, at) => best.texts.indexOf(text) === at);
  const inOrder = [...ranks.keys()]
    .filter((at) => first[at])
    .toSorted((one, other) => (ranks[one] ?? 0) - (ranks[other] ?? 0));
  const shown = new Set<number>();
  for (const { texts } of others) {
    const differs = (at: number) => texts[at] !== best.texts[at];
    const telling = [...shown].some(differs) ? undefined : inOrder.find(differs);
    if (telling !== undefined) shown.add(telling);
  }
  for (const at of inOrder) if (shown.size < NAMES) shown.add(at);
  return inOrder.filter((at) => shown.has(at));
}

/** From 0: a name, a header, another word, and a text without letters beyond ASCII, as `5 €`. */
function rankOf(text: string, isHeader: boolean): number {
  if (!/(?![A-Za-z])\p{L}/u.test(text)) return 3;
  if (!NAME.test(text)) return 2;
  return isHeader ? 1 : 0;
}

/** A few words without digits, the first of them with a capital letter if its script has any. */
const NAME = /^[\p{Lu}\p{Lo}][^\d@\p{Sc}%]{0,39}$/u;

/** The cells, or the lines' parts between separators, with bytes above ASCII. */
function cellsBeyondAscii(bytes: Uint8Array): { cells: Uint8Array[]; headers: number } {
  const cells: Uint8Array[] = [];
  let from = 0;
  let isHigh = false;
  let total = 0;
  let headers = 0;
  let isFirstLine = true;
  for (let at = 0; at <= bytes.length && total < SAMPLE_BYTES; at++) {
    const byte = bytes[at] ?? 0x0a;
    if (byte >= 0x80) isHigh = true;
    // Second bytes of the East Asian encodings begin at 40, so none of these is one.
    if (
      byte !== 0x0a &&
      byte !== 0x0d &&
      byte !== 0x2c &&
      byte !== 0x3b &&
      byte !== 0x09 &&
      byte !== 0x22
    )
      continue;
    if (isHigh) {
      cells.push(bytes.subarray(from, at));
      total += at - from;
      if (isFirstLine) headers += 1;
    }
    if (byte === 0x0a || byte === 0x0d) isFirstLine = false;
    from = at + 1;
    isHigh = false;
  }
  return { cells, headers };
}

function joined(cells: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(cells.reduce((sum, cell) => sum + cell.length + 1, 0));
  let at = 0;
  for (const cell of cells) {
    all.set(cell, at);
    all[at + cell.length] = 0x0a;
    at += cell.length + 1;
  }
  return all;
}

function highBytes(cells: readonly Uint8Array[]): number {
  let high = 0;
  for (const cell of cells) for (const byte of cell) if (byte >= 0x80) high += 1;
  return Math.max(1, high);
}
