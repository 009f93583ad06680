import { useCallback, useLayoutEffect, useRef } from "react";

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
