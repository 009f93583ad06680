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
 * The tag or comment that begins at a `<` as a browser would read it, null if none does (`a < b`), or "unfinished" if
 * the source ends within it. Linear in the text it reads.
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
      attributes.push({ name: attribute.toLowerCase(), start: begin, end: end + 1, from: at + 1, to: end });
      at = end + 1;
    } else {
      match(UNQUOTED, source, at);
      at = UNQUOTED.lastIndex;
    }
  }
  return { kind: isClose ? "close" : "open", name: name[0].toLowerCase(), start, end: at + 1, attributes };
}

function readComment(source: string, start: number): HtmlTag | "unfinished" {
  const isShort = /^<!--?-?>/.test(source.slice(start, start + 6));
  const ending = source.startsWith("<!--", start) && !isShort ? "-->" : ">";
  const from = ending === "-->" ? start + 4 : start + 2;
  const found = source.indexOf(ending, from);
  if (found < 0) return "unfinished";
  return { kind: "comment", name: "", start, end: found + ending.length, attributes: [] };
}
