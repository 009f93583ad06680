/** Returns a plain word in one spelling for ä, ae and a. */
export function plainSpelling(word: string): string {
  return word.replace(/([aou])e/g, "$1");
}

/** Endings, and how many letters must be left before them. */
const ENDINGS: readonly [string, number][] = [
  ["s", 3],
  ["es", 3],
  ["e", 3],
  ["n", 3],
  ["en", 3],
  ["er", 4],
  ["ers", 4],
  ["ed", 4],
  ["ing", 3],
  ["ings", 3],
  ["ment", 3],
  ["ren", 5],
  ["ung", 4],
  ["ungen", 4],
  ["in", 5],
  ["innen", 5],
];

/** Stems that were made before: a header has few words, and each is compared with many. */
const knownStems = new Map<string, ReadonlySet<string>>();
const MAX_KNOWN = 2_000;

function stemsOf(plainWord: string): ReadonlySet<string> {
  const word = plainSpelling(plainWord);
  const known = knownStems.get(word);
  if (known) return known;
  const stems = new Set([word]);
  for (const [ending, least] of ENDINGS) {
    if (!word.endsWith(ending) || word.length - ending.length < least) continue;
    const stem = word.slice(0, -ending.length);
    stems.add(stem);
    // "shipping", "trainned"
    if (stem.length > 3 && stem.at(-1) === stem.at(-2)) stems.add(stem.slice(0, -1));
  }
  if (word.endsWith("ies") && word.length > 4) stems.add(`${word.slice(0, -3)}y`);
  if (knownStems.size >= MAX_KNOWN) knownStems.clear();
  knownStems.set(word, stems);
  return stems;
}

/** Whether two words differ only in their endings: "driving" and "drives", "Kind" and "Kinder". */
export function isSameStem(first: string, second: string): boolean {
  if (first[0] !== second[0] || /\p{N}/u.test(first + second)) return false;
  const [one, other] = [stemsOf(first), stemsOf(second)];
  for (const stem of one) if (other.has(stem)) return true;
  return isVerbOf(first, second) || isVerbOf(second, first);
}

/** "fährt" has the stem of "fahren" and "Fahrer", but "start" isn't "star". */
function isVerbOf(verb: string, other: string): boolean {
  const stem = verb.slice(0, -1);
  return (
    verb.endsWith("t") &&
    stem.length >= 4 &&
    ["en", "er", "erin", "e"].some((ending) => other === stem + ending)
  );
}

/** Letters that German puts between the parts of a word. */
const LINKS = ["", "s", "es", "n", "en", "er", "e"];

/**
 * The parts, at least two, that a word is made of, in any order; null if it isn't made of these.
 */
export function partsOf(word: string, parts: readonly string[]): string[] | null {
  if (parts.length < 2) return null;
  const split = (rest: string, free: readonly string[]): string[] | null => {
    if (rest === "") return [];
    for (const part of new Set(free)) {
      if (!rest.startsWith(part)) continue;
      const others = free.toSpliced(free.indexOf(part), 1);
      for (const link of LINKS) {
        if (!rest.startsWith(link, part.length)) continue;
        const found = split(rest.slice(part.length + link.length), others);
        if (found) return [part, ...found];
      }
    }
    return null;
  };
  const found = split(plainSpelling(word), parts.slice(0, 5).map(plainSpelling));
  return found !== null && found.length >= 2 ? found : null;
}

/**
 * Whether one of two words is the other without some letters of its second half: "Rechnungsnr" is
 * "Rechnungsnummer".
 */
export function isShortened(first: string, second: string): boolean {
  const [short, long] = first.length < second.length ? [first, second] : [second, first];
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  const rest = short.slice(start);
  if (start < 4 || rest === "" || /\p{N}/u.test(rest) || short.at(-1) !== long.at(-1)) return false;
  let at = start;
  for (const letter of rest) {
    at = long.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

/**
 * One letter more, less, other, or two in the wrong order, but not the first: "mother" isn't
 * "other".
 */
export function isOneTypoApart(first: string, second: string): boolean {
  if (first[0] !== second[0]) return false;
  if (Math.min(first.length, second.length) < 4 || Math.abs(first.length - second.length) > 1)
    return false;
  let start = 0;
  while (start < first.length && first[start] === second[start]) start += 1;
  let end = 0;
  const longest = Math.min(first.length, second.length) - start;
  while (end < longest && first.at(-1 - end) === second.at(-1 - end)) end += 1;
  const [left, right] = [
    first.slice(start, first.length - end),
    second.slice(start, second.length - end),
  ];
  if (/\p{N}/u.test(left + right)) return false;
  const isSwap = left.length === 2 && left[0] === right[1] && left[1] === right[0];
  // "Last" and "list" are two words of four letters.
  return (
    isSwap || (Math.min(first.length, second.length) > 4 && left.length <= 1 && right.length <= 1)
  );
}
