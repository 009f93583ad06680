/** The line with the cursor in a text of several lines; the field itself in any other. */
function lineIn(field: Element): Element {
  const at = document.getSelection()?.anchorNode ?? null;
  const line = at instanceof Element ? at : (at?.parentElement ?? null);
  return line !== null && field.contains(line) ? line : field;
}

/**
 * Brings the field or the line that is being written into view whenever the window's size changes
 * (rule: turning a phone).
 */
export function keepWritingInView(): void {
  window.addEventListener("resize", () => {
    const writing = document.activeElement;
    if (writing === null || writing === document.body) return;
    lineIn(writing).scrollIntoView({ block: "nearest", behavior: "instant" });
  });
}
