import { useEffect } from "react";
import { useStable } from "./useStable.ts";

const ENDS = ["pagehide", "popstate"];

/**
 * Calls `leave` when the page ends, or Back leads to another one: both take the focus of a field
 * without saying so. `isAnytime`: also when the page is hidden, from which a phone may not return.
 */
export function useEndOfPage(leave: () => void, isAnytime = false): void {
  const stable = useStable(leave);
  useEffect(() => {
    // Before drafts are stored, and before the router listens. What was typed was delivered before:
    // that listener is older.
    const ends = isAnytime ? [...ENDS, "visibilitychange"] : ENDS;
    for (const end of ends) window.addEventListener(end, stable, true);
    return () => {
      for (const end of ends) window.removeEventListener(end, stable, true);
    };
  }, [stable, isAnytime]);
}
