import { namedCharacter } from "../htmlNames.ts";

/** An attribute with a quoted value; offsets are positions in the source. */
export interface Attribute {
  /** In lower case. */
  name: string;
  start: number;
  end: number;
  /** The value, without its quotes. */
  from: number;
  to: number;
}

/** One tag of an HTML source; offsets are positions in it. */
export interface HtmlTag {
  kind: "open" | "close" | "comment";
  /** In lower case; empty for a comment. */
  name: string;
  start: number;
  end: number;
  /** Its attributes with a quoted value. */
  attributes: Attribute[];
}

const NAME = /[a-z][^\s/>]*/iy;
const SPACE = /[\s/]*/y;
const ATTRIBUTE = /([^\s/>][^\s/>=]*)\s*(=?)\s*/y;
const UNQUOTED = /[^\s>]*/y;

function match(pattern: RegExp, source: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(source);
}

/**
 * The tag or comment that begins at a `<` as a browser would read it, null if none does (`a < b`),
 * or "unfinished" if the source ends within it. Linear in the text it reads.
 */
export function readTag(source: string, start: number): HtmlTag | "unfinished" | null {
  const next = source[start + 1];
  const isClose = next === "/";
  const name = match(NAME, source, start + (isClose ? 2 : 1));
  if (!name) {
    const isComment = next === "!" || next === "?" || (isClose && start + 2 < source.length);
    return isComment ? readComment(source, start) : null;
  }
  const attributes: Attribute[] = [];
  let at = NAME.lastIndex;
  for (;;) {
    match(SPACE, source, at);
    at = SPACE.lastIndex;
    if (at >= source.length) return "unfinished";
    if (source[at] === ">") break;
    const begin = at;
    const [, attribute = "", equals] = match(ATTRIBUTE, source, at) ?? [];
    at = ATTRIBUTE.lastIndex;
    if (equals !== "=") continue;
    const quote = source[at];
    if (quote === '"' || quote === "'") {
      const end = source.indexOf(quote, at + 1);
      if (end < 0) return "unfinished";
      attributes.push({
        name: attribute.toLowerCase(),
        start: begin,
        end: end + 1,
        from: at + 1,
        to: end,
      });
      at = end + 1;
    } else {
      match(UNQUOTED, source, at);
      at = UNQUOTED.lastIndex;
    }
  }
  return {
    kind: isClose ? "close" : "open",
    name: name[0].toLowerCase(),
    start,
    end: at + 1,
    attributes,
  };
}

function readComment(source: string, start: number): HtmlTag | "unfinished" {
  const isShort = /^<!--?-?>/.test(source.slice(start, start + 6));
  const ending = source.startsWith("<!--", start) && !isShort ? "-->" : ">";
  const from = ending === "-->" ? start + 4 : start + 2;
  const found = source.indexOf(ending, from);
  if (found < 0) return "unfinished";
  return { kind: "comment", name: "", start, end: found + ending.length, attributes: [] };
}

const REFERENCE = /&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|([a-z]{2,8}\d?));/iy;

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
      ? namedCharacter(name)
      : ofCode(hex !== undefined ? Number.parseInt(hex, 16) : Number.parseInt(decimal ?? "", 10));
  return text ? { text, length: whole.length } : null;
}

/** The visible text of HTML without tags; unknown references stay as they are. */
export function decodeHtml(html: string): string {
  return html.replace(/&#?\w{1,9};/g, (reference) => readEntity(reference, 0)?.text ?? reference);
}

const ESCAPES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Plain text as HTML, safe in text and in quoted attribute values. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}

/** Formatting may run through the middle of a name; any other element ends its text. */
export const INLINE: ReadonlySet<string> = new Set(
  (
    "a abbr acronym b bdi bdo big cite code del dfn em font i ins kbd label mark nobr q s samp small span strike strong " +
    "sub sup tt u var wbr"
  ).split(" "),
);

