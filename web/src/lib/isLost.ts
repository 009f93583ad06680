import { AppError } from "@sendwright/core/contract";

/** Failures after which nobody here knows whether the server has done what it was asked to. */
const UNCERTAIN: ReadonlySet<string> = new Set([
  "no_answer",
  "gateway_timeout",
  "service_unavailable",
  "internal_server_error",
  "bad_answer",
]);

/** Whether the server may have done what a failed call asked for all the same. */
export function isLost(error: unknown): boolean {
  return error instanceof AppError && UNCERTAIN.has(error.reason);
}
