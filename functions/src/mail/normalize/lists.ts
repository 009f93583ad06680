import { ITEM_START, ITEM_TYPE, ListNumbers, numberedAs } from "@sendwright/core/body/listNumbers";
import {
  addStyle,
  append,
  type HtmlNode,
  isTag,
  isText,
  newTag,
  newText,
  prepend,
  type Root,
  replaceAll,
  type Tag,
  tagsOf,
  takeContent,
  textOfNode,
} from "./dom.ts";

const HIDDEN_MARK = "list-style-type:none";
const CHECK_MARKS: Record<string, string> = { checked: "\u2611 ", unchecked: "\u2610 " };

/**
 * Turns Quill's flat lists, in which every item names its kind (`data-list`) and its level
 * (`ql-indent-2`), into nested `<ul>` and `<ol>`, numbered as the editor numbers them.
 */
export function nestLists(root: Root): void {
  const replaced = new Map<HtmlNode, HtmlNode[]>();
  for (const list of tagsOf(root, "ul", "ol")) {
    const items = list.children.filter((child): child is Tag => isTag(child, "li"));
    const others = list.children.filter((child) => !isTag(child, "li"));
    const isFlat = items.some((item) => kindOf(item) !== undefined || levelOf(item) > 0);
    if (!isFlat || others.some((other) => textOfNode(other).trim() !== "")) continue;
    takeContent(list);
    replaced.set(list, nested(list, items));
  }
  replaceAll(replaced);
}

/**
 * Hides the marker of every item that only contains a deeper list, as in the editor. The body's
 * layout white space must be gone.
 */
export function hideEmptyMarks(root: Root): void {
  for (const item of tagsOf(root, "li")) {
    const first = item.children.find((child) => !isText(child) || child.data !== "");
    if (isTag(first, "ul", "ol") && !item.attribs.style?.includes(HIDDEN_MARK))
      addStyle(item, HIDDEN_MARK);
  }
}

function kindOf(item: Tag): string | undefined {
  return item.attribs["data-list"];
}

/** An item's depth, from 0 to 8. */
function levelOf(item: Tag): number {
  return Number(/\bql-indent-([1-8])\b/.exec(item.attribs.class ?? "")?.[1] ?? 0);
}

/** The lists that replace a flat one, made of its items. */
function nested(flat: Tag, items: readonly Tag[]): HtmlNode[] {
  const result: Tag[] = [];
  /** The lists under construction, the innermost last. */
  let open: Tag[] = [];
  const numbers = new ListNumbers();

  const openList = (name: "ol" | "ul", level: number, attribs = {}): Tag => {
    const list = newTag(name, attribs);
    const holder = open[level - 1]?.children.at(-1);
    if (isTag(holder)) append(holder, list);
    else result.push(list);
    open[level] = list;
    return list;
  };

  for (const item of items) {
    const level = levelOf(item);
    const kind = kindOf(item) ?? (flat.name === "ol" ? "ordered" : "bullet");
    const name = kind === "ordered" ? "ol" : "ul";
    open = open.slice(0, level + 1);
    // For skipped levels, an item without a marker holds the next list.
    while (open.length < level) append(openList("ul", open.length), newTag("li"));
    // A list from elsewhere can say it for its own items.
    const of = level === 0 ? flat.attribs : {};
    const own = numberedAs(
      item.attribs[ITEM_START] ?? of.start,
      item.attribs[ITEM_TYPE] ?? of.type,
    );
    const { number, begins } = numbers.next(level, name === "ol" ? own : null);
    const start = number === 1 ? {} : { start: String(number) };
    const type = own.type === null ? {} : { type: own.type };
    const attribs = name === "ol" ? { ...start, ...type } : {};
    const before = open[level];
    const same = isTag(before, name) && !begins ? before : openList(name, level, attribs);
    const mark = CHECK_MARKS[kind];
    if (mark !== undefined) {
      prepend(item, newText(mark));
      addStyle(item, HIDDEN_MARK);
    }
    for (const name of ["data-list", ITEM_START, ITEM_TYPE]) delete item.attribs[name];
    item.attribs.class = item.attribs.class?.replace(/\bql-indent-[1-8]\b/, "") ?? "";
    append(same, item);
  }
  return result;
}
