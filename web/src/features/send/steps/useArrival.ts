import { useLayoutEffect, useRef } from "react";
import { useLocation } from "react-router-dom";

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
  // An effect could come after a click in the table, and take the keys from its cell.
  useLayoutEffect(() => {
    if (arrival === null) return;
    place.current?.focus({ preventScroll: true });
    place.current?.scrollIntoView({ block: "start" });
  }, [arrival]);
  return place;
}
