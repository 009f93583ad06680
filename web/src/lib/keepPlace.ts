/** Where someone works in a scrolling part of the page: the field with the focus, or what was pressed. */
interface Place {
  element: Element;
  /** Its top in the scrolled content. */
  top: number;
  /** How far its part was scrolled then. */
  scrolled: number;
}

/** Both know their own rows, and scroll to them. */
const WHOLE = '[role="grid"], .ql-editor';

/** The part of the page that scrolls with an element: a dialog's content, or the page. */
function scrollerOf(element: Element): Element {
  for (let one = element.parentElement; one !== null; one = one.parentElement) {
    const { overflowY } = getComputedStyle(one);
    if (one !== document.body && (overflowY === "auto" || overflowY === "scroll")) return one;
  }
  return document.documentElement;
}

/**
 * Keeps the place where someone works where it is, whatever appears or disappears above it: the page
 * scrolls as much as the place was moved (rule: nothing moves under a press). Browsers do so only
 * for what is above the window, and some don't.
 */
export function keepPlace(): void {
  const places = new Map<Element, Place>();
  const topIn = (scroller: Element, element: Element) =>
    element.getBoundingClientRect().top + scroller.scrollTop;
  const resized = new ResizeObserver(() => {
    for (const [scroller, place] of places) hold(scroller, place);
  });

  const hold = (scroller: Element, place: Place) => {
    const { element } = place;
    if (!scroller.isConnected || !element.isConnected) return forget(scroller);
    const { top, bottom, height } = element.getBoundingClientRect();
    // It is in a tab or a step that isn't shown.
    if (height === 0) return;
    const moved = topIn(scroller, element) - place.top;
    const scrolled = scroller.scrollTop - place.scrolled;
    const wasInView = bottom - moved + scrolled > 0 && top - moved + scrolled < window.innerHeight;
    // The browser may have done it already.
    if (wasInView && Math.abs(moved) >= 1 && Math.abs(scrolled - moved) >= 1)
      scroller.scrollBy({ top: moved, behavior: "instant" });
    place.top += moved;
    place.scrolled = scroller.scrollTop;
  };
  const forget = (scroller: Element) => {
    places.delete(scroller);
    if (scroller === document.documentElement) resized.unobserve(document.body);
    for (const content of scroller.children) resized.unobserve(content);
  };
  const note = ({ target }: Event) => {
    if (!(target instanceof Element) || target === document.body) return;
    const element = target.closest(WHOLE) ?? target;
    const scroller = scrollerOf(element);
    const before = places.get(scroller);
    // A press has moved itself, and gives the focus to something else.
    if (before !== undefined && before.element !== element) hold(scroller, before);
    places.set(scroller, {
      element,
      top: topIn(scroller, element),
      scrolled: scroller.scrollTop,
    });
    if (scroller === document.documentElement) resized.observe(document.body);
    else for (const content of scroller.children) resized.observe(content);
  };
  for (const begin of ["pointerdown", "focusin"]) window.addEventListener(begin, note, true);
  window.addEventListener(
    "scroll",
    ({ target }) => {
      const scroller = target instanceof Element ? target : document.documentElement;
      const place = places.get(scroller);
      if (place) place.scrolled = scroller.scrollTop;
    },
    true,
  );
}
