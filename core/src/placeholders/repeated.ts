import { type ConditionProblem, type LiveToken, problemOf } from "./conditions.ts";
import { comparable } from "./grammar.ts";
import { type HtmlTag, INLINE, LINES, VOID } from "./htmlText.ts";
import {
  firstFrom,
  type HtmlNode,
  HtmlTree,
  hasBraces,
  isNothing,
  withoutBraces,
} from "./htmlTree.ts";
import type { ConditionToken, Token } from "./tokenize.ts";

/** The name in the tags of a repeated part (rule: the repeated part). */
export const REPEATED = "rows";

/** Whether a token begins or ends a repeated part, unless there is a placeholder `{{rows}}`. */
export function isRepeatTag(token: Token): token is ConditionToken {
  return (
    (token.kind === "open" || token.kind === "close") &&
    token.name === REPEATED &&
    token.value === null
  );
}

/**
 * What a repeated part puts into the layout of its source, in order: where it begins and ends, and
 * what its tags take with them. `split` are the tags in the middle of `{{#<b>rows</b>}}`.
 */
export type RepeatMark =
  | { kind: "repeat"; start: number; end: number; split: string; between: string }
  | { kind: "repeated"; start: number; end: number; split: string }
  | { kind: "cut"; start: number; end: number; split: string };

/** A part of a body that appears once for each row of an email. */
export interface RepeatedPart {
  /** What is repeated, in the source. */
  start: number;
  end: number;
  marks: RepeatMark[];
}

interface LiveBody {
  source: string;
  tags: readonly HtmlTag[];
  live: readonly LiveToken[];
  ends: ReadonlyMap<ConditionToken, ConditionToken>;
}

export interface FoundRepeats {
  /** In order; none is in another. */
  parts: RepeatedPart[];
  /** The live tokens that aren't tags of a repeated part. */
  live: LiveToken[];
  problems: ConditionProblem[];
}

/**
 * The repeated parts of a body. Tags that can't repeat get a warning and stay as text. Linear in
 * the body; never throws.
 */
export function repeatedParts({ source, tags, live, ends }: LiveBody): FoundRepeats {
  const parts: RepeatedPart[] = [];
  const problems: ConditionProblem[] = [];
  const taken = new Set<LiveToken>();
  let tree: HtmlTree | null = null;
  let done = -1;
  for (const open of live) {
    const close = isRepeatTag(open) && open.kind === "open" ? ends.get(open) : undefined;
    if (!isRepeatTag(open) || !close) continue;
    taken.add(open).add(close);
    tree ??= new HtmlTree(tags);
    const found =
      open.start < done
        ? "is inside another repeated part"
        : partOf({ source, tags, tree, open, close });
    if (typeof found === "string") {
      problems.push(problemOf(open, `${found}, so it appears as plain text`));
      continue;
    }
    parts.push(found);
    done = close.end;
  }
  return { parts, live: live.filter((token) => !taken.has(token)), problems };
}

/** The tags of a subject: it is one line for all rows, so they stay as text. */
export function repeatsInSubject(live: readonly LiveToken[]): FoundRepeats {
  const problems = live.flatMap((token) =>
    isRepeatTag(token) && token.kind === "open"
      ? problemOf(token, "repeats only a part of the body, so it appears as plain text")
      : [],
  );
  return { parts: [], live: live.filter((token) => !isRepeatTag(token)), problems };
}

/** Warnings about conditions that were probably meant to repeat. `names` are all placeholders. */
export function almostRepeats(
  live: readonly LiveToken[],
  names: ReadonlySet<string>,
): ConditionProblem[] {
  return live.flatMap((token) => {
    if (token.kind !== "open" && token.kind !== "inverted") return [];
    const { name } = token;
    if (name === REPEATED && names.has(name) && isRepeatTag(token))
      return problemOf(
        token,
        "asks whether {{rows}} has a value, because there is one, so it repeats nothing",
      );
    if (names.has(name) || !["row", REPEATED].includes(comparable(name))) return [];
    const isTag = token.kind === "open" && token.value === null;
    if (name === REPEATED && isTag) return [];
    const asks = `asks for a value of {{${name}}}`;
    return problemOf(token, `${asks}: a part that repeats for each row begins with {{#rows}}`);
  });
}

