import { useEffect, useState } from "react";

/** Milliseconds without a change: at most 120 previews a minute, the server's limit. */
const QUIET = 500;

/**
 * A value that changes with every key, or null, once it has stayed the same for half a second. The
 * first one after null, and null itself, come at once.
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
