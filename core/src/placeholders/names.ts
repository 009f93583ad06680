/** Characters of a variable's name. */
const MAX_VARIABLE_NAME_LENGTH = 500;
/** Characters between the braces: a dropdown's options are the longest thing that stands there. */
export const MAX_PLACEHOLDER_LENGTH = 10_000;

/** What stands for something else at the beginning of a placeholder, and so cannot begin a name. */
const SIGILS = "#^/&>=!";

/** Editors leave these behind; nobody sees them, and nobody types them on purpose. */
const INVISIBLE = /[\u00ad\u200b\u2060\ufeff]/g;
const NON_BREAKING = /[\u00a0\u2007\u202f]/g;
const BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/;
const CONTROL = /\p{Cc}/u;

/**
 * What is meant by a name, option or fallback as it stands in a text: invisible characters gone, non-breaking spaces
 * ordinary, a line break or tab (HTML wraps where it likes) one space, trimmed. Other inner spaces stay.
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

/** What stops a tidy name from being one, as the end of a sentence that begins with the name, or null. */
export function nameProblem(name: string): string | null {
  if (name === "") return "has no name";
  if (/[{}|]/.test(name)) return "has {, } or | in its name";
  if (SIGILS.includes(name.charAt(0))) return `has a name that begins with ${name.charAt(0)}`;
  if (CONTROL.test(name)) return "has something in its name that cannot be printed";
  if (name.length > MAX_VARIABLE_NAME_LENGTH) return `has a name of more than ${MAX_VARIABLE_NAME_LENGTH} characters`;
  return null;
}
