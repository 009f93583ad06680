import { isLayout } from "./pastedTables.ts";
import type { SheetStyles } from "./styles.ts";

/**
 * Points between two lines from which a reader sees a space; below a heading, which is taller, from
 * twice as many.
 */
const SPACE = 5;
const SPACE_BELOW_HEADING = 10;
const POINTS: Readonly<Record<string, number>> = {
  pt: 1,
  px: 0.75,
  in: 72,
  cm: 28.35,
  mm: 2.835,
  pc: 12,
  em: 12,
  rem: 12,
};
/** A margin that a program leaves to the reader's, as for any paragraph on the web. */
const AUTO = 12;
const HEADINGS = "h1, h2, h3, h4, h5, h6";
const LINES = `p, ${HEADINGS}`;
const LISTS = "ul, ol";
const WRAPPERS = "div, section, article, main, b, span";
/** Levels of wrappers that are looked through. */
const MAX_WRAPPERS = 6;
/** Twips (1/20 pt) of space below a paragraph, as Word on the web writes them. */
const SPACE_AFTER = /"335559739":(\d{1,5})/;

type MarginSide = "top" | "bottom";

/**
 * Puts an empty line between two paragraphs where their program showed a space (Word's "8 pt
 * after"), and nowhere else.
 */
export function keepSpaces(body: HTMLElement, styles: SheetStyles): void {
  const spaced: Element[] = [];
  for (const line of body.querySelectorAll(`${LINES}, ${LISTS}`)) {
    if (isInside(line) || isBlank(line)) continue;
    const next = following(line, body);
    if (next === null || isBlank(next) || (isItem(line) && isItem(next))) continue;
    const gap = Math.max(margin(line, "bottom", styles), margin(next, "top", styles));
    if (gap >= (line.matches(HEADINGS) ? SPACE_BELOW_HEADING : SPACE)) spaced.push(line);
  }
  for (const line of spaced) {
    const empty = body.ownerDocument.createElement("p");
    empty.append(body.ownerDocument.createElement("br"));
    line.after(empty);
  }
}

/** Whether a line is part of an item or of a table with data: those have no space between. */
function isInside(line: Element): boolean {
  const around = line.parentElement?.closest("li, td, th, ul, ol");
  const table = around?.matches("td, th") ? around.closest("table") : null;
  return around != null && !(table && isLayout(table));
}

function isBlank(line: Element): boolean {
  return line.textContent?.trim() === "" && line.querySelector("img") === null;
}

function isItem(line: Element): boolean {
  return line.matches(LISTS) || /mso-list:\s*l\d/i.test(line.getAttribute("style") ?? "");
}

/**
 * The line behind a line, also out of its wrappers and into others; null where text or the end
 * comes first.
 */
function following(line: Element, body: Element): Element | null {
  let node: Node | null = line;
  for (let step = 0; node !== null && node !== body && step < MAX_WRAPPERS; step++) {
    const next = nextOf(node);
    if (next === "text") return null;
    if (next !== null) return firstLine(next);
    node = node.parentElement?.matches(WRAPPERS) ? node.parentElement : null;
  }
  return null;
}

function nextOf(node: Node): Element | "text" | null {
  let next = node.nextSibling;
  while (next !== null) {
    if (next.nodeType === Node.ELEMENT_NODE) return next as Element;
    if (next.nodeType === Node.TEXT_NODE && next.textContent?.trim() !== "") return "text";
    next = next.nextSibling;
  }
  return null;
}

function firstLine(element: Element): Element | null {
  let line: Element | null = element;
  for (let step = 0; line !== null && step < MAX_WRAPPERS; step++) {
    if (line.matches(`${LINES}, ${LISTS}`)) return line;
    line = line.matches(WRAPPERS) ? line.firstElementChild : null;
  }
  return null;
}

function margin(line: Element, side: MarginSide, styles: SheetStyles): number {
  const own = ownMargin(line, side, styles);
  if (!line.matches(LISTS)) return Math.max(own, side === "bottom" ? onlineSpace(line) : 0);
  const item = side === "top" ? line.firstElementChild : line.lastElementChild;
  if (item === null) return own;
  const inner = side === "top" ? item.firstElementChild : item.lastElementChild;
  const paragraph = inner?.matches("p") ? ownMargin(inner, side, styles) : 0;
  return Math.max(own, ownMargin(item, side, styles), paragraph);
}

function onlineSpace(line: Element): number {
  const end = line.querySelector("[data-ccp-props]")?.getAttribute("data-ccp-props") ?? "";
  return Number(SPACE_AFTER.exec(end)?.[1] ?? 0) / 20;
}

function ownMargin(line: Element, side: MarginSide, styles: SheetStyles): number {
  const all = styles.of(line);
  if (all.get(`mso-margin-${side}-alt`) === "auto") return AUTO;
  return points(all.get(`margin-${side}`) ?? "");
}

function points(length: string): number {
  const [, number, unit = ""] = /^(\d*\.?\d+)([a-z]*)$/.exec(length) ?? [];
  return Number(number ?? 0) * (POINTS[unit] ?? 0);
}
