const MAX_VARIABLE_NAME_LENGTH = 500;
/** Characters between the braces; a dropdown's options are the longest. */
export const MAX_PLACEHOLDER_LENGTH = 10_000;

/** Signs with a meaning at the beginning of a placeholder, which can't begin a name. */
const SIGILS = "#^/&>=!";

/** Editors leave these behind; no one sees them or types them on purpose. */
const INVISIBLE = /[\u00ad\u200b\u2060\ufeff]/g;
const NON_BREAKING = /[\u00a0\u2007\u202f]/g;
const BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/;
const CONTROL = /\p{Cc}/u;

/**
 * The tidy form of a name, option or fallback in a text: invisible characters removed, non-breaking spaces ordinary, a
 * line break or tab (HTML wraps anywhere) one space, trimmed. Other inner spaces stay.
 */
export function tidy(text: string): string {
  return text
    .replace(INVISIBLE, "")
    .replace(NON_BREAKING, " ")
    .split(BREAKS)
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join(" ");
}

/** Why a tidy text can't be a name, as the end of a sentence that begins with it, or null. */
export function nameProblem(name: string): string | null {
  if (name === "") return "has no name";
  if (/[{}|]/.test(name)) return "has {, } or | in its name";
  if (SIGILS.includes(name.charAt(0))) return `has a name that begins with ${name.charAt(0)}`;
  if (CONTROL.test(name)) return "has an unprintable character in its name";
  if (name.length > MAX_VARIABLE_NAME_LENGTH) return `has a name of more than ${MAX_VARIABLE_NAME_LENGTH} characters`;
  return null;
}