/** The names of all placeholders of an email, without conditions. */
export function placeholderNames(tokens: readonly Token[]): string[] {
  return tokens.flatMap((token) => (token.kind === "placeholder" ? token.name : []));
}

interface Pair {
  source: string;
  tags: readonly HtmlTag[];
  tree: HtmlTree;
  open: ConditionToken;
  close: ConditionToken;
}

/** A tag of a repeated part, and its surroundings: between `left` and `right` is nothing else. */
interface Edge {
  token: ConditionToken;
  node: HtmlNode | null;
  left: number;
  right: number;
  /** As `left` and `right`, up to a tag with a placeholder in it. */
  plainLeft: number;
  plainRight: number;
}

const WHOLE = new Set(["li", "tr"]);
/** What can't be begun or ended again elsewhere. */
const STRUCTURE = new Set(
  "a ul ol li dl dt dd table caption colgroup thead tbody tfoot tr td th".split(" "),
);

function partOf(pair: Pair): RepeatedPart | string {
  const { source, tree, open, close } = pair;
  if (open.scope > 0) return "is in a link's address or another part of a tag";
  const [begin, end] = [edgeOf(pair, open), edgeOf(pair, close)];
  if (begin.node?.isInLink || end.node?.isInLink) return "is in a link";
  const whole = wholeBlocks(begin, end);
  if (whole) return whole;
  const lines = breakLines(pair);
  const from = lines?.begin ?? aloneExtent(begin);
  const to = lines?.end ?? aloneExtent(end);
  const { ended, begun } = tree.between(from.end, to.start);
  if ([...ended, ...begun].some(({ tag }) => STRUCTURE.has(tag.name)))
    return `isn't in the same list, table row or cell as "${close.text.trim()}"`;
  const names = (nodes: HtmlNode[]) => nodes.map(({ tag }) => tag.name).join();
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

function splitOf({ tagsBefore, tagsAfter }: ConditionToken): string {
  return tagsBefore + tagsAfter;
}

function edgeOf({ source, tags, tree }: Pair, token: ConditionToken): Edge {
  const { start: left, end: right } = token;
  const edge = { token, node: tree.at(left), left, right, plainLeft: left, plainRight: right };
  // One that is split by tags is in the text of its line.
  if (splitOf(token) !== "") return edge;
  for (let index = firstFrom(tags, token.start) - 1; ; index--) {
    const tag = tags[index];
    if (!tag || isContent(tag) || !isNothing(source, tag.end, edge.left)) break;
    if (edge.plainLeft === edge.left && !hasBraces(source, tag)) edge.plainLeft = tag.start;
    edge.left = tag.start;
  }
  for (let index = firstFrom(tags, token.end); ; index++) {
    const tag = tags[index];
    if (!tag || isContent(tag) || !isNothing(source, edge.right, tag.start)) break;
    if (edge.plainRight === edge.right && !hasBraces(source, tag)) edge.plainRight = tag.end;
    edge.right = tag.end;
  }
  return edge;
}

function isContent({ kind, name }: HtmlTag): boolean {
  return kind === "open" && VOID.has(name) && name !== "br" && name !== "wbr";
}

function isFirstIn({ left }: Edge, node: HtmlNode): boolean {
  return node.tag.start >= left;
}

function isLastIn({ right }: Edge, { close }: HtmlNode): boolean {
  return close !== null && close.end <= right;
}

/**
 * Whether an element has nothing but a tag of a repeated part. With a placeholder in one of its
 * tags, it has.
 */
function isAloneIn({ plainLeft, plainRight }: Edge, { tag, close }: HtmlNode): boolean {
  return close !== null && tag.start >= plainLeft && close.end <= plainRight;
}

/** The elements around an edge that have nothing before it, or nothing behind; innermost first. */
function blocksAt(edge: Edge, names: ReadonlySet<string>): HtmlNode[] {
  const found: HtmlNode[] = [];
  for (let { node } = edge; node; node = node.parent) {
    if (!isFirstIn(edge, node) && !isLastIn(edge, node)) break;
    if (names.has(node.tag.name) && node.close !== null) found.push(node);
  }
  return found;
}

interface Extent {
  start: number;
  end: number;
}

/** A token with the largest line that has nothing else in it. */
function aloneExtent(edge: Edge, within: HtmlNode | null = null): Extent {
  let extent: Extent = { start: edge.token.start, end: edge.token.end };
  for (let { node } = edge; node && node !== within; node = node.parent) {
    const { tag, close } = node;
    if (!isAloneIn(edge, node) || !close) break;
    if (STRUCTURE.has(tag.name) && tag.name !== "li") break;
    if (LINES.has(tag.name)) extent = { start: tag.start, end: close.end };
  }
  return extent;
}

/**
 * The part whose tags are at the ends of list items, table rows or lines beside each other, or
 * alone in some of their own; null if they aren't.
 */
function wholeBlocks(begin: Edge, end: Edge): RepeatedPart | null {
  const pairOf = (names: ReadonlySet<string>, isOneEnough: boolean) => {
    const firsts = blocksAt(begin, names).filter((node) => isFirstIn(begin, node));
    const starts = new Map(firsts.map((node) => [node.parent, node]));
    for (const last of blocksAt(end, names)) {
      const first = starts.get(last.parent);
      if (first && isLastIn(end, last) && (isOneEnough || first !== last)) return { first, last };
    }
    return null;
  };
  const found = pairOf(WHOLE, true) ?? pairOf(LINES, false);
  if (!found?.last.close) return null;
  const { first, last } = found;
  const [opening, closing] = [begin.token, end.token];
  const hasOwn = { begin: isAloneIn(begin, first), end: isAloneIn(end, last) };
  const from = hasOwn.begin && first.close ? first.close.end : first.tag.start;
  const to = hasOwn.end ? last.tag.start : (last.close?.end ?? closing.end);
  const marks: RepeatMark[] = [
    { kind: "repeat", start: Math.min(first.tag.start, from), end: from, split: "", between: "" },
  ];
  if (!hasOwn.begin)
    marks.push({ kind: "cut", ...aloneExtent(begin, first), split: splitOf(opening) });
  if (!hasOwn.end) marks.push({ kind: "cut", ...aloneExtent(end, last), split: splitOf(closing) });
  const behind = last.close?.end ?? closing.end;
  marks.push({ kind: "repeated", start: to, end: behind, split: "" });
  return { start: from, end: to, marks };
}

/**
 * Tags alone in lines that are separated by `<br>`: those lines go. Null if they aren't.
 */
function breakLines({ source, tags, open, close }: Pair) {
  if (splitOf(open) !== "" || splitOf(close) !== "") return null;
  const [before, after] = besides(source, tags, open);
  const [last, next] = besides(source, tags, close);
  if (!(after && last && isBreak(after) && isBreak(last)) || after === last) return null;
  if (!startsLine(source, tags, open, before)) return null;
  if (next && isBreak(next))
    return {
      begin: { start: open.start, end: after.end },
      end: { start: close.start, end: next.end },
      between: "",
    };
  if (next === null ? !isNothing(source, close.end, source.length) : INLINE.has(next.name))
    return null;
  return {
    begin: { start: open.start, end: after.end },
    end: { start: last.start, end: close.end },
    between: source.slice(last.start, last.end),
  };
}

function isBreak(tag: HtmlTag): boolean {
  return tag.kind === "open" && tag.name === "br";
}

/** The tags beside a token, if there is nothing between it and them. */
function besides(
  source: string,
  tags: readonly HtmlTag[],
  { start, end }: ConditionToken,
): [HtmlTag | null, HtmlTag | null] {
  const index = firstFrom(tags, start);
  const [before, after] = [tags[index - 1], tags[firstFrom(tags, end)]];
  return [
    before && isNothing(source, before.end, start) ? before : null,
    after && isNothing(source, end, after.start) ? after : null,
  ];
}

function startsLine(
  source: string,
  tags: readonly HtmlTag[],
  { start }: ConditionToken,
  before: HtmlTag | null,
): boolean {
  if (before) return !INLINE.has(before.name);
  return firstFrom(tags, start) === 0 && isNothing(source, 0, start);
}
