import { type HtmlTag, VOID } from "./htmlText.ts";

/** A part of a source. */
export interface Extent {
  start: number;
  end: number;
}

/** An element of an HTML source. */
export interface TreeElement {
  tag: HtmlTag;
  /** Its closing tag; null if it has none of its own. */
  close: HtmlTag | null;
  parent: TreeElement | null;
  depth: number;
  isInLink: boolean;
}

/** The elements of an HTML source, by position. Reads each tag once; never throws. */
export class HtmlTree {
  readonly #tags: readonly HtmlTag[];
  /** After each tag, the innermost element. */
  readonly #innermost: (TreeElement | null)[] = [];

  constructor(tags: readonly HtmlTag[]) {
    this.#tags = tags;
    const open = new Map<string, number>();
    let top = null as TreeElement | null;
    for (const tag of tags) {
      const { kind, name } = tag;
      if (kind === "open" && !VOID.has(name)) {
        const isInLink = name === "a" || (top?.isInLink ?? false);
        top = { tag, close: null, parent: top, depth: (top?.depth ?? 0) + 1, isInLink };
        open.set(name, (open.get(name) ?? 0) + 1);
      } else if (kind === "close" && open.get(name)) {
        let closed: TreeElement | null = null;
        while (top && closed?.tag.name !== name) {
          closed = top;
          open.set(top.tag.name, (open.get(top.tag.name) ?? 1) - 1);
          top = top.parent;
        }
        if (closed) closed.close = tag;
      }
      this.#innermost.push(top);
    }
  }

  /** The innermost element around a position in the text; null at the top. */
  at(position: number): TreeElement | null {
    return this.#innermost[firstFrom(this.#tags, position) - 1] ?? null;
  }

  /**
   * The elements that end and those that begin between two positions, innermost first, without
   * those that do both.
   */
  between(from: number, to: number): { ended: TreeElement[]; begun: TreeElement[] } {
    const ended: TreeElement[] = [];
    const begun: TreeElement[] = [];
    let [before, after] = [this.at(from), this.at(to)];
    while (before !== after) {
      const [one, other]: [number, number] = [before?.depth ?? 0, after?.depth ?? 0];
      if (before && one >= other) {
        ended.push(before);
        before = before.parent;
      }
      if (after && other >= one) {
        begun.push(after);
        after = after.parent;
      }
    }
    return { ended, begun };
  }
}

/** The index of the first of the sorted tags that begins at a position or later. */
export function firstFrom(tags: readonly HtmlTag[], position: number): number {
  let low = 0;
  let high = tags.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tags[middle]?.start ?? 0) < position) low = middle + 1;
    else high = middle;
  }
  return low;
}

const BLANK_HTML = /^(?:\s|&nbsp;|&#160;)*$/i;
/** Indentation between tags isn't longer; looking no further keeps the work linear. */
export const MAX_NOTHING = 200;

/** Whether a reader sees nothing between two positions, which have no tag between them. */
export function isNothing(source: string, from: number, to: number): boolean {
  return to - from <= MAX_NOTHING && BLANK_HTML.test(source.slice(from, to));
}

export function hasBraces(source: string, tag: HtmlTag): boolean {
  return source.slice(tag.start, tag.end).includes("{{");
}

/** A placeholder in an attribute of a left-over tag has no value to show: the bare tag stays. */
export function withoutBraces(source: string, tag: HtmlTag): string {
  if (!hasBraces(source, tag)) return source.slice(tag.start, tag.end);
  return tag.kind === "close" ? `</${tag.name}>` : `<${tag.name}>`;
}
