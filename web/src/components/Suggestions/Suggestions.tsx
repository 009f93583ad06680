import { useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { PlaceholderChip } from "../PlaceholderChip.tsx";
import styles from "./Suggestions.module.css";
import type { useSuggestions } from "./useSuggestions.ts";

interface Props {
  id: string;
  /** The text after the two braces so far. */
  text: string;
  /** Where the braces are on the screen. */
  anchor: Pick<Element, "getBoundingClientRect">;
  suggestions: ReturnType<typeof useSuggestions>;
}

/**
 * The id of the list's option at a place, for the textbox to name the active one; undefined for
 * none.
 */
export const optionId = (id: string, at: number) => (at < 0 ? undefined : `${id}-${at}`);

/**
 * Moves a list below its anchor, or above it where there is no room below, and keeps it within the
 * window.
 */
function placeAt(anchor: Props["anchor"], list: HTMLElement): void {
  const { left, top, bottom } = anchor.getBoundingClientRect();
  const isBelow = bottom + list.offsetHeight <= window.innerHeight || top < list.offsetHeight;
  list.style.top = `${isBelow ? bottom : top - list.offsetHeight}px`;
  list.style.left = `${Math.max(0, Math.min(left, document.documentElement.clientWidth - list.offsetWidth))}px`;
}

/** The list below the braces that are being typed. */
export function Suggestions({ id, text, anchor, suggestions }: Props) {
  const { fitting, active, choose } = suggestions;
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const place = () => list.current && placeAt(anchor, list.current);
    place();
    window.addEventListener("scroll", place, true);
    window.addEventListener("resize", place);
    return () => {
      window.removeEventListener("scroll", place, true);
      window.removeEventListener("resize", place);
    };
  });
  const option = (at: number) => ({
    id: optionId(id, at),
    role: "option",
    "aria-selected": at === active,
    className: styles.option,
    tabIndex: -1,
    // The focus stays in the text.
    onMouseDown: (event: { preventDefault: () => void }) => event.preventDefault(),
    onClick: () => choose(at),
  });
  return createPortal(
    <div ref={list} id={id} role="listbox" aria-label="Placeholders" className={styles.list}>
      {fitting.map((variable, at) => (
        <div key={variable.name} {...option(at)}>
          <PlaceholderChip name={variable.name} type={variable.type} />
        </div>
      ))}
      <div {...option(fitting.length)}>
        {text.trim() === "" ? "New placeholder…" : `New placeholder "${text.trim()}"…`}
      </div>
    </div>,
    document.body,
  );
}
