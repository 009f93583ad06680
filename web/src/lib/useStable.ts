import { useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";

/**
 * Returns the earlier value as long as its JSON is the same, so that whatever depends on it isn't
 * drawn again. Maps are compared, too.
 */
export function useDeepStable<T>(value: T): T {
  const [kept, setKept] = useState(value);
  if (kept === value || jsonOf(kept) === jsonOf(value)) return kept;
  setKept(value);
  return value;
}

function jsonOf(value: unknown): string | undefined {
  return JSON.stringify(value, (_, part: unknown) => (part instanceof Map ? [...part] : part));
}

/**
 * Returns the earlier object as long as its properties are the same, so that a memoized component
 * isn't drawn again. Pass an object that always has the same properties.
 */
export function useSame<T extends object>(value: T): T {
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are all of its properties.
  return useMemo(() => value, Object.values(value));
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
