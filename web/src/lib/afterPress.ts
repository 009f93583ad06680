import { inPlace } from "./inPlace.ts";

let isPressed = false;
let pressed: Element | null = null;
const waiting = new Set<() => void>();

function release(): void {
  isPressed = false;
  const all = [...waiting];
  waiting.clear();
  if (all.length === 0) return;
  // If its click replaced the button, the focus is most often on its replacement.
  inPlace(pressed?.isConnected ? pressed : document.activeElement, () => {
    for (const run of all) run();
  });
}

if (typeof window !== "undefined") {
  const press = ({ target }: Event) => {
    isPressed = true;
    pressed = target instanceof Element ? target : null;
  };
  window.addEventListener("mousedown", press, true);
  // After the click, which follows in the same task.
  for (const end of ["mouseup", "dragend", "blur"]) {
    window.addEventListener(
      end,
      ({ target }) => (end !== "blur" || target === window) && setTimeout(release),
      true,
    );
  }
}

/** Whether a mouse button, or a finger that taps, is down: nothing may move then. */
export const isPressing = (): boolean => isPressed;

/**
 * Runs at once, or after the release if a button is being pressed, and then keeps that button in its
 * place (`inPlace`). For errors that appear when a field loses the focus: they would move the button
 * that someone is about to click.
 */
export function afterPress(run: () => void): void {
  if (isPressed) waiting.add(run);
  else run();
}
