import { AppError } from "@sendwright/core/contract/appError";
import { codeOf } from "./codeOf.ts";

/**
 * gRPC codes of Firestore for "not now": deadline, exhausted, aborted (too many at once on one
 * document), unavailable.
 */
const GRPC_NOT_NOW: ReadonlySet<unknown> = new Set([4, 8, 10, 14]);
const NETWORK: ReadonlySet<unknown> = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EPIPE",
]);
/**
 * firebase-admin's codes if the authentication service didn't answer, answered with a 5xx, or was
 * asked too often.
 */
const ADMIN_NOT_NOW: ReadonlySet<unknown> = new Set([
  "app/network-error",
  "app/network-timeout",
  "auth/internal-error",
  "auth/quota-exceeded",
]);

/**
 * `service_unavailable` for an error of Firestore, Storage or the authentication service after which a later try can
 * succeed, else null.
 */
export function outageOf(cause: unknown): AppError | null {
  const code = codeOf(cause);
  const answeredNotNow = typeof code === "number" && (code === 429 || (code >= 500 && code < 600));
  if (![GRPC_NOT_NOW, NETWORK, ADMIN_NOT_NOW].some((codes) => codes.has(code)) && !answeredNotNow)
    return null;
  return new AppError("service_unavailable", "The server is busy. Please try again in a moment.", {
    cause,
    retryAfter: 1,
  });
}
