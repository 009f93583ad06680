import { useEffect, useState } from "react";
import { inPlace } from "./inPlace.ts";

/**
 * A value that changes what is above the place where someone works. It is drawn a moment later, in
 * place (`inPlace`).
 */
export function useInPlace<T>(value: T): T {
  const [drawn, setDrawn] = useState(value);
  useEffect(() => {
    // React can't draw at once within an effect.
    const timer = setTimeout(() => inPlace(document.activeElement, () => setDrawn(value)));
    return () => clearTimeout(timer);
  }, [value]);
  return drawn;
}
