/** Letters whose two common spellings both occur in names of files: "Müller" and "Mueller". */
const SPELLINGS: Readonly<Record<string, string>> = {
  ä: "ae",
  ö: "oe",
  ü: "ue",
  ø: "oe",
  å: "aa",
};
/** Letters that have no marks to take off, and one spelling. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: "ss",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  æ: "ae",
  œ: "oe",
  ı: "i",
  ø: "o",
};

/** A word of a name or a value, in both spellings; most words have only one. */
export interface NameWord {
  /** Without marks: "muller". */
  short: string;
  /** With letters in place of marks: "mueller". */
  long: string;
}

/** Text without a letter that needs more than lowercase. Most words are such, and reading them is quick. */
const ASCII = /^[\0-\x7f]*$/;
/** A run of letters and digits. */
export const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/**
 * A text in which the same letters are written the same way: without what no one sees, such as soft
 * hyphens, and with small numbers ("10²") apart.
 */
export function plainText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text
    .replace(/\p{Cf}/gu, "")
    .replace(/\p{No}+/gu, " $& ")
    .normalize("NFKC")
    .toLowerCase();
}

/**
 * The words of a text: runs of letters and digits. Compare them with `isSameWord`.
 */
export function wordsOf(text: string): NameWord[] {
  const found = plainText(text).match(WORD) ?? [];
  return found.map((word) => {
    if (ASCII.test(word)) return { short: word, long: word };
    const short = bare(word);
    const long = /[äöüøå]/.test(word)
      ? bare(word.replace(/[äöüøå]/g, (letter) => SPELLINGS[letter] ?? letter))
      : short;
    return { short, long };
  });
}

function bare(word: string): string {
  const plain = word.replace(/[ßłđðþæœıø]/g, (letter) => LETTERS[letter] ?? letter);
  return plain.normalize("NFD").replace(/\p{M}/gu, "");
}

/** "Müller" is "Mueller" and "Muller", but those two are different people. */
export function isSameWord(a: NameWord, b: NameWord): boolean {
  return a.short === b.short || a.short === b.long || a.long === b.short || a.long === b.long;
}

/** The spellings under which an index keeps a word. */
export function spellingsOf({ short, long }: NameWord): readonly string[] {
  return short === long ? [short] : [short, long];
}

/** Whether `words` are somewhere in `text`, next to each other and in this order. */
export function placeOf(words: readonly NameWord[], text: readonly NameWord[]): number {
  for (let at = 0; at + words.length <= text.length; at++) {
    if (words.every((word, i) => isSameWord(word, text[at + i] as NameWord))) return at;
  }
  return -1;
}
