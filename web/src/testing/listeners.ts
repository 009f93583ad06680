import { afterAll, afterEach, beforeAll } from "vitest";

type Added = Parameters<typeof window.addEventListener>;

/**
 * The files of a worker share one window. Listeners from a test's copy of our modules end with the
 * test, those from the file's own copy with the file.
 */
export function forgetListeners(): void {
  const original = window.addEventListener;
  let added: Added[] = [];
  let ofFile: Added[] = [];
  window.addEventListener = (...listening: Added) => {
    added.push(listening);
    original.apply(window, listening);
  };
  const forget = (listeners: Added[]) => {
    for (const [type, listener, options] of listeners)
      window.removeEventListener(type, listener, options);
  };
  beforeAll(() => {
    ofFile = added;
    added = [];
  });
  afterEach(() => {
    forget(added);
    added = [];
  });
  afterAll(() => {
    forget(ofFile);
    window.addEventListener = original;
  });
}
