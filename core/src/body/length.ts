import { HTML_PER_TEXT, type Limits, MAX_SIGNATURE_LENGTH } from "../contract/limits.ts";
import { isBlank } from "../isBlank.ts";
import { withCommas } from "../withCommas.ts";

/** Tags within a line of text. Any other tag ends a line, as a paragraph does. */
const INLINE_TAGS = new Set(
  "a abbr b bdi bdo cite code del dfn em font i ins kbd mark q s samp small span strike strong sub sup u var wbr".split(
    " ",
  ),
);
/** Tags whose content readers don't see; the sanitizer removes it. */
const HIDDEN_TAGS = new Set(
  "head iframe noembed noframes noscript option script style template textarea title xmp".split(
    " ",
  ),
);

const TAG_NAME = /<\/?([a-z][^\s/>]*)/iy;
const ENTITY = /&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z][a-z\d]{1,31}));/gi;
const BLANK_ENTITIES = new Set([
  "nbsp",
  "ensp",
  "emsp",
  "thinsp",
  "Tab",
  "NewLine",
  "ZeroWidthSpace",
  "shy",
  "zwj",
  "zwnj",
]);

/**
 * How many characters a body's reader sees: the number that `MAX_BODY_LENGTH` limits (rule: body
 * length). Page and server count alike: tags, comments, scripts and styles count nothing; an entity
 * counts as one; a run of white space (spaces, non-breaking ones, line breaks, ends of paragraphs)
 * counts as one, and as nothing at the beginning and the end; a character outside the basic plane,
 * such as an emoji, counts as one; a placeholder counts as written. Never throws; takes linear
 * time.
 */
export function textLength(html: string): number {
  const text = visibleText(html)
    .replace(/[\s\u200b]+/g, " ")
    .trim();
  return text.replace(/[\ud800-\udbff][\udc00-\udfff]/g, "x").length;
}

/** Whether the reader of a body sees neither text nor a picture. */
export function isEmptyBody(html: string): boolean {
  return isBlank(visibleText(html)) && !/<img\b/i.test(html);
}

/** Whether a body's text, or its whole HTML, exceeds the limits. */
export function isBodyTooLong(html: string, limits: Pick<Limits, "MAX_BODY_LENGTH">): boolean {
  return (
    html.length > limits.MAX_BODY_LENGTH * HTML_PER_TEXT ||
    textLength(html) > limits.MAX_BODY_LENGTH
  );
}

/** Why a signature's HTML can't be saved, in a sentence; null if it can. */
export function signatureProblem(html: string): string | null {
  if (!isBodyTooLong(html, { MAX_BODY_LENGTH: MAX_SIGNATURE_LENGTH })) return null;
  return `The signature is too long: at most ${withCommas(MAX_SIGNATURE_LENGTH)} characters.`;
}

/**
 * The text between the tags, with each entity as one character and each end of a line as a space.
 */
function visibleText(html: string): string {
  const pieces: string[] = [];
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf("<", at);
    if (open < 0) {
      pieces.push(withoutEntities(html.slice(at)));
      break;
    }
    pieces.push(withoutEntities(html.slice(at, open)));
    TAG_NAME.lastIndex = open;
    const name = TAG_NAME.exec(html)?.[1]?.toLowerCase();
    if (name === undefined) {
      const end = endOfOtherMarkup(html, open);
      if (end === null) pieces.push("<");
      at = end ?? open + 1;
      continue;
    }
    if (!INLINE_TAGS.has(name)) pieces.push(" ");
    at = endOfTag(html, open + name.length + 1);
    if (HIDDEN_TAGS.has(name) && html[open + 1] !== "/") at = closingTag(html, name, at);
  }
  return pieces.join("");
}

/**
 * The end of the comment or declaration that opens at `open`; null if the `<` is only a character.
 */
function endOfOtherMarkup(html: string, open: number): number | null {
  if (html.startsWith("<!--", open)) return endOr(html, html.indexOf("-->", open + 2), 3);
  if (!/[!?/]/.test(html[open + 1] ?? "")) return null;
  return endOr(html, html.indexOf(">", open), 1);
}

/**
 * The position after the tag whose name begins before `at`. A `>` inside a quoted value doesn't end
 * it.
 */
function endOfTag(html: string, at: number): number {
  let next = at;
  while (next < html.length && html[next] !== ">") {
    if (html[next++] !== "=") continue;
    while (/\s/.test(html[next] ?? "")) next++;
    const quote = html[next];
    if (quote === '"' || quote === "'") next = endOr(html, html.indexOf(quote, next + 1), 1);
    else while (next < html.length && !/[\s>]/.test(html[next] ?? "")) next++;
  }
  return Math.min(next + 1, html.length);
}

/** Where the next closing tag with this name begins at `at` or later, or the end of the text. */
function closingTag(html: string, name: string, at: number): number {
  const closing = new RegExp(`</${name}`, "gi");
  closing.lastIndex = at;
  return closing.exec(html)?.index ?? html.length;
}

/** `found` plus `length`, or the end of the text if nothing was found. */
function endOr(html: string, found: number, length = 0): number {
  return found < 0 ? html.length : found + length;
}

function withoutEntities(text: string): string {
  return text.replace(ENTITY, (_, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return BLANK_ENTITIES.has(name) ? " " : "x";
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff && isBlank(String.fromCodePoint(code)) ? " " : "x";
  });
}
