/** Accents, and the points of Hebrew and Arabic. The vowel signs of other scripts make another name. */
const ACCENTS = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f]/g;
/** Letters whose stroke isn't an accent of its own. */
const STROKES: Record<string, string> = { Ø: "O", Ł: "L", Đ: "D" };

/** The words of a name, by which a search finds it whatever the case and the accents. */
export function nameWords(text: string): string[] {
  const plain = text.normalize("NFKD").replace(ACCENTS, "").toUpperCase();
  const folded = plain.replace(/[ØŁĐ]/g, (letter) => STROKES[letter] ?? letter);
  return [...new Set(folded.match(/[\p{L}\p{N}\p{M}]+/gu))];
}
