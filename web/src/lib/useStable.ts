import { useCallback, useLayoutEffect, useRef } from "react";

/**
 * A function that stays the same and does what the latest one does. For what is called when somebody does something,
 * not while anything is drawn.
 */
export function useStable<Given extends unknown[], Result>(
  latest: (...given: Given) => Result,
): (...given: Given) => Result {
  const current = useRef(latest);
  useLayoutEffect(() => {
    current.current = latest;
  });
  return useCallback((...given) => current.current(...given), []);
}
