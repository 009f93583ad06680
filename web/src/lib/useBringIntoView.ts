import { useEffect, useRef } from "react";

/** How long it is marked, milliseconds. */
const MARKED = 1_500;

/**
 * Where to put what may be asked for: each time that it was asked for it comes into view, gets the focus and is marked
 * (`data-brought`) for a moment, as soon as it is there: where nothing had to move, a person sees that something was
 * done. What comes without being asked for moves nothing.
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
