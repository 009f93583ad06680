import { useEffect, useRef } from "react";

/** How long the content is marked. */
const MARKED_MS = 1_500;

/**
 * Marks where requested content appears: on each request it scrolls into view, gets the focus and
 * is marked (`data-brought`) for a moment, so that the person notices it even if nothing had to
 * move. Content that no one requested moves nothing.
 */
export function useBringIntoView(request: number, isThere: boolean) {
  const place = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const handled = useRef(request);
  useEffect(() => {
    if (!isThere || request === handled.current) return;
    handled.current = request;
    const box = place.current;
    if (!box) return;
    box.scrollIntoView({ block: "start" });
    box.focus({ preventScroll: true });
    box.dataset.brought = "";
    clearTimeout(timer.current);
    timer.current = setTimeout(() => delete box.dataset.brought, MARKED_MS);
  }, [request, isThere]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return place;
}
