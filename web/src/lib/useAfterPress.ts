import { useEffect, useState } from "react";
import { afterPress, isPressing, type PressEnd } from "./afterPress.ts";

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
