import { isEmailAddress } from "./recipients.ts";

/** Zero-width characters: with or without them, everyone reads the same address. */
export const ZERO_WIDTH = /[\u200b-\u200d\u2060\ufeff]/g;

/** Longer text isn't an address with something around it. */
const MAX_REPAIRED_LENGTH = 320;

const BEFORE = /^[\s\p{Default_Ignorable_Code_Point}]*(?:mailto:)?[\s\p{Default_Ignorable_Code_Point}<("'[]*/iu;
const AFTER = /[\s\p{Default_Ignorable_Code_Point}>)"'\].,;]+$/u;
/** A comma that is the domain's only separator, so it can only be a dot. */
const COMMA_FOR_DOT = /^([^\s,@]+@[^\s,.@]+),([^\s,.@]+)$/;

/**
 * The only address that an invalid one can mean, or null. It removes surroundings, spaces beside the @ and zero-width
 * characters, and replaces a comma that is the domain's only separator with a dot. Two words are never joined: `max
 * muster@example.org` isn't an address, but `maxmuster@example.org` may be a stranger's.
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

/** The invisible problem of an invalid address: " (it contains a space)", or "" if there is none. */
export function addressHint(text: string): string {
  if (/\p{Default_Ignorable_Code_Point}|(?!\s)\p{Cc}/u.test(text)) return " (it contains an invisible character)";
  if (!text.includes("@") || repairedAddress(text) !== null) return "";
  if (/\s/.test(text.trim())) return " (it contains a space)";
  return text.includes(",") ? " (it contains a comma)" : "";
}
