/** Local parts that belong to a job, not to a person. */
const ROLES = new Set(
  "info office kontakt contact mail email post hello team sales admin support service verwaltung sekretariat buchhaltung".split(
    " ",
  ),
);

/** An address's local part, and its words that could be a person's. Blank if it has none. */
export interface LocalPart {
  local: string;
  pieces: readonly string[];
}

export function localPart(address: string): LocalPart {
  const local = plain(address.slice(0, Math.max(0, address.lastIndexOf("@"))));
  const pieces = local.split(/[^a-z]+/).filter((piece) => piece.length > 2 && !ROLES.has(piece));
  return { local: pieces.length > 0 ? local : "", pieces };
}

/** The words of a name that could be in an address. */
export function wordsForAddress(name: string): string[] {
  return plain(name)
    .split(/[^a-z]+/)
    .filter((word) => word.length > 2);
}

/**
 * A text in the letters of an address: lowercase, "ü" as "ue", other letters without their marks.
 */
function plain(text: string): string {
  return text
    .normalize("NFC")
    .toLowerCase()
    .replace(/ä/g, "ae")
    .replace(/ö/g, "oe")
    .replace(/ü/g, "ue")
    .replace(/ß/g, "ss")
    .replace(/ø/g, "o")
    .replace(/ł/g, "l")
    .normalize("NFD")
    .replace(/\p{M}/gu, "");
}

/**
 * Whether a name and a local part share a word, as far as spellings allow: "Müller" fits "mueller"
 * and "muller".
 */
export function fits(
  { words }: { words: readonly string[] },
  { local, pieces }: LocalPart,
): boolean {
  return words.some((word) => {
    const short = word.replace(/([aou])e/g, "$1");
    return (
      local.includes(word) ||
      (short.length > 2 && local.includes(short)) ||
      pieces.some((piece) => piece.length > 3 && word.startsWith(piece))
    );
  });
}
