import { type FocusEvent, useState } from "react";
import { afterPress } from "./afterPress.ts";

/**
 * Whether someone has left a field and isn't in it again: until then, no error is shown, since the
 * text may be half typed. The handlers go onto the field, or onto an element around it.
 */
export function useLeft() {
  const [isLeft, setLeft] = useState(false);
  const onFocus = () => setLeft(false);
  const onBlur = ({ currentTarget }: FocusEvent<HTMLElement>) =>
    afterPress(() => {
      if (!currentTarget.contains(document.activeElement)) setLeft(true);
    });
  return { isLeft, handlers: { onFocus, onBlur } };
}
