import { AppError } from "@sendwright/core/contract";

/** Failures without a usable answer. */
const UNANSWERED: ReadonlySet<string> = new Set(["no_answer", "gateway_timeout", "bad_answer"]);
/** Failures after which the server may have done the work, or a part of it. */
const UNCERTAIN: ReadonlySet<string> = new Set([
  ...UNANSWERED,
  "service_unavailable",
  "internal_server_error",
]);

/** Whether a call failed without an answer of the server's own. */
export function hasNoAnswer(error: unknown): boolean {
  return error instanceof AppError && UNANSWERED.has(error.reason);
}

/** Whether the server may have completed a failed call. */
export function isLost(error: unknown): boolean {
  return error instanceof AppError && UNCERTAIN.has(error.reason);
}
