import { type FocusEvent, useState } from "react";
import { afterPress } from "./afterPress.ts";

/**
 * Whether the errors of a field may be shown: someone has left it, or `isAsked`, as by a click on
 * Send. While someone is in it, only until they type: the text may be half done. The handlers go onto
 * the field, or onto an element around it; `leave` is for a field that says itself that it was left.
 */
export function useLeft(text: string, isAsked = false) {
  const [wasLeft, setLeft] = useState(false);
  /** The text when someone came; null while no one is in the field. */
  const [came, setCame] = useState<string | null>(null);
  const onFocus = () => setCame((before) => before ?? text);
  const leave = (isIn = () => false) => {
    // A click on Send leads to the first field that shows an error.
    afterPress(() => isIn() || setCame(null), "before the click");
    afterPress(() => isIn() || setLeft(true));
  };
  const onBlur = ({ currentTarget }: FocusEvent<HTMLElement>) =>
    leave(() => currentTarget.contains(document.activeElement));
  const isLeft = (wasLeft || isAsked) && (came === null || came === text);
  return { isLeft, leave, handlers: { onFocus, onBlur } };
}
