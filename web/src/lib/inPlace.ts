import { flushSync } from "react-dom";

/** An element that a part of the page is to keep where it is in the window. */
interface Kept {
  scroller: Element;
  element: Element;
  top: number;
}

/**
 * For each part of the page in which an element scrolls, from the page inward (a dialog, a table):
 * the part inside it, and in the last one the element.
 */
function keptIn(element: Element): Kept[] {
  const kept: Kept[] = [];
  let inner = element;
  const add = (scroller: Element) => {
    kept.unshift({ scroller, element: inner, top: topOf(inner) });
    inner = scroller;
  };
  for (let one = element.parentElement; one !== null; one = one.parentElement) {
    const isFull = one.scrollHeight > one.clientHeight && one !== document.body;
    if (isFull && /auto|scroll/.test(getComputedStyle(one).overflowY)) add(one);
  }
  if (inner !== document.documentElement) add(document.documentElement);
  return kept;
}

function topOf(element: Element): number {
  return element.getBoundingClientRect().top;
}

function keep({ scroller, element, top }: Kept): void {
  const moved = topOf(element) - top;
  if (moved !== 0) scroller.scrollBy({ top: moved, behavior: "instant" });
}

/**
 * Draws a change, and scrolls so that an element in view, which someone presses or works in, stays
 * where it is in the window. Some browsers do so themselves, but only once a page is scrolled.
 */
export function inPlace(element: Element | null, draw: () => void): void {
  const before = element?.getBoundingClientRect();
  const kept = element ? keptIn(element) : [];
  const focused = document.activeElement;
  flushSync(draw);
  const wasInView = before && before.bottom > 0 && before.top < window.innerHeight;
  if (!element?.isConnected || !wasInView) return;
  for (const each of kept) keep(each);
  // A table that is at its beginning or end leaves the rest to the page.
  const own = kept.at(-1);
  if (own && kept.length > 1) keep({ ...own, scroller: document.documentElement });
  // A field that was drawn with the focus is next.
  const next = document.activeElement;
  if (next !== focused && next !== document.body) next?.scrollIntoView({ block: "nearest" });
}
