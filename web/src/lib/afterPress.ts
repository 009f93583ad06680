import { inPlace } from "./inPlace.ts";

/** Whether a mouse button, or a finger that taps, is down. */
let isPressed = false;
let pressed: Element | null = null;
const waiting = new Set<() => void>();

function release(): void {
  isPressed = false;
  const all = [...waiting];
  waiting.clear();
  if (all.length === 0) return;
  // A button that its click replaced has most often given the focus to what came.
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

/** Whether a button is being pressed: whatever someone is about to click must not move. */
export const isPressing = (): boolean => isPressed;

/**
 * Runs at once, or as soon as the button that is being pressed has been released, and then keeps
 * what was pressed in its place. For errors that appear when a field loses the focus: they would
 * move what someone is about to click.
 */
export function afterPress(run: () => void): void {
  if (isPressed) waiting.add(run);
  else run();
}
