import { layerEntry } from "./layerEntry.ts";

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
 * leaving the page.
 */
export function backCloses(): void {
  if (!window.matchMedia("(pointer: coarse)").matches) return;
  const layers = () => [...document.querySelectorAll(LAYERS)];
  const update =
    "CloseWatcher" in window
      ? watchLayers(layers)
      : layerEntry(
          () => layers().length > 0,
          () => layers().at(-1)?.dispatchEvent(escapeKey()),
        );
  new MutationObserver(update).observe(document.body, { childList: true });
}

const escapeKey = () =>
  new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true });

/** Watches each layer. Returns a function to call after each change of the layers. */
function watchLayers(layers: () => Element[]): () => void {
  const watchers = new Map<Element, CloseWatcher>();
  const watch = (layer: Element) => {
    const watcher = new CloseWatcher();
    watchers.set(layer, watcher);
    watcher.onclose = () => {
      layer.dispatchEvent(escapeKey());
      // It may stay: it is busy, or asks first.
      if (layer.isConnected) watch(layer);
    };
  };
  // The Escape key closes the layer without us. The browser must not take it for Back as well, for
  // the layer below.
  const keep = (event: KeyboardEvent) =>
    event.key === "Escape" && watchers.size > 0 && event.preventDefault();
  window.addEventListener("keydown", keep, true);
  return () => {
    const open = new Set(layers());
    for (const [layer, watcher] of watchers) {
      if (open.delete(layer)) continue;
      watcher.destroy();
      watchers.delete(layer);
    }
    for (const layer of open) watch(layer);
  };
}
