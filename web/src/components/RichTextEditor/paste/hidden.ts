import type { SheetStyles } from "./styles.ts";

/** The look that a text has from the elements around it. */
interface Look {
  isTiny: boolean;
  isInvisible: boolean;
  /** "r,g,b"; null if unknown, as a picture behind it is. */
  color: string | null;
  background: string | null;
}

const PAPER: Look = {
  isTiny: false,
  isInvisible: false,
  color: "0,0,0",
  background: "255,255,255",
};
const SEE_THROUGH = "transparent";
const NAMED: Readonly<Record<string, string>> = {
  white: "255,255,255",
  black: "0,0,0",
  windowtext: "0,0,0",
  transparent: SEE_THROUGH,
};
const MAY_HAVE_LOOK = "[style], [class], [bgcolor], font[color]";

/**
 * Removes what was invisible where it was copied, because it must not appear in an email: hidden
 * elements, tiny text, text in the color behind it (the first line of newsletters). Text of that
 * color stays if it is most of all: then the clipboard lacks its dark background.
 */
export function dropHidden(body: HTMLElement, sheets: SheetStyles): void {
  const hidden: ChildNode[] = [];
  const faint: Text[] = [];
  let seen = 0;
  const visit = (element: Element, around: Look): void => {
    const styles = element.matches(MAY_HAVE_LOOK) ? sheets.of(element) : null;
    if (styles !== null && isHidden(element, styles)) {
      hidden.push(element);
      return;
    }
    const look = styles === null ? around : lookOf(element, styles, around);
    for (const node of element.childNodes) {
      if (node.nodeType === Node.ELEMENT_NODE) visit(node as Element, look);
      if (node.nodeType !== Node.TEXT_NODE || node.textContent?.trim() === "") continue;
      if (look.isTiny || look.isInvisible || look.color === SEE_THROUGH) hidden.push(node);
      else if (look.color !== null && look.color === look.background) faint.push(node as Text);
      else seen += (node as Text).length;
    }
  };
  visit(body, PAPER);
  const isDark = faint.reduce((sum, { length }) => sum + length, 0) > seen;
  for (const node of isDark ? hidden : [...hidden, ...faint]) removeWithBox(node, body);
}

/** Removes a node, and the elements that hold nothing else; a table keeps its cells. */
function removeWithBox(node: ChildNode, body: HTMLElement): void {
  let gone: ChildNode = node;
  for (let box = node.parentElement; box && box !== body; box = box.parentElement) {
    const isOnly = isAlone(gone, "previousSibling") && isAlone(gone, "nextSibling");
    if (!isOnly || box.matches("td, th, tr, li")) break;
    gone = box;
  }
  gone.remove();
}

/** Siblings without text that are looked past: more is a document of its own. */
const MAX_BLANK = 50;

function isAlone(node: ChildNode, side: "previousSibling" | "nextSibling"): boolean {
  let next = node[side];
  for (let step = 0; next !== null && step < MAX_BLANK; step++) {
    if (next.nodeType !== Node.TEXT_NODE || next.textContent?.trim() !== "") return false;
    next = next[side];
  }
  return next === null;
}

type Styles = ReadonlyMap<string, string>;

function isHidden(element: Element, styles: Styles): boolean {
  const is = (name: string, value: RegExp) => value.test(styles.get(name) ?? "");
  if (is("display", /^none\b/) || (is("opacity", /^0?(?:\.0+)?%?$/) && styles.has("opacity")))
    return true;
  // Buttons of newsletters are hidden in Outlook, where another one is in their place.
  if (is("mso-hide", /^all\b/)) return !element.matches("a, a *");
  const isClosed = ["height", "max-height", "width", "max-width"].some((name) =>
    is(name, /^0(?:px|pt|em|%)?\b/),
  );
  if (isClosed && is("overflow", /^(?:hidden|clip)/)) return true;
  const isFarOut = ["left", "top", "text-indent"].some((name) => is(name, /^-\d{3,}/));
  const isCut =
    is("clip", /^rect\((?:[01](?:px)?[,\s]*){4}\)/) || is("clip-path", /^inset\((?:50|100)%/);
  return (isFarOut || isCut) && (is("position", /^absolute/) || is("text-indent", /^-/));
}

function lookOf(element: Element, styles: Styles, around: Look): Look {
  const size = styles.get("font-size");
  const visibility = styles.get("visibility");
  const color = colorOf(styles.get("color") ?? element.getAttribute("color") ?? "");
  return {
    isTiny: size === undefined || size === "inherit" ? around.isTiny : isTiny(size),
    isInvisible:
      visibility === undefined ? around.isInvisible : /^(?:hidden|collapse)/.test(visibility),
    color: color ?? around.color,
    background: backgroundOf(element, styles, around.background),
  };
}

/** Up to one pixel or point. */
function isTiny(size: string): boolean {
  const [, number, unit = ""] = /^(\d*\.?\d+)([a-z%]*)/.exec(size) ?? [];
  return number !== undefined && Number(number) <= (/^p[xt]$/.test(unit) ? 1 : 0);
}

function backgroundOf(element: Element, styles: Styles, behind: string | null): string | null {
  const written = [
    styles.get("background-color"),
    styles.get("background"),
    element.getAttribute("bgcolor"),
  ].find((one) => one !== undefined && one !== null);
  if (`${styles.get("background") ?? ""} ${styles.get("background-image") ?? ""}`.includes("("))
    if (!/rgba?\(/.test(written ?? "")) return null;
  const color = (written ?? "")
    .match(/rgba?\([^)]*\)|[^\s]+/g)
    ?.flatMap((one) => colorOf(one) ?? []);
  const [own = SEE_THROUGH] = color ?? [];
  return own === SEE_THROUGH ? behind : own;
}

/** A color as "r,g,b", or `SEE_THROUGH`; null if it isn't one that is read. */
function colorOf(written: string): string | null {
  const text = written
    .trim()
    .toLowerCase()
    .replace(/\s*!important$/, "");
  if (text in NAMED) return NAMED[text] ?? null;
  const [, hex] = /^#((?:[\da-f]{3,4}){1,2})$/.exec(text) ?? [];
  if (hex !== undefined) {
    const digits = hex.length < 6 ? [...hex].map((digit) => digit + digit) : hex.match(/../g);
    const [red, green, blue, alpha] = (digits ?? []).map((two) => Number.parseInt(two, 16));
    return alpha === 0 ? SEE_THROUGH : `${red},${green},${blue}`;
  }
  const [, parts] = /^rgba?\(([^)]*)\)$/.exec(text) ?? [];
  if (parts === undefined) return null;
  const [red, green, blue, alpha] = parts.split(/[,\s/]+/).filter((part) => part !== "");
  return alpha !== undefined && Number.parseFloat(alpha) === 0
    ? SEE_THROUGH
    : `${red},${green},${blue}`;
}
