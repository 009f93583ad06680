import { useCallback, useLayoutEffect, useRef, useState } from "react";

/**
 * Returns the earlier value as long as its JSON is the same, so that whatever depends on it isn't
 * drawn again.
 */
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
