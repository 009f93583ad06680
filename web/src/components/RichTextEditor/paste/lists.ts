import {
  ITEM_START,
  ITEM_TYPE,
  LIST_START,
  ListNumbers,
  listMark,
  numberedAs,
  numberOf,
  typeOn,
} from "@sendwright/core/body/listNumbers";
import { LIST_TYPES } from "@sendwright/core/body/tags";
import { unwrap } from "../unwrap.ts";
import { type SheetStyles, stylesOf } from "./styles.ts";

const DEEPEST_LEVEL = 8;
type Kind = "ordered" | "bullet" | "checked" | "unchecked";

/** While a list is read: an item's own number, as its program showed it. */
const SHOWN = "data-shown";
const TICK = "data-tick";

/** The mark of an item: "1.", "a)", "(iv)", "7". */
const MARK = /^\(?(\d{1,4}|[a-z]{1,8})([.):]?)[-–]?$/i;
/** Numbers of several levels: "2.1", "1.a)". */
const MARK_OF_LEVELS = /^\(?[\da-z]{1,4}(?:\.[\da-z]{1,4}){1,8}[.):]?$/i;

/**
 * Makes lists of Word's paragraphs that only look like them. One whose mark no list can show
 * ("2.1", "Article 3") stays a paragraph with its mark as text.
 */
export function wordLists(body: HTMLElement): void {
  let list: Element | null = null;
  const types = new Map<string, string>();
  for (const line of body.querySelectorAll("[style*=mso-list]")) {
    const place = /^(l\d+ )?level(\d)/.exec(stylesOf(line).get("mso-list") ?? "");
    if (place === null || line.matches("li")) continue;
    const level = Number(place[2]) - 1;
    const marker = [...line.querySelectorAll("[style*=mso-list]")].find((part) =>
      (stylesOf(part).get("mso-list") ?? "").startsWith("ignore"),
    );
    const mark = marker?.textContent?.replaceAll("\u00a0", " ").trim() ?? "";
    if (MARK_OF_LEVELS.test(mark) || (!MARK.test(mark) && /\p{N}|\p{L}{2}/u.test(mark))) {
      marker?.replaceWith(`${mark} `);
      indent(line, level);
      continue;
    }
    marker?.remove();
    if (!list || list !== line.previousElementSibling) {
      list = body.ownerDocument.createElement("ol");
      line.before(list);
    }
    const item = body.ownerDocument.createElement("li");
    const numbered = readMark(mark, types, `${place[1] ?? ""}${level}`);
    setKind(item, numbered ? "ordered" : (tickOf(mark) ?? "bullet"), level);
    if (numbered) {
      item.setAttribute(SHOWN, String(numbered.number));
      setType(item, numbered.type, level);
    }
    item.append(...line.childNodes);
    list.append(item);
    line.remove();
  }
}

/**
 * The number that a mark shows, and its type: "i" alone begins Roman numbers, another letter is one
 * of the alphabet.
 */
function readMark(
  mark: string,
  types: Map<string, string>,
  place: string,
): { number: number; type: string } | null {
  const [, text = "", end = ""] = MARK.exec(mark) ?? [];
  const isNumber = /^\d+$/.test(text);
  // A bullet can be the letter "o".
  if (text === "" || (end === "" && !isNumber && !mark.startsWith("("))) return null;
  const isUpper = text !== text.toLowerCase();
  const known = types.get(place);
  const letters = isUpper ? "A" : "a";
  const roman = isUpper ? "I" : "i";
  const isRoman = /^i$/i.test(text) || (text.length > 1 && numberOf(text, roman) !== null);
  const fits = [known, isNumber ? "1" : isRoman ? roman : letters].find(
    (type) => type !== undefined && /[A-Z]/.test(type) === isUpper && numberOf(text, type) !== null,
  );
  const number = fits === undefined ? null : numberOf(text, fits);
  if (fits === undefined || number === null) return null;
  types.set(place, fits);
  return { number, type: fits };
}

function tickOf(text: string): "checked" | "unchecked" | null {
  if (/^\s*(?:[\u2611\u2612\u2705\u2714]|\[x\](?=\s|$))/iu.test(text)) return "checked";
  return /^\s*(?:[\u2610\u25a2\u2b1c]|\[ ?\](?=\s|$))/u.test(text) ? "unchecked" : null;
}

