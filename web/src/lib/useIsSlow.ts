import { useEffect, useState } from "react";

/** From then on, someone who waits should know that it continues. In milliseconds. */
const SLOW_MS = 5_000;

/** Whether something has been under way for longer than people expect. */
export function useIsSlow(isUnderWay: boolean): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isUnderWay) return;
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isUnderWay]);
  return isSlow;
}
