import { useEffect, useState } from "react";
import { afterPress, isPressing, type PressEnd } from "./afterPress.ts";
import { inPlace } from "./inPlace.ts";

/**
 * A value to show; while a button is being pressed, the one before the press. For what appears
 * below a field when it loses the focus: it would move what someone is about to click.
 */
export function useAfterPress<T>(value: T, end: PressEnd = "after the click"): T {
  const [held] = useState({ value });
  const [, redraw] = useState({});
  const isHeld = isPressing(end);
  if (!isHeld) held.value = value;
  useEffect(() => {
    if (!isHeld) return;
    let isMounted = true;
    afterPress(() => isMounted && redraw({}), end);
    return () => {
      isMounted = false;
    };
  });
  return held.value;
}

/**
 * A value that changes content above the place where someone works. It is drawn a moment later, not
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
