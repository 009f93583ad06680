import { isOneTypoApart, isSameStem, isShortened, partsOf, plainSpelling } from "./wordLikeness.ts";

/** A placeholder's name or a column's header, in the words that are compared. */
export interface ComparedName {
  /** Plain, without fillers such as "of the". */
  words: readonly string[];
  /** The words in one, or the name as written if it has none. */
  bare: string;
  /** The words that end with a dot, as abbreviations do. */
  dotted: ReadonlySet<string>;
}

/** Longer names are sentences, and comparing them would take too long. */
const MAX_NAME = 100;
const MAX_WORDS = 12;
/** How many words a header may have besides those of a placeholder. */
const MAX_EXTRA = 2;

/** Words that turn a name into its opposite: "Not paid" isn't "Paid". "No" may be a number. */
const NEGATIONS = new Set(
  "not non un without kein keine keinen nicht ohne sans pas sin senza".split(" "),
);

/** Words that say nothing about what a column holds, as `plain` writes them. */
const FILLERS = new Set(
  (
    "a an the of in on at for to from by and or your my our their his her is " +
    "der die das den dem des ein eine von vom zu zum zur fur im am und ihr ihre dein deine " +
    "de la le les el los las del di il et y eur euro usd gbp chf"
  ).split(" "),
);

/** A name without case and spaces: names that differ only in these are the same. */
export function looseName(name: string): string {
  return name.normalize("NFC").toLowerCase().replace(/\s+/g, "");
}

/** A name in the words that are compared, or null if it is too long for that. */
export function comparedName(name: string): ComparedName | null {
  if (name.length > MAX_NAME) return null;
  const text = plain(name);
  const all = [...text.matchAll(/[\p{L}\p{N}]+/gu)];
  const words = all.map(([word]) => word);
  const telling = words.filter((word) => !FILLERS.has(word));
  return {
    words: (telling.length > 0 ? telling : words).slice(0, MAX_WORDS),
    bare: words.join("") || name,
    dotted: new Set(
      all.flatMap(({ 0: word, index }) => (text[index + word.length] === "." ? word : [])),
    ),
  };
}

/** Lowercase, without accents, with a space where `firstName` or `Line2` has none. */
function plain(name: string): string {
  return name
    .normalize("NFC")
    .replace(/['’]s(?!\p{L})/gu, "")
    .replace(/(\p{Ll})(?=\p{Lu})/gu, "$1 ")
    .replace(/(\p{Lu})(?=\p{Lu}\p{Ll}\p{Ll})/gu, "$1 ")
    .replace(/(\p{L})(?=\p{N})|(\p{N})(?=\p{L})/gu, "$1$2 ")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/ß/g, "ss")
    .replace(/æ/g, "a")
    .replace(/œ|ø/g, "o")
    .replace(/ł/g, "l");
}

/**
 * How much a header looks like a placeholder's name, from 0 (not at all) to 1: the same words in
 * any order and spelling; less if the header has up to two more, or one less.
 */
export function likeness(placeholder: ComparedName, header: ComparedName): number {
  if (plainSpelling(placeholder.bare) === plainSpelling(header.bare)) return 1;
  if (placeholder.words.length === 0 || header.words.length === 0) return 0;
  if (!haveSameNumbers(placeholder.words, header.words)) return 0;
  if (isNegated(placeholder) !== isNegated(header)) return 0;
  const { left, over, quality, isSure } = paired(placeholder, header);
  const shared = placeholder.words.length + header.words.length - left - over;
  const part = shared / (placeholder.words.length + header.words.length);
  if (left + over === 0) return 0.8 + 0.15 * quality;
  if (isOneTypoApart(placeholder.bare, header.bare)) return 0.8;
  if (!isSure) return 0;
  // Below those with all words, in steps that don't depend on the quality: equally near ones are
  // offered together.
  if (left === 0 && over <= MAX_EXTRA) return 0.4 + 0.35 * part;
  if (over === 0 && left === 1 && shared > 0) return 0.35 + 0.35 * part;
  return 0;
}

function isNegated({ words }: ComparedName): boolean {
  return words.some((word) => NEGATIONS.has(word));
}

function haveSameNumbers(first: readonly string[], second: readonly string[]): boolean {
  const [one, other] = [first, second].map((words) =>
    words.filter((word) => /\p{N}/u.test(word)).sort(),
  );
  return one?.length === 0 || other?.length === 0 || one?.join() === other?.join();
}

interface PairScore {
  /** How many words of the first and of the second have no partner. */
  left: number;
  over: number;
  /** How equal the pairs are on average, and whether none is mistyped or shortened. */
  quality: number;
  isSure: boolean;
}

/** Pairs the words of two names. */
function paired(first: ComparedName, second: ComparedName): PairScore {
  const left = [...first.words];
  const over = [...second.words];
  const pairs: number[] = [];
  const pairUp = (quality: number, isPair: (one: string, other: string) => boolean) => {
    for (const word of [...left]) {
      const at = over.findIndex((other) => isPair(word, other));
      if (at === -1) continue;
      over.splice(at, 1);
      left.splice(left.indexOf(word), 1);
      pairs.push(quality);
    }
  };
  pairUp(1, (one, other) => plainSpelling(one) === plainSpelling(other));
  pairUp(0.9, isSameStem);
  pairUp(0.8, isOneTypoApart);
  pairUp(0.7, isShortened);
  const pairParts = (joined: string[], parts: string[]) => {
    for (const word of [...joined]) {
      const used = partsOf(word, parts);
      if (used === null) continue;
      joined.splice(joined.indexOf(word), 1);
      for (const part of used)
        parts.splice(
          parts.findIndex((one) => plainSpelling(one) === part),
          1,
        );
      pairs.push(0.9);
    }
  };
  pairParts(left, over);
  pairParts(over, left);
  // "Tel." alone, but "Cust" only beside another word that both have.
  const isKnown = pairs.length > 0;
  const isDotted = (word: string) => first.dotted.has(word) || second.dotted.has(word);
  pairUp(0.5, (one, other) => {
    const [short, long] = one.length < other.length ? [one, other] : [other, one];
    return short.length >= 3 && long.startsWith(short) && (isKnown || isDotted(short));
  });
  const sum = pairs.reduce((all, one) => all + one, 0);
  const quality = pairs.length === 0 ? 0 : sum / pairs.length;
  return {
    left: left.length,
    over: over.length,
    quality,
    isSure: pairs.every((one) => one >= 0.9),
  };
}
