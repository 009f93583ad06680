import { useState } from "react";

/**
 * Keeps a value that is made anew at every turn, of what JSON can hold, the same one as long as it says the same, so
 * that what is drawn from it is not drawn again.
 */
export function useKept<T>(value: T): T {
  const [kept, setKept] = useState(value);
  if (kept === value || JSON.stringify(kept) === JSON.stringify(value)) return kept;
  setKept(value);
  return value;
}
