import { analyse } from "chardet";
import type { CsvEncoding } from "../contract/csv.ts";
import { textIn } from "./textIn.ts";

/** A guess, another likely one or two, and what each makes of some names of the file. */
interface Guess {
  encoding: CsvEncoding;
  names: string[];
  others: { encoding: CsvEncoding; names: string[] }[];
}

/** The detector's names of what the Encoding Standard calls otherwise. The Windows ones include the others. */
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
  "ISO-2022-JP": "iso-2022-jp",
};

/** What we try besides the detector's guesses, the likeliest first: an equal score goes to the earlier one. */
const TRIED: readonly CsvEncoding[] = [
  ...(["windows-1252", "windows-1250", "macintosh", "windows-1251", "windows-1254", "windows-1253"] as const),
  ...(["windows-1257", "koi8-r", "ibm866", "windows-1255", "windows-1256", "windows-874"] as const),
  ...(["shift_jis", "gbk", "big5", "euc-jp", "euc-kr"] as const),
];

const SAMPLE_BYTES = 64 * 1024;
const NAMES = 3;
const OTHERS = 3;

/** The likeliest encoding of bytes that aren't UTF-8: the detector knows languages, and we know what names look like. */
export function guessEncoding(bytes: Uint8Array): Guess {
  const sample = wordsWithHighBytes(bytes);
  const detected = new Map<CsvEncoding, number>(
    analyse(joined(sample)).flatMap(({ name, confidence }) => {
      const encoding = BY_DETECTOR[name];
      return encoding === undefined ? [] : [[encoding, confidence] as const];
    }),
  );
  const tried = [...new Set([...TRIED, ...detected.keys()])];
  const judged = tried
    .map((encoding) => {
      const words = sample.map((word) => textIn(word, encoding));
      // Windows-1250 has the same letters in most places, and is far more common.
      const rarity = encoding === "iso-8859-2" ? 0.1 : 0;
      return { encoding, words, score: likeness(words, sample) + (detected.get(encoding) ?? 0) / 200 - rarity };
    })
    .toSorted((one, other) => other.score - one.score);
  const [best, ...rest] = judged;
  const namesIn = (words: readonly string[]) => [...new Set(words.map((word) => word.trim()))].slice(0, NAMES);
  const others: Guess["others"] = [];
  const seen = new Set([namesIn(best?.words ?? []).join("\n")]);
  for (const { encoding, words } of rest) {
    const names = namesIn(words);
    if (others.length === OTHERS || seen.has(names.join("\n"))) continue;
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
    if (byte !== 0x0a && byte !== 0x0d && byte !== 0x2c && byte !== 0x3b && byte !== 0x09 && byte !== 0x22) continue;
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

/** How much words look like names, for each byte above ASCII: about 1 for names, below 0 for nonsense. */
function likeness(words: readonly string[], sample: readonly Uint8Array[]): number {
  let high = 0;
  for (const word of sample) for (const byte of word) if (byte >= 0x80) high += 1;
  const sum = words.reduce((total, text) => total + wordScore(text), 0);
  return sum / Math.max(1, high);
}

const EAST_ASIAN = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hangul}\u3000-\u30ff\uff00-\uffef]/u;
const RUN = /[\p{L}\p{M}]+/gu;

function wordScore(text: string): number {
  if (/[\ufffd\u0080-\u009f\ue000-\uf8ff]/.test(text)) {
    return -2 * (text.match(/[\ufffd\u0080-\u009f\ue000-\uf8ff]/g)?.length ?? 0);
  }
  let score = 0;
  // A sign within a word, as in "M³ller", or as its first or last letter.
  for (const found of text.matchAll(/[^\p{L}\p{M}\p{N}\p{P}\p{Zs}\0-\x7f]|[§¡¿«»]/gu)) {
    const beside = `${text[found.index - 1] ?? ""}${text[found.index + 1] ?? ""}`;
    score -= /[\p{L}]/u.test(beside) ? 1.5 : found[0] === "€" || found[0] === "°" ? -0.5 : 0.3;
  }
  for (const found of text.matchAll(/[‚ƒ„…†‡ˆ‰‹‘’“”•–—˜›¨ª¯´¸º·]/g)) {
    const [before = "", after = ""] = [text[found.index - 1], text[found.index + 1]];
    const isWithin = /\p{L}/u.test(before) && /\p{L}/u.test(after);
    score += isWithin && !/[’–]/.test(found[0]) ? -1.5 : 0.3;
  }
  for (const [run] of text.matchAll(RUN)) score += runScore(run);
  return score;
}

/** Letters of European languages in single-byte encodings, by how common they are in names. */
const COMMON = new Set("äöüßéèáíóúñçëêïåøæčšžřýěůłńśąęćżźőűőășțţşığâîôàìòùãõÄÖÜÉÅØŠŽČŁÁÓÇŚŻŞİÍÚŘ");

function runScore(run: string): number {
  const high = run.match(/[^\0-\x7f]/g) ?? [];
  if (high.length === 0) return 0;
  if (EAST_ASIAN.test(run)) return eastAsianScore(run, high.length);
  const isLatin = /\p{sc=Latin}/u.test(run);
  const isOther = /(?!\p{sc=Latin})\p{L}/u.test(run);
  if (isLatin && isOther) return -1.5 * high.length;
  const hasWrongCase = /\p{Ll}\p{Lu}/u.test(run) && !/^(?:Mc|Mac|De|Le|La|Van|Di|Du)\p{Lu}/u.test(run);
  const wrong = hasWrongCase ? 1.2 * high.length : 0;
  if (isOther) {
    const hasCase = /\p{Lu}|\p{Ll}/u.test(run);
    return (hasCase && /^\p{Lu}\p{Ll}/u.test(run) ? 1.1 : hasCase ? 0.6 : 0.9) * high.length - wrong;
  }
  // Words of Latin letters have more plain ones than others.
  if (high.length > 1 && high.length > run.length * 0.7) return -0.5 * high.length;
  return high.reduce((sum, letter) => sum + (COMMON.has(letter) ? 1 : 0.4), 0) - wrong;
}

/** By bytes: a character has two. Rare characters are those of another encoding. */
function eastAsianScore(run: string, high: number): number {
  const kana = run.match(/[\u3040-\u30fa\u30fc-\u30ff]/g)?.length ?? 0;
  const halfKana = run.match(/[\uff61-\uff9f]/g)?.length ?? 0;
  const hangul = run.match(/\p{sc=Hangul}/gu)?.length ?? 0;
  const han = run.match(/\p{sc=Han}/gu)?.length ?? 0;
  if (hangul > 0 && hangul < run.length) return -high;
  if (/[^\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hangul}\u30fc]/u.test(run)) return -high;
  return 2 * (kana * 1.1 + hangul * 1.05 + han * 0.95) - 1.5 * halfKana;
}
