import { ITEM_START, ITEM_TYPE } from "../body/listNumbers.ts";
import { type HtmlTag, INLINE, LINES, VOID } from "./htmlText.ts";
import {
  type Extent,
  firstFrom,
  type HtmlTree,
  hasBraces,
  isNothing,
  MAX_NOTHING,
  type TreeElement,
  withoutBraces,
} from "./htmlTree.ts";
import type { ConditionToken } from "./tokenize.ts";

/**
 * The marks of a repeated part in the layout of its source, in order: its beginning and end, and
 * the texts that its tags take with them. `split` are the tags in the middle of `{{#<b>rows</b>}}`.
 */
export type RepeatMark =
  | { kind: "repeat"; start: number; end: number; split: string; between: string }
  | { kind: "repeated"; start: number; end: number; split: string }
  /** `isGone`: with it goes the text of an item that has only a list otherwise. */
  | { kind: "cut"; start: number; end: number; split: string; isGone: boolean };

/** A part of a body that appears once for each row of an email. */
export interface RepeatedPart {
  /** The repeated text, in the source. */
  start: number;
  end: number;
  marks: RepeatMark[];
}

/** The two tags of a repeated part in a body. */
interface TagPair {
  source: string;
  tags: readonly HtmlTag[];
  tree: HtmlTree;
  open: ConditionToken;
  close: ConditionToken;
}

/** A tag of a repeated part, and its surroundings: between `left` and `right` is nothing else. */
interface Edge {
  token: ConditionToken;
  node: TreeElement | null;
  left: number;
  right: number;
  /** As `left` and `right`, up to a tag with a placeholder in it. */
  plainLeft: number;
  plainRight: number;
}

const WHOLE = new Set(["li", "tr"]);
const BLOCKS = new Set([...LINES].filter((name) => !WHOLE.has(name)));
/** Elements that can't be begun or ended again elsewhere. */
const STRUCTURE = new Set(
  "a ul ol li dl dt dd table caption colgroup thead tbody tfoot tr td th".split(" "),
);

/**
 * The part that a pair of tags repeats, with the lines, items or rows that go with them; else why
 * it can't be, as the end of a sentence that begins with the first tag.
 */
export function partOf(pair: TagPair): RepeatedPart | string {
  const { source, tree, open, close } = pair;
  if (open.scope > 0) return "is in a link's address or another part of a tag";
  const [begin, end] = [edgeOf(pair, open), edgeOf(pair, close)];
  if (begin.node?.isInLink || end.node?.isInLink) return "is in a link";
  const whole = wholeBlocks(pair, begin, end);
  if (whole) return whole;
  const lines = breakLines(pair);
  const from = lines?.begin ?? aloneExtent(begin);
  const to = lines?.end ?? aloneExtent(end);
  const { ended, begun } = tree.between(from.end, to.start);
  if ([...ended, ...begun].some(({ tag }) => STRUCTURE.has(tag.name))) return apart(close);
  const names = (nodes: TreeElement[]) => nodes.map(({ tag }) => tag.name).join();
  // Else its end goes where its beginning comes from.
  const again =
    names(ended) === names(begun)
      ? ""
      : begun.map(({ tag }) => `</${tag.name}>`).join("") +
        ended
          .toReversed()
          .map(({ tag }) => withoutBraces(source, tag))
          .join("");
  const between = (lines?.between ?? "") + again;
  return {
    start: from.end,
    end: to.start,
    marks: [
      { kind: "repeat", ...from, split: splitOf(open), between },
      { kind: "repeated", ...to, split: splitOf(close) },
    ],
  };
}

function apart({ text }: ConditionToken): string {
  return `isn't in the same list, table row or cell as "${text.trim()}"`;
}

function splitOf({ tagsBefore, tagsAfter }: ConditionToken): string {
  return tagsBefore + tagsAfter;
}

