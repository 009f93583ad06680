/** Normalizes a text for a search: ignores case and accents. */
function bare(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toUpperCase();
}

/** A test whether each word of `sought`, or a part of a word, is in one of some texts. */
export function searchFor(sought: string): (texts: readonly string[]) => boolean {
  if (sought.trim() === "") return () => true;
  const words = bare(sought).trim().split(/\s+/);
  return (texts) => {
    const within = texts.map(bare).join("\n");
    return words.every((word) => within.includes(word));
  };
}
