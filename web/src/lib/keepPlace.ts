/** Where someone works in a part of the page that scrolls: what has the focus, or was pressed. */
interface KeptPlace {
  element: Element;
  /** Its top in the scrolled content. */
  top: number;
}

/** They know their own rows and lines, and scroll to them. */
const WHOLE = '[role="grid"], .ql-editor';

/** The part of the page that scrolls with an element: a dialog's content, or the page. */
function scrollerOf(element: Element): HTMLElement {
  for (let one = element.parentElement; one !== null; one = one.parentElement) {
    if (one === document.body || one.scrollHeight <= one.clientHeight) continue;
    const { overflowY } = getComputedStyle(one);
    if (overflowY === "auto" || overflowY === "scroll") return one;
  }
  return document.documentElement;
}

const topIn = (scroller: Element, element: Element) =>
  element.getBoundingClientRect().top + scroller.scrollTop;

function isInView({ element }: KeptPlace): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight;
}

/** The line with the cursor in a text of several lines; the field itself in any other. */
function lineIn(field: Element): Element {
  const at = document.getSelection()?.anchorNode ?? null;
  const line = at instanceof Element ? at : (at?.parentElement ?? null);
  return line !== null && field.contains(line) ? line : field;
}

/**
 * Keeps the place where someone works where it is, whatever appears or disappears above it: the
 * page scrolls by as much (rule: nothing moves under a press). Browsers do so only for what is above
 * the window, and some don't.
 */
export function keepPlace(): void {
  const places = new Map<HTMLElement, KeptPlace>();

  const hold = (scroller: HTMLElement, place: KeptPlace) => {
    const { element } = place;
    if (!scroller.isConnected || !element.isConnected) return forget(scroller);
    // It is in a tab or a step that isn't shown.
    if (element.getClientRects().length === 0) return;
    const moved = topIn(scroller, element) - place.top;
    place.top += moved;
    // Only this function scrolls then, and not the browser, too.
    if (Math.abs(moved) >= 1 && scroller.style.overflowAnchor === "none")
      scroller.scrollBy({ top: moved, behavior: "instant" });
  };
  const holdAll = () => {
    for (const [scroller, place] of places) hold(scroller, place);
  };
  const forget = (scroller: HTMLElement) => {
    places.delete(scroller);
    scroller.style.overflowAnchor = "";
  };
  /** Someone who reads another part of the page keeps that one. */
  const look = (scroller: HTMLElement, place: KeptPlace) => {
    scroller.style.overflowAnchor = isInView(place) ? "none" : "";
  };
  const note = ({ target }: Pick<Event, "target">) => {
    if (!(target instanceof Element) || target === document.body) return;
    const element = target.closest(WHOLE) ?? target;
    const scroller = scrollerOf(element);
    const before = places.get(scroller);
    // A press has moved what was pressed, and gives the focus to something else.
    if (before !== undefined && before.element !== element) hold(scroller, before);
    const place = { element, top: topIn(scroller, element) };
    places.set(scroller, place);
    look(scroller, place);
  };
  for (const begin of ["pointerdown", "focusin"]) window.addEventListener(begin, note, true);
  const scrolled = ({ target }: Event) => {
    const scroller = target instanceof HTMLElement ? target : document.documentElement;
    const place = places.get(scroller);
    if (place) look(scroller, place);
  };
  window.addEventListener("scroll", scrolled, true);
  // A phone was turned: what was in view still is, and what is being written is whole.
  window.addEventListener("resize", () => {
    holdAll();
    const writing = document.activeElement;
    if (writing === null || writing === document.body) return;
    lineIn(writing).scrollIntoView({ block: "nearest", behavior: "instant" });
    // Another part of the page may scroll now.
    note({ target: writing });
  });
  new MutationObserver(holdAll).observe(document.body, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
  });
}