function edgeOf({ source, tags, tree }: TagPair, token: ConditionToken): Edge {
  const { start: left, end: right } = token;
  const edge = { token, node: tree.at(left), left, right, plainLeft: left, plainRight: right };
  // One that is split by tags is in the text of its line.
  if (splitOf(token) !== "") return edge;
  for (let index = firstFrom(tags, token.start) - 1; ; index--) {
    const tag = tags[index];
    if (!tag || isContent(tag)) break;
    const isMark = tag.name === "li" && CHECK_MARK.test(source.slice(tag.end, edge.left));
    if (!isMark && !isNothing(source, tag.end, edge.left)) break;
    if (edge.plainLeft === edge.left && !hasBraces(source, tag)) edge.plainLeft = tag.start;
    edge.left = tag.start;
  }
  for (let index = firstFrom(tags, token.end); ; index++) {
    const tag = tags[index];
    // An empty item of a deeper level is one.
    if (!tag || isItem(tag) || isContent(tag) || !isNothing(source, edge.right, tag.start)) break;
    if (edge.plainRight === edge.right && !hasBraces(source, tag)) edge.plainRight = tag.end;
    edge.right = tag.end;
  }
  return edge;
}

/** An item of a checklist begins with it in the email. */
const CHECK_MARK = /^[\u2610\u2611] $/;

function isContent({ kind, name }: HtmlTag): boolean {
  return kind === "open" && VOID.has(name) && name !== "br" && name !== "wbr";
}

function isFirstIn({ left }: Edge, node: TreeElement): boolean {
  return node.tag.start >= left;
}

function isLastIn({ right }: Edge, { close }: TreeElement): boolean {
  return close !== null && close.end <= right;
}

/**
 * Whether an element has nothing but a tag of a repeated part. With a placeholder in one of its
 * tags, it has.
 */
function isAloneIn({ plainLeft, plainRight }: Edge, { tag, close }: TreeElement): boolean {
  return close !== null && tag.start >= plainLeft && close.end <= plainRight;
}

/** The elements around an edge that have nothing before it, or nothing behind; innermost first. */
function blocksAt(edge: Edge, names: ReadonlySet<string>): TreeElement[] {
  const found: TreeElement[] = [];
  for (let { node } = edge; node; node = node.parent) {
    if (!isFirstIn(edge, node) && !isLastIn(edge, node)) break;
    if (names.has(node.tag.name) && node.close !== null) found.push(node);
  }
  return found;
}

const LISTS = new Set(["ul", "ol"]);

/** A token with the largest line that has nothing else; within an element, also item or list. */
function aloneExtent(edge: Edge, within: TreeElement | null = null): Extent {
  let extent: Extent = { start: edge.token.start, end: edge.token.end };
  for (let { node } = edge; node && node !== within; node = node.parent) {
    const { tag, close } = node;
    if (!isAloneIn(edge, node) || !close) break;
    const isOfList = tag.name === "li" || LISTS.has(tag.name);
    if (STRUCTURE.has(tag.name) && !(within && isOfList)) break;
    if (isOfList || BLOCKS.has(tag.name)) extent = { start: tag.start, end: close.end };
  }
  return extent;
}

/**
 * The part whose tags are at the ends of list items, table rows or lines beside each other, or
 * alone in some of their own; null if they aren't.
 */
function wholeBlocks(pair: TagPair, begin: Edge, end: Edge): RepeatedPart | string | null {
  const pairOf = (firsts: readonly TreeElement[], names: ReadonlySet<string>) => {
    const starts = new Map(firsts.map((node) => [node.parent, node]));
    for (const last of blocksAt(end, names)) {
      const first = starts.get(last.parent);
      if (first && isFirstIn(begin, first) && isLastIn(end, last)) return { first, last };
    }
    return null;
  };
  const lines = pairOf(blocksAt(begin, BLOCKS), BLOCKS);
  const found =
    // One in an item of another item isn't at the beginning of both.
    pairOf(blocksAt(begin, WHOLE).slice(0, 1), WHOLE) ??
    (lines?.first === lines?.last ? null : lines);
  if (!found?.last.close) return null;
  const { first, last } = found;
  if (!areInOneList(pair, found)) return apart(pair.close);
  const hasOwn = { begin: isAloneIn(begin, first), end: isAloneIn(end, last) };
  const from = hasOwn.begin && first.close ? first.close.end : first.tag.start;
  const to = hasOwn.end ? last.tag.start : (last.close?.end ?? end.token.end);
  const marks: RepeatMark[] = [
    { kind: "repeat", start: Math.min(first.tag.start, from), end: from, split: "", between: "" },
  ];
  const cut = (edge: Edge, within: TreeElement) => {
    const extent = aloneExtent(edge, within);
    marks.push({
      kind: "cut",
      ...extent,
      split: splitOf(edge.token),
      isGone: isOwnText(pair, extent),
    });
  };
  if (!hasOwn.begin) cut(begin, first);
  if (!hasOwn.end) cut(end, last);
  const behind = last.close?.end ?? end.token.end;
  marks.push({ kind: "repeated", start: to, end: behind, split: "" });
  return { start: from, end: to, marks };
}

