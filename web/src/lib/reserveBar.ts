/**
 * The ref of a bar at the window's end: how high it is stands in `--bar-height`, so that what is kept free for it (where a field gets
 * the focus, where toasts stand) follows what it takes, whatever stands in it.
 */
export function reserveBar(bar: HTMLElement | null): (() => void) | undefined {
  if (!bar) return undefined;
  const { style } = document.documentElement;
  const watching = new ResizeObserver(() => style.setProperty("--bar-height", `${bar.offsetHeight}px`));
  watching.observe(bar);
  return () => {
    watching.disconnect();
    style.removeProperty("--bar-height");
  };
}
