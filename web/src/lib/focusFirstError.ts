import { flushSync } from "react-dom";
import { bringDescription } from "./keepWritingInView.ts";

const INVALID = '[aria-invalid="true"], [data-invalid="true"] input';
const FOCUSABLE = "input, textarea, select, button, [contenteditable], [tabindex]";

/** Draws the errors of a form that refuses, and focuses the first field with one. */
export function showErrors(form: HTMLElement, draw: () => void): void {
  flushSync(draw);
  focusFirstError(form);
}

/**
 * Focuses the first field with an error below a place, and brings it into view with its error.
 * Returns whether there is one. Draw the errors before.
 */
export function focusFirstError(place: HTMLElement | null): boolean {
  const field = place?.querySelector<HTMLElement>(INVALID);
  const target = field?.matches(FOCUSABLE) ? field : field?.querySelector<HTMLElement>(FOCUSABLE);
  if (!target) return false;
  target.focus();
  bringDescription(target);
  return true;
}
