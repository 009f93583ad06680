import { onTestFinished, vi } from "vitest";
import type { CallSource } from "../src/http/arrivals.ts";

/**
 * Stops the clock of this process, including the API in it, until the test ends: on any machine,
 * its calls fall into the one counted minute. Timers continue.
 */
export function standStill(): void {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
}

/** Replaces `http/rateLimit.ts` in tests without counting, which needs the database. */
export function limitHere(): void {}
export function limitOpenHere(): CallSource {
  return { caller: "anybody", network: "anybody" };
}
export async function limitEverywhere(): Promise<void> {}
export async function limitOpenEverywhere(): Promise<void> {}
export function chargeDocuments(): void {}
export function chargeFiles(): void {}
export function chargeQuestion(): void {}
export function spendDocuments(): void {}
export function requireProcessorTime(): void {}
export function chargeProcessorTime(): void {}
