/** Whether a mouse button, or a finger that taps, is down. */
let isPressed = false;
const waiting = new Set<() => void>();

function release(): void {
  isPressed = false;
  const all = [...waiting];
  waiting.clear();
  for (const run of all) run();
}

if (typeof window !== "undefined") {
  window.addEventListener("mousedown", () => (isPressed = true), true);
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
 * Runs at once, or as soon as the button that is being pressed has been released. For errors that
 * appear when a field loses the focus: they would move what someone is about to click.
 */
export function afterPress(run: () => void): void {
  if (isPressed) waiting.add(run);
  else run();
}
