import {
  append,
  type HtmlNode,
  isBlock,
  isTag,
  isText,
  newTag,
  newText,
  parseBody,
  replaceAll,
  type Tag,
  tagsOf,
  takeContent,
  textOfNode,
  writeBody,
} from "./normalize/dom.ts";

/** An item of a list that counts but has no line. */
export const LEFT_OUT = "data-left-out";

const FORMATS = /^(?:del|em|s|span|strike|strong|sub|sup|u)$/;
const MAY_BE_STRUCK = /<(?:s|del|strike)[ >]|line-through/i;

/**
 * The HTML of an email without its struck text, for the plain text, where nothing would show that
 * it is struck. An element that becomes empty is left out, too; an item still counts, so that the
 * numbers after it are those of the HTML.
 */
export function withoutStruckText(html: string): string {
  if (!MAY_BE_STRUCK.test(html)) return html;
  const root = parseBody(html);
  const removed = new Map<HtmlNode, []>();
  const remove = (node: HtmlNode) => {
    // Neighbors look past it from now on; its parent forgets it at the end, or each would be
    // searched for in it.
    if (node.prev) node.prev.next = node.next;
    if (node.next) node.next.prev = node.prev;
    removed.set(node, []);
  };
  // What shows nothing would be looked through again for each struck text beside it.
  for (const tag of tagsOf(root).reverse()) if (isVoid(tag, removed)) remove(tag);
  // A removed tag takes those inside it along.
  const struck = tagsOf(root).filter((tag) => isStruck(tag) && !removed.has(tag));
  for (const tag of struck) if (!hasStruckParent(tag)) leaveOut(tag, remove);
  replaceAll(removed);
  return writeBody(root);
}

/** Whether a tag formats nothing. */
function isVoid({ name, children }: Tag, removed: ReadonlyMap<HtmlNode, []>): boolean {
  return FORMATS.test(name) && children.every((child) => removed.has(child));
}

type Remove = (node: HtmlNode) => void;

function isStruck(tag: Tag): boolean {
  return /^(?:s|del|strike)$/.test(tag.name) || /line-through/i.test(tag.attribs.style ?? "");
}

function hasStruckParent({ parent }: HtmlNode): boolean {
  return isTag(parent) && (isStruck(parent) || hasStruckParent(parent));
}

function leaveOut(struck: Tag, remove: Remove): void {
  let tag: Tag = struck;
  // Text around it may have become nothing more than this.
  while (isTag(tag.parent) && !/^(?:td|th|li)$/.test(tag.name) && isOnlyContent(tag))
    tag = tag.parent;
  if (tag.name === "li") tag.attribs[LEFT_OUT] = "";
  else if (/^t[dh]$/.test(tag.name)) emptyCell(tag, remove);
  else if (isBlock(tag)) remove(tag);
  else takeFromLine(tag, remove);
}

function isOnlyContent(tag: Tag): boolean {
  return isNothing(tag, "next") && isNothing(tag, "prev");
}

/** Whether everything on one side of a tag shows nothing. */
function isNothing(tag: Tag, side: "next" | "prev"): boolean {
  for (let node = tag[side] as HtmlNode | null; node; node = node[side] as HtmlNode | null) {
    if (isText(node) ? node.data.trim() !== "" : !isTag(node, "br") && !isGone(node)) return false;
  }
  return true;
}

function isGone(node: HtmlNode): boolean {
  return isTag(node) && LEFT_OUT in node.attribs;
}

/** A cell keeps its column; a row without any text goes. */
function emptyCell(cell: Tag, remove: Remove): void {
  cell.children = [];
  const row = cell.parent;
  if (!isTag(row, "tr") || textOfNode(row).trim() !== "" || tagsOf(row, "img").length > 0) return;
  remove(row);
}

/**
 * Removes text within a line, so that one space stays between words, none before punctuation, and
 * no line is empty.
 */
function takeFromLine(tag: Tag, remove: Remove): void {
  const [before, after] = [besides(tag, "prev"), besides(tag, "next")];
  const isFirst = before === null || isTag(before, "br") || isBlock(before);
  const isLast = after === null || isTag(after, "br") || isBlock(after);
  const sign = isFirst || isLast ? null : signBetween(tag, before, after);
  if (sign) {
    becomeOnly(tag, sign);
    return;
  }
  const lineBreak = [after, before].find((node) => isTag(node, "br"));
  if (isFirst && isLast && lineBreak) remove(lineBreak);
  remove(tag);
}

/** What has to stay in place of a text between two others, which meet there; null for nothing. */
function signBetween(tag: Tag, before: HtmlNode, after: HtmlNode): HtmlNode | null {
  const text = textOfNode(tag);
  const [last, next] = [textOfNode(before), textOfNode(after)];
  const isBeforeMark = /^\s*[,.;:!?)\]]/.test(next);
  // The comma of an enumeration goes with the struck text.
  if (isText(before) && isBeforeMark)
    before.data = before.data.trimEnd().replace(/,$/, "").trimEnd();
  if (isText(after) && /[([]\s*$/.test(textOfNode(before))) after.data = after.data.trimStart();
  if (tagsOf(tag, "br").length > 0) return newTag("br");
  const needsNoSpace = /\s$/.test(last) || /^\s/.test(next) || text.trim() === text || isBeforeMark;
  return needsNoSpace ? null : newText(" ");
}

/** Leaves only a sign of where the text was, which is no longer struck. */
function becomeOnly(tag: Tag, sign: HtmlNode): void {
  tag.name = "span";
  tag.attribs = {};
  takeContent(tag);
  append(tag, sign);
}

/** The next visible node on one side of a tag, within its block. */
function besides(tag: Tag, side: "prev" | "next"): HtmlNode | null {
  let node: HtmlNode = tag;
  for (;;) {
    const beside = node[side] as HtmlNode | null;
    if (beside !== null) {
      // A link without a text is its address.
      if (isTag(beside, "a", "br", "img") || isBlock(beside) || textOfNode(beside) !== "")
        return beside;
      node = beside;
    } else if (isTag(node.parent) && !isBlock(node.parent)) node = node.parent;
    else return null;
  }
}
