import type Quill from "quill/core.js";

/** Makes a change as a step of its own, which undo takes back alone. */
export function asOneStep(quill: Quill, change: () => void): void {
  quill.history.cutoff();
  change();
  quill.history.cutoff();
}
