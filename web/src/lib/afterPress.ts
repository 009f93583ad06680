import { inPlace } from "./inPlace.ts";

/** When a change that waits for the end of a press is drawn. */
export type PressEnd = "before the click" | "after the click";

/** Whether a press still holds up the changes that wait for its end. */
const isHeld: Record<PressEnd, boolean> = { "before the click": false, "after the click": false };
let pressed: Element | null = null;
const waiting: Record<PressEnd, Set<() => void>> = {
  "before the click": new Set(),
  "after the click": new Set(),
};

function release(end: PressEnd): void {
  isHeld[end] = false;
  const all = [...waiting[end]];
  waiting[end].clear();
  if (all.length === 0) return;
  // If the click replaced the button, its replacement most often has the focus.
  inPlace(pressed?.isConnected ? pressed : document.activeElement, () => {
    for (const run of all) run();
  });
}

function press({ target, button }: MouseEvent): void {
  // The menu of another button takes its release.
  if (button !== 0) return;
  isHeld["before the click"] = true;
  isHeld["after the click"] = true;
  pressed = target instanceof Element ? target : null;
}

function endPress(): void {
  if (!isHeld["after the click"]) return;
  release("before the click");
  // After the click, which follows in the same task.
  setTimeout(() => release("after the click"));
}

if (typeof window !== "undefined") {
  window.addEventListener("mousedown", press, true);
  window.addEventListener("mouseup", endPress, true);
  window.addEventListener("dragend", endPress, true);
  window.addEventListener("blur", ({ target }) => target === window && endPress(), true);
  // A menu, or the options of a dropdown, took the release.
  window.addEventListener("contextmenu", endPress, true);
  window.addEventListener("keydown", ({ repeat }) => !repeat && endPress(), true);
  window.addEventListener("pointermove", ({ buttons }) => buttons === 0 && endPress(), true);
}

/** Whether a mouse button, or a finger that taps, is down: nothing may move then. */
export const isPressing = (end: PressEnd = "after the click"): boolean => isHeld[end];

/**
 * Runs at once, or after the release if a button is being pressed, and then keeps that button in its
 * place (`inPlace`). For errors that appear when a field loses the focus: they would move the button
 * that someone is about to click. `before the click` is for a change that the click acts on.
 */
export function afterPress(run: () => void, end: PressEnd = "after the click"): void {
  if (isHeld[end]) waiting[end].add(run);
  else run();
}
