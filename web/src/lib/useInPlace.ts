import { useEffect, useState } from "react";
import { afterPress } from "./afterPress.ts";
import { inPlace } from "./inPlace.ts";

/**
 * A value that changes what is above the place where someone works. It is drawn a moment later, not
 * during a press, and in place (`inPlace`).
 */
export function useInPlace<T>(value: T): T {
  const [drawn, setDrawn] = useState(value);
  useEffect(() => {
    // React can't draw at once within an effect.
    const timer = setTimeout(() =>
      afterPress(() => inPlace(document.activeElement, () => setDrawn(value))),
    );
    return () => clearTimeout(timer);
  }, [value]);
  return drawn;
}
