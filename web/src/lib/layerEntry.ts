/** Marks the entry of the history that Back leaves to close a layer. */
const MARK = "layer";

type EntryState = { idx?: number; [MARK]?: true } | null;

const stateNow = () => window.history.state as EntryState;

/** A state of the history without our mark, for an entry that isn't a layer's. */
export function unmarked(state: unknown): unknown {
  if (typeof state !== "object" || state === null || !(MARK in state)) return state;
  const { [MARK]: _, ...own } = state;
  return own;
}

/** The page's own entry, which is below ours; null if we have added none. */
let base: { address: string; idx: number | undefined } | null = null;
/** Called once the browser has gone back as we asked; null if we haven't asked. */
let going: (() => void) | null = null;
/** Closes the top layer, and updates the entry; null if the browser has `CloseWatcher` instead. */
let closing: { closeTop: () => void; update: () => void } | null = null;

/** Goes to the page before this one, wherever our entry is. */
export function goBack(): void {
  const steps = base === null ? -1 : -2;
  base = null;
  window.history.go(steps);
}

function goSilently(then: () => void = () => undefined): void {
  going = then;
  window.history.back();
}

/**
 * Lets Back close the top layer in browsers that have no other sign of it: while a layer is open,
 * one entry of the history is above the page's own. Returns a function to call after each change of
 * the layers.
 */
export function layerEntry(isOpen: () => boolean, closeTop: () => void): () => void {
  const update = () => {
    if (going !== null || isOpen() === (base !== null)) return;
    if (base === null) {
      base = { address: window.location.href, idx: stateNow()?.idx };
      window.history.pushState({ ...stateNow(), [MARK]: true }, "");
      return;
    }
    const { idx } = base;
    base = null;
    const [state, address] = [stateNow(), window.location.href];
    if (state?.[MARK]) goSilently();
    // Another page has replaced our entry: we move it into the page's own. If it was added above
    // our entry, it stays there, and Back skips ours.
    else if (state?.idx === idx) goSilently(() => window.history.replaceState(state, "", address));
  };
  closing = { closeTop, update };
  // The page was reloaded while a layer was open.
  if (stateNow()?.[MARK]) goSilently();
  return update;
}

/**
 * Handles a change of the address (`popstate`) that is only about a layer, by closing that layer.
 * Returns false for any other change, which the router and the questions before leaving handle.
 */
export function handleLayerEntry(): boolean {
  if (closing === null) return false;
  const state = stateNow();
  const isBack = base !== null && window.location.href === base.address && state?.idx === base.idx;
  if (going !== null) {
    const then = going;
    going = null;
    then();
  } else if (state?.[MARK]) {
    // An entry whose layer is gone isn't a page, so we go back once more.
    window.history.back();
    return true;
  } else {
    base = null;
    if (!isBack) return false;
    closing.closeTop();
  }
  // The layer may stay, because it is busy or asks first, or there is one below it.
  setTimeout(closing.update);
  return true;
}
