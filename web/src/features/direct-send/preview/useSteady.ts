import { useEffect, useState } from "react";

/** Milliseconds without a change: at most 120 previews a minute, which is what the server allows. */
const QUIET = 500;

/** Takes a value that changes with every key; gives it once it has stayed the same for half a second. */
export function useSteady<T>(value: T): T {
  const [steady, setSteady] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSteady(value), QUIET);
    return () => clearTimeout(timer);
  }, [value]);
  return steady;
}
