/** Nesting levels of JSON that a call may contain; ours need at most four. */
export const MAX_JSON_DEPTH = 10;

const QUOTE = '"'.charCodeAt(0);
const BACKSLASH = "\\".charCodeAt(0);
const OPENING = new Set(["{", "["].map((sign) => sign.charCodeAt(0)));
const CLOSE = new Set(["}", "]"].map((sign) => sign.charCodeAt(0)));

/**
 * Whether a JSON text is nested deeper than MAX_JSON_DEPTH. Reads only its characters, because parsing would build
 * every level.
 */
export function isTooDeep(json: string): boolean {
  let depth = 0;
  let isText = false;
  for (let i = 0; i < json.length; i++) {
    const code = json.charCodeAt(i);
    if (code === QUOTE) isText = !isText;
    else if (isText) i += code === BACKSLASH ? 1 : 0;
    else if (OPENING.has(code)) depth += 1;
    else if (CLOSE.has(code)) depth -= 1;
    if (depth > MAX_JSON_DEPTH) return true;
  }
  return false;
}
