import { afterEach, vi } from "vitest";

// The files of a worker share its libraries; of our own modules each file has its own.
vi.resetModules();

/** Whatever a test changed of the process is as it was before. */
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
