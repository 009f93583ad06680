import { useEffect } from "react";
import { inPlace } from "./inPlace.ts";
import { useStateOf } from "./useStateOf.ts";

/** Milliseconds without a key after which someone is taken to have finished a word. */
const PAUSE = 900;

/**
 * A value once it hasn't changed for a moment: a warning about half-typed braces would only
 * disturb.
 */
export function useSettled<T>(version: string, value: T): T {
  const [settled, setSettled] = useStateOf(version, () => value);
  useEffect(() => {
    const timer = setTimeout(() => inPlace(document.activeElement, () => setSettled(value)), PAUSE);
    return () => clearTimeout(timer);
  }, [value, setSettled]);
  return settled;
}
