import { type Condition, conditionOf, type LiveToken } from "./conditions.ts";
import { type HtmlTag, INLINE, LINES, VOID } from "./htmlText.ts";
import { type Extent, firstFrom, hasBraces, isNothing, withoutBraces } from "./htmlTree.ts";
import { type AddressPiece, type DynamicLink, piecesOf, withLinks } from "./links.ts";
import { type RepeatedNumber, repeatedNumbers } from "./repeatedNumbers.ts";
import type { RepeatedPart, RepeatMark } from "./repeatedPart.ts";
import type { ConditionToken } from "./tokenize.ts";

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

/**
 * A source's parts, in order. A `link` is the `href` of a link with braces in it. Where something is
 * left out unless a condition holds (null: always), text ends with `gone`. Between two times of a
 * repeated part is the HTML `between`; a `number` begins a list.
 */
export type TemplatePart =
  | AddressPiece
  | { kind: "repeat"; between: string }
  | { kind: "repeated" }
  | RepeatedNumber
  | { kind: "link"; pieces: AddressPiece[] }
  | { kind: "gone"; condition: Condition | null };

interface TextSource {
  source: string;
  /** Placeholders, and conditions in pairs. */
  live: readonly LiveToken[];
  /** None if the source is text. */
  tags: readonly HtmlTag[];
  repeats: readonly RepeatedPart[];
}

type Placed = LiveToken | DynamicLink | RepeatMark | RepeatedNumber;

function inOrder({ source, live, tags, repeats }: TextSource): readonly Placed[] {
  const placed = withLinks(source, tags, live);
  if (repeats.length === 0) return placed;
  const startOf = (one: Placed) => ("href" in one ? one.href.start : one.start);
  // A part ends before the token behind it begins.
  const marks = repeats.flatMap((part) => part.marks);
  const all = [...marks, ...repeatedNumbers(source, tags, repeats), ...placed];
  return all.sort((one, other) => startOf(one) - startOf(other));
}

/**
 * The parts of a source that an email is made from. A condition alone on its line includes the
 * line, so that neither case leaves an empty one behind. If a skipped part contains one half of a
 * pair of tags, that half stays.
 */
export function layOut({ source, live, tags, repeats }: TextSource): TemplatePart[] {
  const parts: TemplatePart[] = [];
  const open: { token: ConditionToken; extent: Extent }[] = [];
  let done = 0;
  const text = (written: string) => {
    if (written !== "") parts.push({ kind: "text", text: written });
  };

  for (const token of inOrder({ source, live, tags, repeats })) {
    if ("href" in token) {
      text(source.slice(done, token.href.start));
      parts.push({ kind: "link", pieces: piecesOf(source, token) });
      done = token.href.end;
      continue;
    }
    if (token.kind === "number") {
      text(source.slice(done, token.start));
      done = token.end;
      parts.push(token);
      continue;
    }
    if ("split" in token) {
      text(source.slice(done, token.start));
      done = token.end;
      if (token.kind === "repeated") parts.push({ kind: "repeated" });
      text(token.split);
      if (token.kind === "cut" && token.isGone) parts.push({ kind: "gone", condition: null });
      if (token.kind === "repeat") parts.push({ kind: "repeat", between: token.between });
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
