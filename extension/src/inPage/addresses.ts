import { readMailto } from "@sendwright/core/recipients/mailto";

/** A text in a page that is an address, or was meant to be one, and its place in the text. */
export interface Candidate {
  text: string;
  start: number;
  end: number;
}

/** Characters that end an address on either side. */
const OUTSIDE = /[\s<>()[\]{},;:"'`|\\]/;
/** What ends a domain in a link; a local part may have them: `R&D@example.org`. */
const BEHIND = /[?&=]/;
/** What is before an address in a link. */
const FIELD = /^(?:.*[?&][a-z_-]+=|(?:to|cc|bcc)=)/i;
/** Characters: an address has no more on either side of its @. */
const [MAX_LOCAL, MAX_DOMAIN] = [64, 254];

const isOutside = (character: string) => character === "@" || OUTSIDE.test(character);

/** The ends of the run of characters around an @. Never looks further than an address is long. */
function runAround(text: string, at: number, ends: (character: string) => boolean) {
  let start = at;
  while (start > 0 && at - start < MAX_LOCAL && !ends(text.charAt(start - 1))) start -= 1;
  let end = at + 1;
  const endsDomain = (character: string) => ends(character) || BEHIND.test(character);
  while (end < text.length && end - at < MAX_DOMAIN && !endsDomain(text.charAt(end))) end += 1;
  start += FIELD.exec(text.slice(start, at))?.[0].length ?? 0;
  return { start, end };
}

/** A run without the points and marks at its edges. */
function trimmed(text: string, { start, end }: { start: number; end: number }): Candidate {
  let [from, to] = [start, end];
  while (from < to && text.charAt(from) === ".") from += 1;
  while (from < to && /[.!?…]/.test(text.charAt(to - 1))) to -= 1;
  return { text: text.slice(from, to), start: from, end: to };
}

/** The form of an address; the panel checks the rest with core's judge. */
const FORM = /^[^@]+@[^@]+\.[^@.]{2,}$/;
/** Meant as an address: a word, an @ and a word. Versions (`left-pad@1.3.0`) and paths aren't. */
const MEANT = /^[\p{L}\p{N}][^/@]*@+[^/@]*[\p{L}\p{N}]$/u;
const VERSION = /@[~^v]?\d[\d.]*(-[\w.]*)?$/i;
/** A mark typed for the point of a domain: `ann@example,org`. */
const MARK_FOR_DOT = /^[,;:][\p{L}]{2,24}(?![\p{L}\p{N}@.])/u;

/**
 * What is or was meant as an address in a text, in order. Linear: it looks outward from each @,
 * never further than an address is long.
 */
export function candidates(text: string): Candidate[] {
  const found: Candidate[] = [];
  for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", at + 1)) {
    const own = trimmed(text, runAround(text, at, isOutside));
    if (FORM.test(own.text)) {
      found.push(own);
      continue;
    }
    const run = runAround(text, at, (character) => OUTSIDE.test(character));
    const wide = trimmed(text, run);
    const mark = MARK_FOR_DOT.exec(text.slice(wide.end, wide.end + 30))?.[0] ?? "";
    const meant = { ...wide, text: wide.text + mark, end: wide.end + mark.length };
    if (MEANT.test(meant.text) && !VERSION.test(meant.text)) found.push(meant);
    at = Math.max(at, run.end - 1);
  }
  return found;
}

/** The people to whom a `mailto:` link writes, not those in its Cc; "" for other links. */
export function mailtoText(link: Element): string {
  return readMailto(link.getAttribute("href") ?? "")?.to ?? "";
}
