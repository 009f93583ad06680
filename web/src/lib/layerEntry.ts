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

/** The entry below ours; null while there is none of ours. */
let base: { address: string; idx: number | undefined } | null = null;
/** We go back ourselves, and what follows. */
let going: { then: () => void } | null = null;
/** What is done on Back while a layer is open; null where the browser has another sign of it. */
let closing: { closeTop: () => void; update: () => void } | null = null;

/** Goes to the page before this one, wherever our entry is. */
export function goBack(): void {
  const steps = base === null ? -1 : -2;
  base = null;
  window.history.go(steps);
}

function goSilently(then: () => void): void {
  going = { then };
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
    if (state?.[MARK]) goSilently(() => undefined);
    // A page took the place of our entry; it belongs in that of the page before it. One that came
    // above our entry stays there: Back skips ours then.
    else if (state?.idx === idx) goSilently(() => window.history.replaceState(state, "", address));
  };
  closing = { closeTop, update };
  // The page was reloaded while a layer was open.
  if (stateNow()?.[MARK]) goSilently(() => undefined);
  return update;
}

/**
 * Whether a change of the address (`popstate`) is only about a layer, which it then closes. Neither
 * the router nor the questions before leaving have anything to do with it.
 */
export function isOfLayer(): boolean {
  if (closing === null) return false;
  const state = stateNow();
  const isBack = base !== null && window.location.href === base.address && state?.idx === base.idx;
  if (going !== null) {
    const { then } = going;
    going = null;
    then();
  } else if (state?.[MARK]) {
    // Its layer is gone: this is not a page. The router hears of the one before it.
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
