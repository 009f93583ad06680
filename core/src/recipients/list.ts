import { withPeopleOfLinks } from "./mailto.ts";
import { addressKey, type RecipientText, recipientText } from "./recipients.ts";

// Each alternative stops at the first character that can't belong to it, and an unclosed `"` or `<`
// costs one look ahead to the end of its line (or the next `<`), so the whole is linear. The quoted
// name has a bound because the engine's stack does.
const TOKEN =
  /([^\s,;，；、،؛<>"@]+@[^\s,.;，；、،؛<>"@]+[,，][a-z]{2,}(?![^\s,;，；、،؛])(?!\s*<))|([,;，；、،؛\r\n])|\s+|(<[^<>\r\n]*>)|"(?:[^"\\\r\n]|\\[^\r\n]){0,1000}"[^\s,;，；、،؛<]*|<[^\s,;，；、،؛<]*|[^\s,;，；、،؛<]+/g;

/** Of Latin, East Asian and Arabic texts. */
const COMMAS = ",，،";

interface Word {
  text: string;
  start: number;
}

/**
 * The pieces of a typed or pasted list, in order. It is split at white space, commas, semicolons
 * and line breaks (rule: paste), but `Name <a@b>`, `"Last, First" <a@b>` and Outlook's `Last, First
 * <a@b>` are read as one before that, and so is the typo `ann@example,org`. Linear in the text.
 */
export function splitRecipients(list: string): RecipientText[] {
  const text = withPeopleOfLinks(list);
  const pieces: RecipientText[] = [];
  /** Words that may still be the name before a `<`: those before a comma, and those after it. */
  let beforeComma: Word[] = [];
  let words: Word[] = [];

  function giveUp(unused: readonly Word[]): void {
    for (const word of unused) pieces.push(recipientText(word.text));
  }

  for (const match of text.matchAll(TOKEN)) {
    const [token, mistyped, separator, bracket] = match;
    if (mistyped !== undefined) {
      giveUp(beforeComma.concat(words));
      beforeComma = [];
      words = [];
      pieces.push(recipientText(mistyped));
    } else if (separator !== undefined && COMMAS.includes(separator)) {
      giveUp(beforeComma);
      beforeComma = words;
      words = [];
      if (!beforeComma.every(isPlainWord)) {
        giveUp(beforeComma);
        beforeComma = [];
      }
    } else if (separator !== undefined) {
      giveUp(beforeComma.concat(words));
      beforeComma = [];
      words = [];
    } else if (bracket !== undefined) {
      const name = nameBefore(bracket, beforeComma, words);
      giveUp(beforeComma.concat(words).slice(0, -name.length || undefined));
      pieces.push(
        recipientText(text.slice(name[0]?.start ?? match.index, match.index + bracket.length)),
      );
      beforeComma = [];
      words = [];
    } else if (token.trim() !== "") {
      words.push({ text: token, start: match.index });
    }
  }
  giveUp(beforeComma.concat(words));
  return pieces;
}

/**
 * The words of the bracketed address's name: those after the last word that is an address itself.
 */
function nameBefore(
  bracket: string,
  beforeComma: readonly Word[],
  words: readonly Word[],
): readonly Word[] {
  const lastAddress = words.findLastIndex(
    (word) => word.text.includes("@") && !word.text.startsWith('"'),
  );
  const named = words[lastAddress];
  // A quoted name is complete, and `please mail: Ann` names Ann: the words before it aren't part of
  // it.
  const label = words.findLastIndex((word) => word.text.endsWith(":"));
  const first = words[label + 1];
  if (named === undefined && (label >= 0 || first?.text.startsWith('"')))
    return words.slice(label + 1);
  if (named === undefined) return words.length === 0 ? [] : beforeComma.concat(words);
  // Mail programs write `ann@example.org <ann@example.org>`, or the first in single quotes, for a
  // person without a name. That is one recipient, not two.
  const sameAddress =
    addressKey(`<${named.text.replace(/^'(.*)'$/, "$1")}>`) === addressKey(bracket);
  const isItself = sameAddress && lastAddress === words.length - 1;
  return words.slice(isItself ? lastAddress : lastAddress + 1);
}

/**
 * Whether this can only be part of a name. A mistyped address must be shown, not become part of the
 * next one's name.
 */
function isPlainWord(word: Word): boolean {
  return !/[@."]/.test(word.text);
}
