/** A part that is in both of two texts, or only in the earlier or the later. */
export interface WordChange {
  kind: "same" | "removed" | "added";
  text: string;
}

/** Words with the space behind them; a placeholder is one word. */
const WORDS = /(?:\{\{[^{}]*\}\}|\S)+\s*|\s+/g;
/** Comparing so many pairs of words takes a few milliseconds. */
const MAX_PAIRS = 4_000_000;

/**
 * How one text becomes another, word by word. Where two long texts have too little in common, all
 * of the one is removed and all of the other added.
 */
export function wordChanges(from: string, to: string): WordChange[] {
  const [before, after] = [from.match(WORDS) ?? [], to.match(WORDS) ?? []];
  let start = 0;
  while (start < Math.min(before.length, after.length) && before[start] === after[start]) start++;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before.at(-1 - end) === after.at(-1 - end)) end++;
  const parts: WordChange[] = [];
  add(parts, "same", before.slice(0, start));
  changesOf(
    before.slice(start, before.length - end),
    after.slice(start, after.length - end),
    parts,
  );
  add(parts, "same", before.slice(before.length - end));
  return parts;
}

function add(parts: WordChange[], kind: WordChange["kind"], words: readonly string[]): void {
  if (words.length === 0) return;
  const last = parts.at(-1);
  if (last?.kind === kind) last.text += words.join("");
  else parts.push({ kind, text: words.join("") });
}

/** Adds the changes of words, by their longest common subsequence. */
function changesOf(before: readonly string[], after: readonly string[], parts: WordChange[]): void {
  if (before.length * after.length > MAX_PAIRS) {
    add(parts, "removed", before);
    add(parts, "added", after);
    return;
  }
  const width = after.length + 1;
  // The number of common words from a place in each to their ends.
  const common = new Uint16Array((before.length + 1) * width);
  const at = (i: number, j: number) => common[i * width + j] ?? 0;
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--)
      common[i * width + j] =
        before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    const [one, other] = [before.slice(i, i + 1), after.slice(j, j + 1)];
    if (one.length > 0 && one[0] === other[0]) {
      add(parts, "same", one);
      i++;
      j++;
    } else if (one.length > 0 && (other.length === 0 || at(i + 1, j) >= at(i, j + 1))) {
      add(parts, "removed", one);
      i++;
    } else {
      add(parts, "added", other);
      j++;
    }
  }
}
