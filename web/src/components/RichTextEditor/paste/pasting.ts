import { useSyncExternalStore } from "react";

/** The editors in which a paste waits for its script. */
const waiting = new Set<object>();
const listeners = new Set<() => void>();

/** Notes whether a paste waits in an editor. */
export function notePasting(editor: object, isWaiting: boolean): void {
  if (isWaiting) waiting.add(editor);
  else waiting.delete(editor);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Whether a text that was pasted isn't in its editor yet: whatever saves, sends or closes it must
 * wait. The wait is short: a script that doesn't come is done without.
 */
export const usePasting = (): boolean => useSyncExternalStore(subscribe, () => waiting.size > 0);
