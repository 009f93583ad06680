import { INLINE } from "./elements.ts";
import { readEntity } from "./entities.ts";
import { type HtmlTag, readTag } from "./htmlTag.ts";

/** Text that can contain a placeholder: decoded, with the position of each character in the source. */
export interface Stretch {
  /** `markup` is the inside of a tag outside its quoted values, where a value could do harm. */
  place: "text" | "attribute" | "markup";
  text: string;
  /** Where each UTF-16 unit of `text` begins and ends in the source; null if source and text are the same. */
  begins: number[] | null;
  ends: number[] | null;
}

/** A stretch while it is being read. */
interface Growing extends Stretch {
  begins: number[];
  ends: number[];
}

/**
 * The stretches of text in any HTML, and of those attribute values and tags that contain braces, in the order of the
 * source, and its tags. In a code block, each line is a stretch. Text after an unfinished tag is neither. Linear in the
 * source; never throws.
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
      stretches.push(...inside);
      at = tag.end;
      if (tag.name === "pre") preformatted = Math.max(0, preformatted + (tag.kind === "open" ? 1 : -1));
    } else {
      const isNewLine = source[at] === "\n";
      at = readCharacter(source, at, current);
      if (isNewLine && preformatted > 0) endStretch();
    }
  }
  endStretch();
  return { stretches, tags };
}

function emptyStretch(place: Stretch["place"]): Growing {
  return { place, text: "", begins: [], ends: [] };
}

/** Adds the character at `at` to the stretch; returns the position after it. */
function readCharacter(source: string, at: number, stretch: Growing): number {
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

/** Skips a tag without braces; else reads its quoted values, and the text between them. */
function stretchesOf(source: string, tag: HtmlTag): Stretch[] {
  const written = source.slice(tag.start, tag.end);
  if (tag.kind === "comment" || !(written.includes("{{") || written.includes("}}"))) return [];
  const stretches: Stretch[] = [];
  const add = (place: Stretch["place"], from: number, to: number) => {
    const stretch = emptyStretch(place);
    for (let at = from; at < to; ) at = readCharacter(source, at, stretch);
    stretches.push(stretch);
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
