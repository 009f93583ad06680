import { useState } from "react";

/** Returns the earlier value as long as its JSON is the same, so that whatever depends on it isn't drawn again. */
export function useDeepStable<T>(value: T): T {
  const [kept, setKept] = useState(value);
  if (kept === value || JSON.stringify(kept) === JSON.stringify(value)) return kept;
  setKept(value);
  return value;
}
