import { type Condition, conditionOf, type LiveToken } from "./conditions.ts";
import { type HtmlTag, INLINE, LINES, VOID } from "./htmlText.ts";
import { type AddressPiece, piecesOf, withLinks } from "./links.ts";
import type { ConditionToken } from "./tokenize.ts";

interface Extent {
  start: number;
  end: number;
}

const BLANK_HTML = /^(?:\s|&nbsp;|&#160;)*$/i;
/** Indentation between tags isn't longer; looking no further keeps the work linear. */
const MAX_NOTHING = 200;

function isNothing(source: string, from: number, to: number): boolean {
  return to - from <= MAX_NOTHING && BLANK_HTML.test(source.slice(from, to));
}

/** The index of the first of the sorted tags that begins at a position or later. */
function firstFrom(tags: readonly HtmlTag[], position: number): number {
  let low = 0;
  let high = tags.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tags[middle]?.start ?? 0) < position) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * If something is alone on its line (`<p><b>{{#Name}}</b></p>`), the whole line, from the tag that
 * opens it to the one that closes it; else null. With a placeholder in a tag, it isn't alone.
 */
function lineAround(
  source: string,
  tags: readonly HtmlTag[],
  { start, end }: Extent,
): Extent | null {
  const inlines: string[] = [];
  let line: HtmlTag | undefined;
  let at = start;
  for (let index = firstFrom(tags, start) - 1; !line; index--) {
    const tag = tags[index];
    if (!tag || tag.kind === "close" || hasBraces(source, tag) || !isNothing(source, tag.end, at))
      return null;
    at = tag.start;
    if (LINES.has(tag.name)) line = tag;
    else if (INLINE.has(tag.name)) inlines.push(tag.name);
    else if (tag.kind === "open") return null;
  }
  at = end;
  let closed = 0;
  for (let index = firstFrom(tags, end); ; index++) {
    const tag = tags[index];
    if (!tag || !isNothing(source, at, tag.start)) return null;
    at = tag.end;
    if (tag.kind === "comment" || (tag.kind === "open" && tag.name === "br")) continue;
    if (tag.kind === "open") return null;
    if (closed === inlines.length)
      return tag.name === line.name ? { start: line.start, end: tag.end } : null;
    if (tag.name !== inlines[closed]) return null;
    closed++;
  }
}

/**
 * The tags in a part of an HTML source whose partner is outside. If the part is omitted, they must
 * stay, or the text around it would change: `<b>{{#Name}}x</b> y{{/Name}}`.
 */
function unpairedTags(source: string, tags: readonly HtmlTag[], { start, end }: Extent): string {
  const unpaired: HtmlTag[] = [];
  for (let index = firstFrom(tags, start); ; index++) {
    const tag = tags[index];
    if (!tag || tag.start >= end) break;
    if (tag.kind === "comment" || VOID.has(tag.name)) continue;
    const last = unpaired.at(-1);
    if (tag.kind === "close" && last?.kind === "open" && last.name === tag.name) unpaired.pop();
    else unpaired.push(tag);
  }
  return unpaired.map((tag) => withoutBraces(source, tag)).join("");
}

function hasBraces(source: string, tag: HtmlTag): boolean {
  return source.slice(tag.start, tag.end).includes("{{");
}

/** A placeholder in an attribute of a left-over tag has no value to show: the bare tag stays. */
function withoutBraces(source: string, tag: HtmlTag): string {
  if (!hasBraces(source, tag)) return source.slice(tag.start, tag.end);
  return tag.kind === "close" ? `</${tag.name}>` : `<${tag.name}>`;
}

/**
 * A source's parts, in order; a `link` is the `href` of a link with braces in it, and `gone` is an
 * end of a condition in text, where something is left out unless it holds.
 */
export type TemplatePart =
  | AddressPiece
  | { kind: "link"; pieces: AddressPiece[] }
  | { kind: "gone"; condition: Condition };

interface TextSource {
  source: string;
  /** Placeholders, and conditions in pairs. */
  live: readonly LiveToken[];
  /** None if the source is text. */
  tags: readonly HtmlTag[];
}

/**
 * The parts of a source that an email is made from. A condition alone on its line includes the
 * line, so that neither case leaves an empty one behind. If a skipped part contains one half of a
 * pair of tags, that half stays.
 */
export function layOut({ source, live, tags }: TextSource): TemplatePart[] {
  const parts: TemplatePart[] = [];
  const open: { token: ConditionToken; extent: Extent }[] = [];
  let done = 0;
  const text = (written: string) => {
    if (written !== "") parts.push({ kind: "text", text: written });
  };

  for (const token of withLinks(source, tags, live)) {
    if ("href" in token) {
      text(source.slice(done, token.href.start));
      parts.push({ kind: "link", pieces: piecesOf(source, token) });
      done = token.href.end;
      continue;
    }
    const split = token.tagsBefore + token.tagsAfter;
    const isAlone = token.kind !== "placeholder" && token.scope === 0 && split === "";
    const extent = (isAlone ? lineAround(source, tags, token) : null) ?? token;
    text(source.slice(done, extent.start));
    done = extent.end;
    if (token.kind === "placeholder") {
      text(token.tagsBefore);
      parts.push({ kind: "value", token });
      text(token.tagsAfter);
    } else if (token.kind !== "close") {
      text(split);
      const condition = conditionOf(token);
      if (token.scope === 0) parts.push({ kind: "gone", condition });
      parts.push({ kind: "open", condition });
      open.push({ token, extent });
    } else {
      parts.push({ kind: "close" });
      const opener = open.pop();
      const left = opener
        ? unpairedTags(source, tags, { start: opener.extent.end, end: extent.start })
        : "";
      if (opener && left !== "") {
        const condition = conditionOf(opener.token);
        parts.push({ kind: "open", condition: { ...condition, keptWhen: !condition.keptWhen } });
        text(left);
        parts.push({ kind: "close" });
      }
      if (opener?.token.scope === 0)
        parts.push({ kind: "gone", condition: conditionOf(opener.token) });
      text(split);
    }
  }
  text(source.slice(done));
  return parts;
}
