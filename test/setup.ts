import { afterEach, vi } from "vitest";

// The files of a worker share its libraries; of our own modules each file has its own.
vi.resetModules();

const { setTimeout, clearTimeout } = globalThis;

/**
 * Whatever a test changed of the process is as it was before. Mocks first: a spy on a fake
 * `setTimeout` would otherwise put the fake back, for every later file of this thread.
 */
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  // A file whose own `afterEach` stops the fake timers first would leave a fake behind.
  Object.assign(globalThis, { setTimeout, clearTimeout });
});
