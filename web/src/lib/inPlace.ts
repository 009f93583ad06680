import { flushSync } from "react-dom";

/** The parts of the page in which an element scrolls, from the inside: a table, a dialog, the page. */
function scrollersOf(element: Element): Element[] {
  const scrollers: Element[] = [];
  for (let one = element.parentElement; one !== null; one = one.parentElement) {
    const isFull = one.scrollHeight > one.clientHeight && one !== document.body;
    if (isFull && /auto|scroll/.test(getComputedStyle(one).overflowY)) scrollers.push(one);
  }
  const page = document.documentElement;
  return scrollers.at(-1) === page ? scrollers : [...scrollers, page];
}

const topOf = (element: Element) => element.getBoundingClientRect().top;

/**
 * Draws a change, and scrolls so that an element in view, which someone presses or works in, stays
 * where it is in the window. Some browsers do so themselves, but only once a page is scrolled.
 */
export function inPlace(element: Element | null, draw: () => void): void {
  if (element === null) {
    flushSync(draw);
    return;
  }
  const { top, bottom } = element.getBoundingClientRect();
  const scrollers = scrollersOf(element);
  /** In each scroller: what is to stay. */
  const kept = [element, ...scrollers.slice(0, -1)].map((one) => ({ one, top: topOf(one) }));
  flushSync(draw);
  if (!element.isConnected || bottom <= 0 || top >= window.innerHeight) return;
  const keep = (scroller: Element, before: (typeof kept)[number] | undefined) => {
    const moved = before ? topOf(before.one) - before.top : 0;
    if (moved !== 0) scroller.scrollBy({ top: moved, behavior: "instant" });
  };
  for (const [at, scroller] of [...scrollers.entries()].reverse()) keep(scroller, kept[at]);
  // A table that is at its beginning or end leaves the rest to the page.
  if (scrollers.length > 1) keep(document.documentElement, kept[0]);
}
