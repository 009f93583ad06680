import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

/** Milliseconds without a change: at most 120 previews a minute, the server's limit. */
const QUIET = 500;

/**
 * A value that changes with every key, or null, once it has stayed the same for half a second. The first one after
 * null, and null itself, come at once.
 */
export function useSteady<T>(value: T | null): T | null {
  const [steady, setSteady] = useState(value);
  useEffect(() => {
    if (value === null) {
      setSteady(null);
      return;
    }
    setSteady((before) => before ?? value);
    const timer = setTimeout(() => setSteady(value), QUIET);
    return () => clearTimeout(timer);
  }, [value]);
  return value === null || steady === null ? value : steady;
}

/** Returns the earlier value as long as its JSON is the same, so that whatever depends on it isn't drawn again. */
export function useDeepStable<T>(value: T): T {
  const [kept, setKept] = useState(value);
  if (kept === value || JSON.stringify(kept) === JSON.stringify(value)) return kept;
  setKept(value);
  return value;
}

/** A function that stays the same and calls the latest one. For event handlers, not for drawing. */
export function useStable<Given extends unknown[], Result>(
  latest: (...given: Given) => Result,
): (...given: Given) => Result {
  const current = useRef(latest);
  useLayoutEffect(() => {
    current.current = latest;
  });
  return useCallback((...given) => current.current(...given), []);
}
