/** A browser's sign of Back; not among TypeScript's types yet. */
interface CloseWatcher {
  onclose: (() => void) | null;
  destroy(): void;
}
declare const CloseWatcher: new () => CloseWatcher;

/** MUI puts each dialog, menu and sheet here. */
const LAYERS = "body > .MuiModal-root";

/**
 * Lets a phone's Back button close the top dialog, menu or sheet, as Escape does, instead of
 * leaving the page. Without `CloseWatcher` (Safari, Firefox), Back stays as it is.
 */
export function backCloses(): void {
  if (!("CloseWatcher" in window) || !window.matchMedia("(pointer: coarse)").matches) return;
  const watchers = new Map<Element, CloseWatcher>();
  const watch = (layer: Element) => {
    const watcher = new CloseWatcher();
    watchers.set(layer, watcher);
    watcher.onclose = () => {
      layer.dispatchEvent(
        new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true }),
      );
      // It may stay: it is busy, or asks first.
      if (layer.isConnected) watch(layer);
    };
  };
  const update = () => {
    const layers = new Set(document.querySelectorAll(LAYERS));
    for (const [layer, watcher] of watchers) {
      if (layers.delete(layer)) continue;
      watcher.destroy();
      watchers.delete(layer);
    }
    for (const layer of layers) watch(layer);
  };
  new MutationObserver(update).observe(document.body, { childList: true });
  // The Escape key closes the layer without us. The browser must not take it for Back as well, for
  // the layer below.
  const keep = (event: KeyboardEvent) =>
    event.key === "Escape" && watchers.size > 0 && event.preventDefault();
  window.addEventListener("keydown", keep, true);
}
