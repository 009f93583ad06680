import { useEffect } from "react";
import { inPlace } from "./inPlace.ts";
import { useKeyedState } from "./useKeyedState.ts";

/** After this many milliseconds without a change, a word is taken as finished. */
const PAUSE = 900;

/**
 * A value as it was when it last stayed the same for a moment, or first for this version: a warning
 * about half-typed braces would only disturb. It changes in place (`inPlace`).
 */
export function useSettled<T>(version: string, value: T): T {
  const [settled, setSettled] = useKeyedState(version, () => value);
  useEffect(() => {
    const timer = setTimeout(() => inPlace(document.activeElement, () => setSettled(value)), PAUSE);
    return () => clearTimeout(timer);
  }, [value, setSettled]);
  return settled;
}
