import { flushSync } from "react-dom";

/** The part of the page in which an element scrolls: a table, a dialog, or the page. */
function scrollerOf(element: Element): Element {
  for (let one = element.parentElement; one !== null; one = one.parentElement) {
    const isFull = one.scrollHeight > one.clientHeight && one !== document.body;
    if (isFull && /auto|scroll/.test(getComputedStyle(one).overflowY)) return one;
  }
  return document.documentElement;
}

/**
 * Draws a change, and scrolls so that an element in view, which someone presses or works in, stays
 * where it is in the window. Some browsers do so themselves, but only once a page is scrolled.
 */
export function inPlace(element: Element | null, draw: () => void): void {
  const before = element?.getBoundingClientRect();
  flushSync(draw);
  if (!element?.isConnected || before === undefined) return;
  const moved = element.getBoundingClientRect().top - before.top;
  const wasInView = before.bottom > 0 && before.top < window.innerHeight;
  if (moved !== 0 && wasInView) scrollerOf(element).scrollBy({ top: moved, behavior: "instant" });
}
