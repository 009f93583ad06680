import { setTimeout as wait } from "node:timers/promises";
import type { Request } from "express";
import type { Fault } from "./faults.ts";
import { GoogleError, OAuthError } from "./googleError.ts";

/** What a fault says when it does not name its reason. */
const REASONS: Readonly<Record<number, string>> = {
  400: "invalidArgument",
  401: "authError",
  403: "forbidden",
  404: "notFound",
  429: "rateLimitExceeded",
};

/** Thrown when the connection was dropped: there is nobody left to answer. */
export class ConnectionDropped extends Error {}

/**
 * Waits the delay of a fault that hits, then throws the refusal that it asks for or drops the connection. A fault that
 * only delays returns, and the call goes on.
 */
export async function applyFault(fault: Fault, request: Request): Promise<void> {
  if (fault.delayMs > 0) await wait(fault.delayMs);
  if (fault.status === undefined) {
    if (!fault.reset && !fault.storeFirst) return;
    request.socket.resetAndDestroy();
    throw new ConnectionDropped("A fault dropped the connection.");
  }
  const headers = fault.retryAfter === undefined ? {} : { "Retry-After": fault.retryAfter };
  throw refusal(fault, fault.status, headers);
}

function refusal(fault: Fault, status: number, headers: Record<string, string>): GoogleError | OAuthError {
  if (fault.op === "token") {
    const error = fault.reason ?? (status >= 500 ? "internal_failure" : "invalid_request");
    return new OAuthError(status, error, fault.message ?? "Bad Request", headers);
  }
  const reason = fault.reason ?? REASONS[status] ?? "backendError";
  return new GoogleError(status, reason, fault.message ?? (status >= 500 ? "Backend Error" : reason), { headers });
}
