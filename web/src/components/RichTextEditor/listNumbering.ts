import {
  ITEM_START,
  ITEM_TYPE,
  LIST_START,
  ListNumbers,
  listMark,
  numberedAs,
  typeOn,
} from "@sendwright/core/body/listNumbers";
import { LIST_TYPES } from "@sendwright/core/body/tags";
import type Quill from "quill/core.js";
import { Parchment, type Range } from "quill/core.js";
import { inertDocument } from "../../lib/inertDocument.ts";
import { SHOWN_MARK } from "./mailLook.ts";

class StartAttributor extends Parchment.Attributor {
  override canAdd(_node: HTMLElement, value: unknown): boolean {
    return LIST_START.test(String(value));
  }
}

const scope = Parchment.Scope.BLOCK;

/** Quill's formats for `Numbered`. Every item of a list has them, as it has its kind. */
export const ListStart = new StartAttributor("list-start", ITEM_START, { scope });
export const ListType = new Parchment.Attributor("list-type", ITEM_TYPE, {
  scope,
  whitelist: Object.keys(LIST_TYPES),
});
/** A line that becomes another item, or none, doesn't keep its list's numbers. */
export const WITHOUT_NUMBERS = { [ListStart.attrName]: null, [ListType.attrName]: null };

/** An item of the editor: its level, and how it is numbered; null for one without a number. */
function placeOf(item: Element) {
  const level = Number(/\bql-indent-([1-8])\b/.exec(item.className)?.[1] ?? 0);
  const isNumbered = item.getAttribute("data-list") === "ordered";
  const numbered = numberedAs(item.getAttribute(ITEM_START), item.getAttribute(ITEM_TYPE));
  return { level, numbered: isNumbered ? numbered : null };
}

/**
 * The numbers of a list's items, with how each is numbered; items without a number aren't in it.
 */
function numbersIn(list: Element): Map<Element, { number: number; type: string; mark: string }> {
  const numbers = new ListNumbers();
  return new Map(
    [...list.children].flatMap((item) => {
      const { level, numbered } = placeOf(item);
      const { number } = numbers.next(level, numbered);
      if (numbered === null) return [];
      const { type } = numbered;
      const shown = { number, type: type ?? typeOn(level), mark: listMark(number, type, level) };
      return [[item, shown] as const];
    }),
  );
}

/**
 * Shows each item's number as the email will have it; style sheets can't begin at a given number.
 */
export function showNumbers(root: HTMLElement): void {
  for (const list of root.querySelectorAll("ol")) {
    for (const [item, { mark }] of numbersIn(list)) {
      const place = item.querySelector(":scope > .ql-ui");
      if (place && place.getAttribute(SHOWN_MARK) !== mark) place.setAttribute(SHOWN_MARK, mark);
    }
  }
}

/**
 * Gives the items of lists that name a start or a type the attributes by which Quill knows them.
 */
export function numbersOnItems(content: HTMLElement): void {
  for (const list of content.querySelectorAll("ol[start], ol[type]")) {
    const { start, type } = numberedAs(list.getAttribute("start"), list.getAttribute("type"));
    for (const item of list.children) {
      if (item.localName !== "li") continue;
      if (start !== null && !item.hasAttribute(ITEM_START))
        item.setAttribute(ITEM_START, String(start));
      if (type !== null && !item.hasAttribute(ITEM_TYPE)) item.setAttribute(ITEM_TYPE, type);
    }
  }
  for (const item of content.querySelectorAll(`li:is([${ITEM_START}], [${ITEM_TYPE}])`))
    moveListsOut(item);
}

/**
 * Puts the lists in an item behind it, as deep as before: Quill would give their items the numbers
 * of this one.
 */
function moveListsOut(item: Element): void {
  const lists: Element[] = [];
  for (let last = item.lastChild; last; last = item.lastChild) {
    if (last instanceof Element && last.matches("ol, ul")) lists.unshift(last);
    else if (last.nodeType !== Node.TEXT_NODE || last.textContent?.trim() !== "") break;
    last.remove();
  }
  if (lists.length === 0) return;
  item.after(...lists);
  if (!item.firstChild) item.remove();
}

/**
 * Copied HTML with the numbers of its items, as any program reads them. Quill copies lists without.
 */
export function withNumbers(html: string, quill: Quill, range: Range): string {
  const lines = quill.getLines(range).map(({ domNode }) => domNode as Element);
  const numbered = lines.filter((line) => line.localName === "li");
  if (!numbered.some((line) => line.matches(`[${ITEM_START}], [${ITEM_TYPE}], [class*=ql-indent]`)))
    return html;
  const { body } = inertDocument(html);
  // For a level that is skipped, Quill puts the deeper list into an item of its own.
  const items = [...body.querySelectorAll("li")].filter(
    (item) => !item.firstChild || !/^[OU]L$/.test(item.firstChild.nodeName),
  );
  if (items.length !== numbered.length) return html;
  const lists = new Set(numbered.flatMap(({ parentElement }) => parentElement ?? []));
  const numbers = new Map([...lists].flatMap((list) => [...numbersIn(list)]));
  for (const [at, item] of items.entries()) {
    const line = numbered[at];
    const own = line && numbers.get(line);
    if (!own) continue;
    item.setAttribute("value", String(own.number));
    item.setAttribute("type", own.type);
  }
  return body.innerHTML;
}
