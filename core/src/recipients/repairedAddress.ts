import { isEmailAddress } from "./recipients.ts";

/** Characters without a width: with or without them, everybody reads the same address. */
export const ZERO_WIDTH = /[\u200b-\u200d\u2060\ufeff]/g;

/** Longer text is no address with something around it. */
const MAX_REPAIRED_LENGTH = 320;

const BEFORE = /^[\s\p{Default_Ignorable_Code_Point}]*(?:mailto:)?[\s\p{Default_Ignorable_Code_Point}<("'[]*/iu;
const AFTER = /[\s\p{Default_Ignorable_Code_Point}>)"'\].,;]+$/u;
/** A comma that is the only separator of the domain: there is nothing else that it could stand for. */
const COMMA_FOR_DOT = /^([^\s,@]+@[^\s,.@]+),([^\s,.@]+)$/;

/**
 * The one address that is certain to be meant by what is none, or null. Only what stands around an address is taken
 * away, and spaces beside its @, characters without a width, and a comma in the place of the domain's only dot. Two
 * words are never joined: `max muster@example.org` is nobody's address, but `maxmuster@example.org` may be a
 * stranger's.
 */
export function repairedAddress(text: string): string | null {
  if (text.length > MAX_REPAIRED_LENGTH) return null;
  const bare = text
    .replace(BEFORE, "")
    .replace(AFTER, "")
    .replace(ZERO_WIDTH, "")
    .replace(/\s*@\s*/, "@")
    .replace(COMMA_FOR_DOT, "$1.$2");
  return isEmailAddress(bare) ? bare : null;
}

/**
 * What a person may not see in something that is no address: " (it holds a space)", or "" where there is nothing to
 * say.
 */
export function addressHint(text: string): string {
  if (/\p{Default_Ignorable_Code_Point}|(?!\s)\p{Cc}/u.test(text)) return " (it holds an invisible character)";
  if (!text.includes("@") || repairedAddress(text) !== null) return "";
  if (/\s/.test(text.trim())) return " (it holds a space)";
  return text.includes(",") ? " (it holds a comma)" : "";
}
