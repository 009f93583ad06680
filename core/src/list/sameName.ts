import { isOneTypoApart } from "../placeholders/wordLikeness.ts";
import { isAddressMadeOf } from "../recipients/likeName.ts";
import { nameWords } from "../recipients/nameWords.ts";

/**
 * A function that judges whether two names can be one person's: each word of the shorter one is in
 * the longer one, written alike or as an initial. So a blank name can be anyone's. "Paul" and
 * "Paula" can be two people, so a word may be mistyped or completed only in two whole names of
 * which the mailbox is made of one.
 */
export function sameNames(whole: readonly [string, string], mailbox: string) {
  let isOwn: boolean | undefined;
  const isOneWord = (one: string, other: string) => {
    if (isInitial(one, other) || isInitial(other, one)) return true;
    isOwn ??= isAddressMadeOf(whole[0], mailbox) !== isAddressMadeOf(whole[1], mailbox);
    return isOwn && (isOneTypoApart(one, other) || isCompleted(one, other));
  };
  return (one: string, other: string): boolean => {
    if (one === other) return true;
    const [short = [], left = []] = [one, other]
      .map((name) => nameWords(name).map(sound))
      .toSorted((a, b) => a.length - b.length);
    return short.every((word) => {
      const equal = left.indexOf(word);
      const at = equal === -1 ? left.findIndex((other) => isOneWord(word, other)) : equal;
      return at !== -1 && left.splice(at, 1).length > 0;
    });
  };
}

/** A word without what only spellings differ in: "JON" is "JOHN", "STEPHAN" is "STEFAN". */
function sound(word: string): string {
  return word
    .replace(/PH/g, "F")
    .replace(/(?<=T)H|(?<!^)H(?![AEIOUY])/g, "")
    .replace(/(\p{L})\1+/gu, "$1");
}

function isInitial(one: string, other: string): boolean {
  return /^\p{L}$/u.test(one) && other.startsWith(one);
}

function isCompleted(one: string, other: string): boolean {
  return /^\p{L}+$/u.test(one + other) && (one.startsWith(other) || other.startsWith(one));
}
