/** A part that is in both of two texts, or only in the earlier or the later. */
export interface WordChange {
  kind: "same" | "removed" | "added";
  text: string;
}

/** A placeholder is one word. */
const WORD = /(?:\{\{[^{}]*\}\}|\S)+/g;
/** Comparing so many pairs of words takes a few milliseconds. */
const MAX_PAIRS = 4_000_000;

/** A word and its place in its text. */
interface TextWord {
  text: string;
  start: number;
}

/**
 * Shows how one text becomes another, word by word. If two long texts have too little in common,
 * all of the one is removed and all of the other added.
 */
export function wordChanges(from: string, to: string): WordChange[] {
  const parts: WordChange[] = [];
  let fromEnd = 0;
  let toEnd = 0;
  for (const [before, after] of commonWords(wordsOf(from), wordsOf(to))) {
    addGap(parts, from.slice(fromEnd, before.start), to.slice(toEnd, after.start));
    addPart(parts, "same", before.text);
    fromEnd = before.start + before.text.length;
    toEnd = after.start + after.text.length;
  }
  addGap(parts, from.slice(fromEnd), to.slice(toEnd));
  return parts;
}

function wordsOf(text: string): TextWord[] {
  return [...text.matchAll(WORD)].map((match) => ({ text: match[0], start: match.index }));
}

/** Adds two texts that have no word in common, but may begin and end with the same spaces. */
function addGap(parts: WordChange[], before: string, after: string): void {
  const { start, end } = commonEnds([...before], [...after], isSameSpace);
  addPart(parts, "same", before.slice(0, start));
  addPart(parts, "removed", before.slice(start, before.length - end));
  addPart(parts, "added", after.slice(start, after.length - end));
  addPart(parts, "same", before.slice(before.length - end));
}

function isSameSpace(one = "", other = ""): boolean {
  return one === other && one.trim() === "";
}

function addPart(parts: WordChange[], kind: WordChange["kind"], text: string): void {
  if (text === "") return;
  const last = parts.at(-1);
  if (last?.kind === kind) last.text += text;
  else parts.push({ kind, text });
}

/** Counts the parts that two texts have in common at their starts, and then at their ends. */
function commonEnds<T>(
  before: readonly T[],
  after: readonly T[],
  isSame: (one: T | undefined, other: T | undefined) => boolean,
): { start: number; end: number } {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && isSame(before[start], after[start])) start++;
  let end = 0;
  while (end < most - start && isSame(before.at(-1 - end), after.at(-1 - end))) end++;
  return { start, end };
}

/** Returns the words that two texts have in common, in pairs. */
function commonWords(
  before: readonly TextWord[],
  after: readonly TextWord[],
): [TextWord, TextWord][] {
  const { start, end } = commonEnds(before, after, (one, other) => one?.text === other?.text);
  const beforeEnd = before.length - end;
  const afterEnd = after.length - end;
  return [
    ...paired(before.slice(0, start), after),
    ...longestCommon(before.slice(start, beforeEnd), after.slice(start, afterEnd)),
    ...paired(before.slice(beforeEnd), after.slice(afterEnd)),
  ];
}

function paired(before: readonly TextWord[], after: readonly TextWord[]): [TextWord, TextWord][] {
  return before.flatMap((word, at): [TextWord, TextWord][] => {
    const other = after[at];
    return other === undefined ? [] : [[word, other]];
  });
}

/** Returns the longest common subsequence of words, in pairs; none if they're too many. */
function longestCommon(
  before: readonly TextWord[],
  after: readonly TextWord[],
): [TextWord, TextWord][] {
  const pairs: [TextWord, TextWord][] = [];
  if (before.length * after.length > MAX_PAIRS) return pairs;
  const width = after.length + 1;
  // The number of common words from a place in each to their ends.
  const counts = new Uint16Array((before.length + 1) * width);
  const countFrom = (i: number, j: number) => counts[i * width + j] ?? 0;
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--)
      counts[i * width + j] =
        before[i]?.text === after[j]?.text
          ? countFrom(i + 1, j + 1) + 1
          : Math.max(countFrom(i + 1, j), countFrom(i, j + 1));
  let j = 0;
  for (const [i, word] of before.entries()) {
    // Words of the later text that the rest of the earlier one does without.
    while (
      j < after.length &&
      after[j]?.text !== word.text &&
      countFrom(i, j + 1) > countFrom(i + 1, j)
    )
      j++;
    const other = after[j];
    if (other?.text !== word.text) continue;
    pairs.push([word, other]);
    j++;
  }
  return pairs;
}
