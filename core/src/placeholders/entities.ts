/** References that the editor, the sanitizer and people write inside a placeholder; others stay as they are. */
const NAMED_ENTITIES: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["nbsp", "\u00a0"],
  ["ensp", "\u2002"],
  ["emsp", "\u2003"],
  ["thinsp", "\u2009"],
  ["shy", "\u00ad"],
  ["zwnj", "\u200c"],
  ["zwj", "\u200d"],
  ["lcub", "{"],
  ["lbrace", "{"],
  ["rcub", "}"],
  ["rbrace", "}"],
  ["verbar", "|"],
  ["vert", "|"],
]);

const REFERENCE = /&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|([a-z]{2,6}));/iy;

function ofCode(code: number): string | null {
  const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : null;
}

/** The character of the reference at an `&` and the reference's length, or null. */
export function readEntity(html: string, at: number): { text: string; length: number } | null {
  REFERENCE.lastIndex = at;
  const match = REFERENCE.exec(html);
  if (!match) return null;
  const [whole, hex, decimal, name] = match;
  const text =
    name !== undefined
      ? NAMED_ENTITIES.get(name)
      : ofCode(hex !== undefined ? Number.parseInt(hex, 16) : Number.parseInt(decimal ?? "", 10));
  return text ? { text, length: whole.length } : null;
}

/** The visible text of HTML without tags; unknown references stay as they are. */
export function decodeHtml(html: string): string {
  return html.replace(/&#?\w{1,7};/g, (reference) => readEntity(reference, 0)?.text ?? reference);
}

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Plain text as HTML, safe in text and in quoted attribute values. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}
