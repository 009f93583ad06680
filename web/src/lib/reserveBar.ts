/**
 * A ref for a bar at the bottom of the window. It writes the bar's height into a property of the
 * page, so that the space kept free for it (where a field gets the focus, where toasts are) follows
 * the bar's content.
 */
function reserve(property: string) {
  return (bar: HTMLElement | null): (() => void) | undefined => {
    if (!bar) return undefined;
    const { style } = document.documentElement;
    const watching = new ResizeObserver(() => style.setProperty(property, `${bar.offsetHeight}px`));
    watching.observe(bar);
    return () => {
      watching.disconnect();
      style.removeProperty(property);
    };
  };
}

export const reserveBar = reserve("--bar-height");
export const reserveToasts = reserve("--toasts-height");
