/** Whether an element exists and no dialog covers it. */
export function isInFront(element: Element | null): element is Element {
  return element !== null && !element.closest('[aria-hidden="true"]');
}

/** Whether an element is at least partly in the window, and no dialog covers it. */
export function isInView(element: Element | null): boolean {
  if (!isInFront(element)) return false;
  const { top, bottom } = element.getBoundingClientRect();
  return bottom >= 0 && top <= window.innerHeight;
}
