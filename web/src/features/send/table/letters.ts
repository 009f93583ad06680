/** The size of text in the grid. */
export const SMALL = 13;
/** The space beside a text in its cell. */
export const INSET = 12;

/** The width of a letter as a fraction of the text size. */
export type Letters = (letter: string) => number;

const NARROW = /[iljtfrI.,:;'|!()[\]\- ]/;
const WIDE = /[mwMWOQ@%&]|[^\0-\u2e7f]/;

/** A guess that no common font exceeds: one line too many is better than one too few. */
export const guessedLetters: Letters = (letter) =>
  NARROW.test(letter) ? 0.42 : WIDE.test(letter) ? 1.05 : 0.7;

/** Measures each letter of a font once; guesses if the browser can't measure. */
export function lettersIn(font: string): Letters {
  const context =
    typeof OffscreenCanvas === "undefined" ? null : new OffscreenCanvas(1, 1).getContext("2d");
  if (!context) return guessedLetters;
  context.font = `${SMALL}px ${font}`;
  const known = new Map<string, number>();
  return (letter) => {
    // A little extra, because the browser rounds.
    const width = known.get(letter) ?? (1.02 * context.measureText(letter).width) / SMALL;
    known.set(letter, width);
    return width;
  };
}
