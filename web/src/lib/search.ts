/** Takes a text; gives it as it is compared when somebody looks for it: case and accents tell no words apart. */
function bare(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toUpperCase();
}

/** Takes what is looked for; gives what tells whether each of its words, or part of a word, stands in one of some texts. */
export function searchFor(sought: string): (texts: readonly string[]) => boolean {
  if (sought.trim() === "") return () => true;
  const words = bare(sought).trim().split(/\s+/);
  return (texts) => {
    const within = texts.map(bare).join("\n");
    return words.every((word) => within.includes(word));
  };
}
