/**
 * A ref for something that lies at the window's end: how high it is stands in a property of the page, so that what is kept free for it
 * (where a field gets the focus, where toasts stand) follows what it takes, whatever stands in it.
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