const TICKED = '[role="checkbox"], [aria-checked], [data-checked], input[type="checkbox"]';

/** Keeps the ticks of checklists: on their items, and as ☑ and ☐ elsewhere. */
export function keepTicks(body: HTMLElement): void {
  for (const image of body.querySelectorAll("img[aria-roledescription=checkbox]")) image.remove();
  for (const box of body.querySelectorAll(TICKED)) {
    const item = box.closest("li");
    const isInput = box.localName === "input";
    const state = box.getAttribute("aria-checked") ?? box.getAttribute("data-checked");
    const isChecked = isInput ? box.hasAttribute("checked") : state === "true";
    if (item !== null) item.setAttribute(TICK, isChecked ? "checked" : "unchecked");
    else if (isInput) box.replaceWith(isChecked ? "\u2611 " : "\u2610 ");
  }
  for (const item of body.querySelectorAll("li")) {
    if (item.hasAttribute(TICK)) continue;
    const box = item.querySelector(":scope > .checkbox, :scope > label > .checkbox");
    if (box?.matches(".checkbox-on, .checkbox-off"))
      item.setAttribute(TICK, box.matches(".checkbox-on") ? "checked" : "unchecked");
    const text = firstText(item);
    const tick = text && tickOf(text.data);
    if (!text || !tick) continue;
    text.data = text.data.replace(/^\s*(?:\[[x ]?\]|\S\ufe0f?)\s*/iu, "");
    item.setAttribute(TICK, tick);
  }
}

/** The first text in an element that isn't white space. */
export function firstText(element: Element): Text | null {
  const walker = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let text = walker.nextNode();
  while (text && text.textContent?.trim() === "") text = walker.nextNode();
  return text as Text | null;
}

/**
 * Gives every item its kind, level, number and type, as the editor has them, wherever its program
 * wrote them down.
 */
export function listLevels(body: HTMLElement, sheets: SheetStyles): void {
  for (const list of body.querySelectorAll("ol, ul")) {
    const isReversed = list.hasAttribute("reversed");
    const first = isReversed ? list.querySelectorAll(":scope > li").length : 1;
    let shown = numberedAs(list.getAttribute("start")).start ?? first;
    for (const item of list.children) {
      if (item.localName !== "li" || item.hasAttribute("data-list")) continue;
      const style = typeStyle(item, list, sheets);
      const type = TYPES.get(style) ?? null;
      const isNumbered = type !== null || (list.localName === "ol" && !BULLETS.test(style));
      const level = levelOf(item, body);
      const tick = item.getAttribute(TICK);
      setKind(item, isTick(tick) ? tick : isNumbered ? "ordered" : "bullet", level);
      const own = item.getAttribute("value") ?? item.getAttribute("data-aria-posinset") ?? "";
      if (LIST_START.test(own)) shown = Number(own);
      if (isNumbered) {
        item.setAttribute(SHOWN, String(shown));
        // A browser numbers lists within lists like any other.
        setType(item, type ?? "1", level);
        shown = isReversed ? Math.max(0, shown - 1) : shown + 1;
      }
      joinLines(item);
    }
  }
}

function isTick(tick: string | null): tick is "checked" | "unchecked" {
  return tick === "checked" || tick === "unchecked";
}

const BULLETS = /^(?:disc|circle|square)$/;
const TYPES: ReadonlyMap<string, string> = new Map([
  ...Object.entries(LIST_TYPES).map(([type, style]) => [style, type] as const),
  ["lower-latin", "a"],
  ["upper-latin", "A"],
  ["decimal-leading-zero", "1"],
]);

/** How a list writes its marks, by the names of style sheets. */
function typeStyle(item: Element, list: Element, sheets: SheetStyles): string {
  const styled = [item, list].flatMap((element) => {
    const styles = sheets.of(element);
    return styles.get("list-style-type") ?? styles.get("list-style")?.split(" ")[0] ?? [];
  });
  const typed = [item, list].flatMap(
    (element) => LIST_TYPES[element.getAttribute("type") ?? ""] ?? [],
  );
  return [...styled, ...typed].find((style) => TYPES.has(style) || BULLETS.test(style)) ?? "";
}

/** An item is a line; its content is not. */
function joinLines(item: Element): void {
  for (const line of item.querySelectorAll(":scope > p, :scope > div")) {
    const isShown = !showsNothing(line);
    if (isShown && hasTextBeside(line, "previousSibling"))
      line.before(item.ownerDocument.createElement("br"));
    if (isShown && hasTextBeside(line, "nextSibling"))
      line.append(item.ownerDocument.createElement("br"));
    unwrap(line);
  }
}

