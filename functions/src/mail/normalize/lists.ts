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
    const inList = level === 0 ? flat.attribs : {};
    const numbered = numberedAs(
      item.attribs[ITEM_START] ?? inList.start,
      item.attribs[ITEM_TYPE] ?? inList.type,
    );
    const { number, begins } = numbers.next(level, name === "ol" ? numbered : null);
    const before = open[level];
    const attribs = name === "ol" ? numbering(number, numbered.type) : {};
    const list = isTag(before, name) && !begins ? before : openList(name, level, attribs);
    makePlain(item, CHECK_MARKS[kind]);
    append(list, item);
  }
  return result;
}

/** The attributes of a list that begins with this number. */
function numbering(start: number, type: string | null): Record<string, string> {
  return { ...(start !== 1 && { start: String(start) }), ...(type !== null && { type }) };
}

/** Takes Quill's marks off an item, and writes its check mark, if it has one, into its text. */
function makePlain(item: Tag, checkMark: string | undefined): void {
  if (checkMark !== undefined) {
    prepend(item, newText(checkMark));
    addStyle(item, HIDDEN_MARK);
  }
  for (const name of ["data-list", ITEM_START, ITEM_TYPE]) delete item.attribs[name];
  item.attribs.class = item.attribs.class?.replace(/\bql-indent-[1-8]\b/, "") ?? "";
}
