import { bringDescription } from "./keepWritingInView.ts";

const INVALID = '[aria-invalid="true"], [data-invalid="true"] input';
const FOCUSABLE = "input, textarea, select, button, [contenteditable], [tabindex]";

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