/** Whether text of the same item would run into a line's. */
function hasTextBeside(line: Element, side: "previousSibling" | "nextSibling"): boolean {
  let node: ChildNode | null = line[side];
  while (node && showsNothing(node)) node = node[side];
  return node !== null && !(node instanceof Element && node.matches("br, ul, ol, table"));
}

function showsNothing(node: ChildNode): boolean {
  const hasPart = node instanceof Element && node.matches("br, img, :has(br, img)");
  return !hasPart && node.textContent?.trim() === "";
}

function levelOf(item: Element, body: HTMLElement): number {
  const declared = item.getAttribute("aria-level") ?? item.getAttribute("data-aria-level");
  if (declared !== null && /^\d{1,2}$/.test(declared)) return Math.max(0, Number(declared) - 1);
  let level = -1;
  for (let parent = item.parentElement; parent && parent !== body; parent = parent.parentElement) {
    if (parent.matches("ol, ul")) level++;
  }
  return Math.max(0, level);
}

function setKind(item: Element, kind: Kind, level: number): void {
  item.setAttribute("data-list", kind);
  item.removeAttribute("class");
  indent(item, level);
}

function indent(line: Element, level: number): void {
  if (level > 0) line.setAttribute("class", `ql-indent-${Math.min(level, DEEPEST_LEVEL)}`);
}

/** The type is kept where it isn't what the editor shows on this level anyway. */
function setType(item: Element, type: string, level: number): void {
  if (type !== typeOn(Math.min(level, DEEPEST_LEVEL))) item.setAttribute(ITEM_TYPE, type);
}

/**
 * Writes on each item the number that its list begins with, if it doesn't follow from the items
 * before it. Lists that touch become one in the editor; Word on the web writes one for each item.
 */
export function numberLists(body: HTMLElement): void {
  let numbers = new ListNumbers();
  let starts: (number | null)[] = [];
  const beginAnew = () => {
    numbers = new ListNumbers();
    starts = [];
  };
  const number = (item: Element): void => {
    const level = levelOfItem(item);
    starts = starts.slice(0, level + 1);
    const type = item.getAttribute(ITEM_TYPE);
    const shown = item.getAttribute(SHOWN);
    item.removeAttribute(SHOWN);
    if (item.getAttribute("data-list") !== "ordered") {
      numbers.next(level, null);
      return;
    }
    const fitting = [starts[level] ?? null, null].find(
      (start) => shown === null || numbers.peek(level, { start, type }).number === Number(shown),
    );
    const start = fitting === undefined ? Number(shown) : fitting;
    numbers.next(level, { start, type });
    starts[level] = start;
    if (start !== null) item.setAttribute(ITEM_START, String(start));
  };
  const visit = (parent: Node, isInItem: boolean): void => {
    for (const node of parent.childNodes) {
      if (!(node instanceof Element)) {
        const isText = node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== "";
        if (isText && !isInItem) beginAnew();
        continue;
      }
      const isItem = node.localName === "li";
      const isCell = node.matches("table, td, th");
      if (isItem) number(node);
      if (isCell || (!isInItem && node.matches("br, img"))) beginAnew();
      visit(node, !isCell && (isInItem || isItem));
      if (isCell) beginAnew();
    }
  };
  visit(body, false);
}

function levelOfItem(item: Element): number {
  return Number(/\bql-indent-([1-8])\b/.exec(item.className)?.[1] ?? 0);
}

/** The marks of items where a list can't be one, by item. */
export function marksOf(items: readonly Element[]): ReadonlyMap<Element, string> {
  const numbers = new ListNumbers();
  return new Map(
    items.map((item) => {
      const kind = item.getAttribute("data-list");
      const level = levelOfItem(item);
      const numbered = numberedAs(item.getAttribute(ITEM_START), item.getAttribute(ITEM_TYPE));
      const { number } = numbers.next(level, kind === "ordered" ? numbered : null);
      if (kind === "ordered") return [item, `${listMark(number, numbered.type, level)} `];
      return [item, kind === "checked" ? "\u2611 " : kind === "unchecked" ? "\u2610 " : "\u2022 "];
    }),
  );
}
