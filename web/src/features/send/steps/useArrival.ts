import { useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";

/** The elements that people write in. */
const WORKING = "input, textarea, [role=gridcell], [contenteditable=true]";

/**
 * A ref for the notice that anyone who comes here from a send reads first, each time: to correct
 * its people, or to edit it.
 */
export function useArrival(aim: "corrects" | "edits") {
  const place = useRef<HTMLDivElement>(null);
  const { state, key } = useLocation() as {
    state: { corrects?: true; edits?: true } | null;
    key: string;
  };
  const arrival = state?.[aim] === true ? key : null;
  useEffect(() => {
    // The address may change after the form, when someone already works in it.
    if (arrival === null || document.activeElement?.matches(WORKING)) return;
    place.current?.focus({ preventScroll: true });
    place.current?.scrollIntoView({ block: "start" });
  }, [arrival]);
  return place;
}