/**
 * Lines of an email. A table's cells aren't among them, because a row without one of its cells
 * shifts.
 */
export const LINES: ReadonlySet<string> = new Set(
  "p div li h1 h2 h3 h4 h5 h6 blockquote".split(" "),
);

export const VOID: ReadonlySet<string> = new Set(
  "area base br col embed hr img input link meta source track wbr".split(" "),
);

/**
 * Text that can contain a placeholder: decoded, with the position of each character in the source.
 */
export interface Stretch {
  /** `markup` is the inside of a tag outside its quoted values, where a value could do harm. */
  place: "text" | "attribute" | "markup";
  text: string;
  /**
   * Where each UTF-16 unit of `text` begins and ends in the source; null if source and text are the
   * same.
   */
  begins: number[] | null;
  ends: number[] | null;
}

/** A stretch while it is being read. */
interface OpenStretch extends Stretch {
  begins: number[];
  ends: number[];
}

/**
 * The stretches of text in any HTML, and of those attribute values and tags that contain braces, in
 * the order of the source, and its tags. In a code block, each line is a stretch. Text after an
 * unfinished tag is neither. Linear in the source; never throws.
 */
export function readHtml(source: string): { stretches: Stretch[]; tags: HtmlTag[] } {
  const stretches: Stretch[] = [];
  const tags: HtmlTag[] = [];
  let current = emptyStretch("text");
  let preformatted = 0;
  const endStretch = () => {
    if (current.text !== "") stretches.push(current);
    current = emptyStretch("text");
  };
  let at = 0;
  while (at < source.length) {
    const tag = source[at] === "<" ? readTag(source, at) : null;
    if (tag === "unfinished") break;
    if (tag) {
      tags.push(tag);
      const inside = stretchesOf(source, tag);
      if (inside.length > 0 || !(tag.kind === "comment" || INLINE.has(tag.name))) endStretch();
      for (const stretch of inside) stretches.push(stretch);
      at = tag.end;
      if (tag.name === "pre")
        preformatted = Math.max(0, preformatted + (tag.kind === "open" ? 1 : -1));
    } else {
      const isNewLine = source[at] === "\n";
      at = readCharacter(source, at, current);
      if (isNewLine && preformatted > 0) endStretch();
    }
  }
  endStretch();
  return { stretches, tags };
}

function emptyStretch(place: Stretch["place"]): OpenStretch {
  return { place, text: "", begins: [], ends: [] };
}

/** Adds the character at `at` to the stretch; returns the position after it. */
function readCharacter(source: string, at: number, stretch: OpenStretch): number {
  const entity = source[at] === "&" ? readEntity(source, at) : null;
  const text = entity?.text ?? source.charAt(at);
  const end = at + (entity?.length ?? 1);
  stretch.text += text;
  for (let unit = 0; unit < text.length; unit++) {
    stretch.begins.push(at);
    stretch.ends.push(end);
  }
  return end;
}

/** A part of a source as one stretch. */
export function stretchOf(
  source: string,
  place: Stretch["place"],
  from: number,
  to: number,
): Stretch {
  const stretch = emptyStretch(place);
  for (let at = from; at < to; ) at = readCharacter(source, at, stretch);
  return stretch;
}

/** Skips a tag without braces; else reads its quoted values, and the text between them. */
function stretchesOf(source: string, tag: HtmlTag): Stretch[] {
  const written = source.slice(tag.start, tag.end);
  if (tag.kind === "comment" || !(written.includes("{{") || written.includes("}}"))) return [];
  const stretches: Stretch[] = [];
  const add = (place: Stretch["place"], from: number, to: number) => {
    stretches.push(stretchOf(source, place, from, to));
  };
  let at = tag.start;
  for (const { from, to } of tag.attributes) {
    add("markup", at, from);
    add("attribute", from, to);
    at = to;
  }
  add("markup", at, tag.end);
  return stretches;
}
