/** Moves the focus from a list's item that is about to go to the next item's first control, or the list itself. */
export function goToNext(from: HTMLElement): void {
  const item = from.closest("li");
  const list = item?.closest("ul");
  const neighbour = item?.nextElementSibling ?? item?.previousElementSibling;
  const control = neighbour?.querySelector<HTMLElement>("[data-fix], button");
  (control ?? list)?.focus();
}
