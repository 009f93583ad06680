import { onTestFinished, vi } from "vitest";

/**
 * Stops the clock of this process, including the API in it, until the test ends: on any machine, its calls fall into
 * the one counted minute. Timers continue.
 */
export function standStill(): void {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
}
