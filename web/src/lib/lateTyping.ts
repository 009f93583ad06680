import { useEffect } from "react";
import { flushSync } from "react-dom";
import { useStable } from "./useStable.ts";

/**
 * Milliseconds without a key, after which a form hears of a text. Longer than the time between two
 * keys of someone who types: on a slow machine, drawing a form takes longer than that time.
 */
const REST = 250;

/**
 * All that a person does besides typing, and all that ends a page. The window hears of it before
 * any form.
 */
const OTHERS = ["pointerdown", "click", "submit", "focusout", "paste", "drop", "popstate"];
const ENDS = ["visibilitychange", "beforeunload", "pagehide"];

const waiting = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;
let isTyping = false;

/** Gives every form the text on the screen, and draws it there. */
export function deliverTyping(): void {
  clearTimeout(timer);
  if (waiting.size === 0) return;
  const all = [...waiting];
  waiting.clear();
  flushSync(() => {
    for (const one of all) one();
  });
}

/**
 * Whether a key only writes or erases letters; browsers fill in forms with events that have no key.
 */
function writes({ key = "", ctrlKey, metaKey, isComposing }: Partial<KeyboardEvent>): boolean {
  const isLetter = key.length === 1 && !ctrlKey && !metaKey;
  return isComposing === true || isLetter || WRITING.includes(key);
}
/** `Process` and `Unidentified` come from input methods and from keyboards on a screen. */
const WRITING = ["Backspace", "Delete", "Shift", "Dead", "Process", "Unidentified"];

function onEvent(event: Event): void {
  isTyping = event.type === "keydown" && writes(event as KeyboardEvent);
  if (!isTyping) deliverTyping();
}

/**
 * Lets a key's frame wait for its text only: the function that it gives calls `deliver` once the
 * keys rest, and before anything else happens, so that no one reads an old text. A change that
 * isn't typed is delivered at once.
 */
export function useLateTyping(deliver: () => void): () => void {
  const own = useStable(deliver);
  useEffect(() => {
    // A second time changes nothing.
    for (const name of ["keydown", ...OTHERS, ...ENDS])
      window.addEventListener(name, onEvent, true);
    return () => {
      if (waiting.delete(own)) own();
    };
  }, [own]);
  return useStable(() => {
    if (!isTyping) return own();
    waiting.add(own);
    clearTimeout(timer);
    timer = setTimeout(deliverTyping, REST);
  });
}
