import { analyse } from "chardet";
import type { CsvEncoding } from "../contract/csv.ts";
import { likelyNames } from "./likelyNames.ts";
import { textIn } from "./textIn.ts";

/** The likeliest encoding, up to three others, and how each reads some names of the file. */
interface EncodingGuess {
  encoding: CsvEncoding;
  names: string[];
  others: { encoding: CsvEncoding; names: string[] }[];
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
  const sample = wordsWithHighBytes(bytes);
  const detected = new Map<CsvEncoding, number>(
    analyse(joined(sample)).flatMap(({ name, confidence }) => {
      const encoding = BY_DETECTOR[name];
      return encoding === undefined ? [] : [[encoding, confidence] as const];
    }),
  );
  detected.set("iso-8859-7", detected.get("windows-1253") ?? 0);
  const high = highBytes(sample);
  const tried = [...new Set([...TRIED, ...detected.keys()])];
  const judged = tried
    .map((encoding) => {
      const words = sample.map((word) => textIn(word, encoding));
      // A character of two bytes counts twice, also if one of them is an ASCII letter.
      const likeness = Math.min(likelyNames(words, encoding) / high, DOUBLE.has(encoding) ? 1 : 2);
      const score =
        likeness + (detected.get(encoding) ?? 0) / 400 - (RARE.has(encoding) ? RARITY : 0);
      return { encoding, words, score };
    })
    .toSorted((one, other) => other.score - one.score);
  const [best, ...rest] = judged;
  const namesIn = (words: readonly string[]) =>
    [...new Set(words.map((word) => word.trim()))].slice(0, NAMES);
  const others: EncodingGuess["others"] = [];
  const seen = new Set([namesIn(best?.words ?? []).join("\n")]);
  for (const { encoding, words } of rest) {
    const names = namesIn(words);
    // With characters that it doesn't have, it isn't the right one.
    if (others.length === OTHERS || seen.has(names.join("\n")) || /\ufffd/.test(names.join()))
      continue;
    seen.add(names.join("\n"));
    others.push({ encoding, names });
  }
  return { encoding: best?.encoding ?? "windows-1252", names: namesIn(best?.words ?? []), others };
}

/** Cells, or the lines' parts between separators, with bytes above ASCII. */
function wordsWithHighBytes(bytes: Uint8Array): Uint8Array[] {
  const words: Uint8Array[] = [];
  let [from, isHigh, total] = [0, false, 0];
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
      words.push(bytes.subarray(from, at));
      total += at - from;
    }
    from = at + 1;
    isHigh = false;
  }
  return words;
}

function joined(words: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(words.reduce((sum, word) => sum + word.length + 1, 0));
  let at = 0;
  for (const word of words) {
    all.set(word, at);
    all[at + word.length] = 0x0a;
    at += word.length + 1;
  }
  return all;
}

function highBytes(words: readonly Uint8Array[]): number {
  let high = 0;
  for (const word of words) for (const byte of word) if (byte >= 0x80) high += 1;
  return Math.max(1, high);
}