/** Whether a list in an item begins behind a part of its text. */
function isOwnText({ source, tags }: TagPair, { end }: Extent): boolean {
  const next = tags[firstFrom(tags, end)];
  return next?.kind === "open" && LISTS.has(next.name) && isNothing(source, end, next.start);
}

/**
 * Whether the items from one to another are in one list of the email: the editor keeps all items
 * side by side, each with its level and kind.
 */
function areInOneList(
  { source, tags }: TagPair,
  { first, last }: { first: TreeElement; last: TreeElement },
): boolean {
  if (first.tag.name !== "li" || first === last) return true;
  const itemOf = ({ attributes }: HtmlTag) => {
    const written = (name: string) => {
      const found = attributes.find((attribute) => attribute.name === name);
      return found && source.slice(found.from, found.to);
    };
    const kind = written("data-list") ?? (first.parent?.tag.name === "ol" ? "ordered" : "bullet");
    return {
      level: Number(/\bql-indent-([1-8])\b/.exec(written("class") ?? "")?.[1] ?? 0),
      list: kind === "ordered" ? `${written(ITEM_START)} ${written(ITEM_TYPE)}` : "",
    };
  };
  const { level, list } = itemOf(first.tag);
  const behind = firstFrom(tags, last.close?.end ?? last.tag.end);
  const items = tags.slice(firstFrom(tags, first.tag.start), behind).filter(isItem).map(itemOf);
  const next = tags[behind];
  // Items of a deeper level are in the one before them.
  const hasMore = next && isItem(next) && itemOf(next).level > level;
  return (
    !hasMore &&
    items.every((item) => item.level > level || (item.level === level && item.list === list))
  );
}

function isItem({ kind, name }: HtmlTag): boolean {
  return kind === "open" && name === "li";
}

/** Tags alone in lines that end with `<br>`, or with a line break in code: those lines go. */
function breakLines(pair: TagPair) {
  const { source, open, close } = pair;
  const [before, after] = sidesOf(pair, open);
  const [last, next] = sidesOf(pair, close);
  if (!before || !after?.isBreak || !last?.isBreak || !next || after.start === last.start)
    return null;
  const begin = { start: before.end, end: after.end };
  if (next.isBreak) return { begin, end: { start: last.end, end: next.end }, between: "" };
  const end = { start: last.start, end: close.end };
  return { begin, end, between: source.slice(last.start, last.end) };
}

/** The end of a line: a break, or a tag around the line. */
interface LineSide extends Extent {
  isBreak: boolean;
}

/** The ends of a line that has nothing but a tag of a repeated part; null where there is more. */
function sidesOf(
  { source, tags, tree }: TagPair,
  token: ConditionToken,
): [LineSide | null, LineSide | null] {
  const { start, end } = token;
  if (splitOf(token) !== "") return [null, null];
  const sideOf = (tag: HtmlTag | undefined, nothing: Extent): LineSide | null => {
    if (!isNothing(source, nothing.start, nothing.end)) return null;
    if (!tag) return { ...nothing, isBreak: false };
    const isBreak = tag.kind === "open" && tag.name === "br";
    return isBreak || !INLINE.has(tag.name) ? { start: tag.start, end: tag.end, isBreak } : null;
  };
  const [before, after] = [tags[firstFrom(tags, start) - 1], tags[firstFrom(tags, end)]];
  const sides = [
    sideOf(before, { start: before?.end ?? 0, end: start }),
    sideOf(after, { start: end, end: after?.start ?? source.length }),
  ] as const;
  if (tree.at(start)?.tag.name !== "pre") return [...sides];
  const from = Math.max(0, start - MAX_NOTHING);
  const breakAt = (at: number, length: number) => ({ start: at, end: at + length, isBreak: true });
  const lineBefore = /\n[ \t]*$/.exec(source.slice(from, start));
  const lineAfter = /^[ \t]*\r?\n/.exec(source.slice(end, end + MAX_NOTHING));
  return [
    lineBefore ? breakAt(from + lineBefore.index, 1) : sides[0],
    lineAfter ? breakAt(end, lineAfter[0].length) : sides[1],
  ];
}
