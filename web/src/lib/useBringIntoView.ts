import { useEffect, useRef } from "react";

/** How long it is marked, milliseconds. */
const MARKED = 1_500;

/**
 * Marks where requested content appears: on each request it scrolls into view, gets the focus and
 * is marked (`data-brought`) for a moment, so that the person notices it even if nothing had to
 * move. Content that no one requested moves nothing.
 */
export function useBringIntoView(asked: number, isThere: boolean) {
  const place = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const answered = useRef(asked);
  useEffect(() => {
    if (!isThere || asked === answered.current) return;
    answered.current = asked;
    const box = place.current;
    if (!box) return;
    box.scrollIntoView({ block: "start" });
    box.focus({ preventScroll: true });
    box.dataset.brought = "";
    clearTimeout(timer.current);
    timer.current = setTimeout(() => delete box.dataset.brought, MARKED);
  }, [asked, isThere]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return place;
}

/** Whether an element is on the screen, and not behind a dialog. */
export function isInFront(element: Element | null): element is Element {
  return element !== null && !element.closest('[aria-hidden="true"]');
}

/** Whether an element is at least partly in the window, and not behind a dialog. */
export function isInView(element: Element | null): boolean {
  if (!isInFront(element)) return false;
  const { top, bottom } = element.getBoundingClientRect();
  return bottom >= 0 && top <= window.innerHeight;
}
