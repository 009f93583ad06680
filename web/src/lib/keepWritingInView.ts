/** The line with the cursor in a text of several lines; the field itself in any other. */
function lineIn(field: Element): Element {
  const at = document.getSelection()?.anchorNode ?? null;
  let line = at instanceof Element ? at : (at?.parentElement ?? null);
  if (!field.contains(line)) return field;
  while (line && line !== field && getComputedStyle(line).display === "inline")
    line = line.parentElement;
  return line ?? field;
}

/** Brings what is being written into the middle of the window, unless it is about there. */
function bringBack(writing: Element): void {
  const line = lineIn(writing);
  const { top, bottom } = line.getBoundingClientRect();
  const edge = window.innerHeight / 4;
  if (top < edge || bottom > window.innerHeight - edge)
    line.scrollIntoView({ block: "center", behavior: "instant" });
}

/** Brings what describes a field into view, such as its error with the way to put it right. */
export function bringDescription(field: Element): void {
  const ids = field.getAttribute("aria-describedby")?.split(" ") ?? [];
  const described = ids.map((id) => document.getElementById(id));
  for (const one of [...described, field])
    one?.scrollIntoView({ block: "nearest", behavior: "instant" });
}

/** The fields that someone writes in. */
const WRITTEN =
  "input:not([type=file], [type=radio], [type=checkbox]), textarea, [contenteditable]";

/**
 * Keeps the field or line that is being written in view (rule: turning a phone): after the window's
 * size has changed, with room above and below it, and when a finger enters it, with its errors. It
 * also keeps a field for files in view that was there before. Nothing else that has the focus moves
 * the page.
 */
export function keepWritingInView(): void {
  let wasInView = false;
  const looking = new IntersectionObserver((seen) => {
    wasInView = seen.at(-1)?.isIntersecting === true;
  });
  window.addEventListener("resize", () => {
    const hadFiles = wasInView;
    // The page gets the layout of its new size in this frame and the next.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        const used = document.activeElement;
        if (used?.matches(WRITTEN) || (hadFiles && used?.matches("[type=file]"))) bringBack(used);
      }),
    );
  });
  // A mouse would select text if the field moved under it.
  const finger = window.matchMedia("(pointer: coarse)");
  document.addEventListener("focusin", ({ target }) => {
    looking.disconnect();
    wasInView = false;
    if (!(target instanceof Element)) return;
    if (target.matches("[type=file]")) looking.observe(target);
    if (finger.matches && target.matches("input, select, textarea")) bringDescription(target);
  });
}
