/** Takes a seed; gives numbers below 1 that are the same in every run (mulberry32). */
export function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const SYLLABLES = "ka lo mi ne ro sa ti vu wen da fi gor hel jan pra ster und mor".split(" ");

/** Takes where numbers come from and a length; gives about so many characters of words with spaces between them. */
export function words(next: () => number, length: number): string {
  let text = "";
  while (text.length < length) {
    const syllables = 1 + Math.floor(next() * 3);
    for (let i = 0; i < syllables; i += 1) text += SYLLABLES[Math.floor(next() * SYLLABLES.length)];
    text += " ";
  }
  return text.trimEnd();
}
