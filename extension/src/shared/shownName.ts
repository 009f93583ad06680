/** Characters that a shown name may have. */
const LENGTH = 60;

/** No name needs more to be cut from; a page may give any amount. */
const READ = 2_000;

/**
 * A page's own words for something, fit for a sentence of ours: one line, nothing unseen, no
 * direction marks, no quotation marks, no piled-up accents, at most 60 characters. "" if nothing is
 * left.
 */
export function shownName(given: string): string {
  const seen = given
    .slice(0, READ)
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu, "")
    .replace(/[\s\p{Cc}\p{Z}\u2800]+/gu, " ")
    .replace(/(\p{M}{2})\p{M}+/gu, "$1")
    .replace(/[“”„‟"]/g, "'")
    .trim();
  const characters = [...seen];
  if (characters.length <= LENGTH) return seen;
  return `${characters
    .slice(0, LENGTH - 1)
    .join("")
    .trimEnd()}…`;
}
