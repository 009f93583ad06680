import { onTestFinished, vi } from "vitest";

/**
 * Stops the clock of this process, the API in it, until the test ends: however slow the machine, its calls fall into the
 * one minute that is counted. Timers go on.
 */
export function standStill(): void {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
}
