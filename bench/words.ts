const SYLLABLES = "ka lo mi ne ro sa ti vu wen da fi gor hel jan pra ster und mor".split(" ");

/** About `length` characters of words with spaces between them, drawn with `next`. */
export function words(next: () => number, length: number): string {
  let text = "";
  while (text.length < length) {
    const syllables = 1 + Math.floor(next() * 3);
    for (let i = 0; i < syllables; i += 1) text += SYLLABLES[Math.floor(next() * SYLLABLES.length)];
    text += " ";
  }
  return text.trimEnd();
}
