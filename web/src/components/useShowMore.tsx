import { type ReactNode, useState } from "react";
import { flushSync } from "react-dom";
import { Button, type ButtonProps } from "./Button.tsx";

/**
 * A button below some items that shows more of them. It moves the focus to the first new one: the
 * button itself may be gone.
 */
export function ShowMore({ onShow, ...button }: ButtonProps & { onShow: () => void }) {
  const show = () => {
    const before = new Set(document.body.querySelectorAll("*"));
    flushSync(onShow);
    const added = [...document.body.querySelectorAll<HTMLElement>("*")];
    const first = added.find((element) => !before.has(element));
    if (!first) return;
    // Makes an element that isn't a control focusable.
    if (first.tabIndex < 0) first.tabIndex = -1;
    first.focus();
  };
  return <Button size="small" {...button} onClick={show} />;
}

/** Returns the first `limit` of many, and a button that shows the others if there are any. */
export function useShowMore<T>(
  all: readonly T[],
  limit: number,
  label: (hidden: number) => string,
): { shown: readonly T[]; showMore: ReactNode } {
  const [areAllShown, setAllShown] = useState(false);
  const hidden = all.length - limit;
  if (areAllShown || hidden <= 0) return { shown: all, showMore: null };
  const showMore = (
    <ShowMore variant="text" color="inherit" onShow={() => setAllShown(true)}>
      Show {label(hidden)}
    </ShowMore>
  );
  return { shown: all.slice(0, limit), showMore };
}
