import { AppError } from "@sendwright/core/contract/appError";
import { reasonOfStatus } from "@sendwright/core/contract/reasons";
import type { NextFunction, Request, Response } from "express";
import { logError, logWarning, runId } from "../platform/log.ts";
import { outageOf } from "../platform/outage.ts";

/** Gives every request an id of its own, which the answer and the log carry: the id of its run. */
export function requestId(_request: Request, response: Response, next: NextFunction): void {
  response.set("X-Request-Id", runId());
  next();
}

export function requestIdOf(response: Response): string {
  return response.get("X-Request-Id") ?? "";
}

/**
 * The one writer of errors (rule: error text): `{success: false, error, reason, request_id}` with
 * the status of the reason table. Any other error becomes `internal_server_error` with a fixed
 * sentence; its own message stays here.
 */
export function sendError(
  thrown: unknown,
  request: Request,
  response: Response,
  next: NextFunction,
): void {
  if (response.headersSent) {
    next(thrown);
    return;
  }
  const error = asAppError(thrown);
  const requestId = requestIdOf(response);
  record(error, thrown, request, requestId);
  if (error.retryAfter !== undefined) response.set("Retry-After", String(error.retryAfter));
  if (error.status === 401) response.set("WWW-Authenticate", "Bearer");
  response.status(error.status || 500).json({
    ...error.details,
    success: false,
    error: error.message,
    reason: error.reason,
    request_id: requestId,
  });
}

function asAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  return (
    outageOf(thrown) ??
    refusedByExpress(thrown) ??
    new AppError(
      "internal_server_error",
      "Something went wrong on our side. Please try again later.",
      {
        cause: thrown,
      },
    )
  );
}

/**
 * What Express and its body reader refuse: an address that cannot be decoded, a body that is too
 * large or breaks off.
 */
function refusedByExpress(thrown: unknown): AppError | null {
  if (!(thrown instanceof Error) || !("status" in thrown) || typeof thrown.status !== "number")
    return null;
  if (thrown.status < 400 || thrown.status > 499) return null;
  const reason = reasonOfStatus(thrown.status);
  if (reason === "payload_too_large")
    return new AppError(reason, "This upload is too large.", { cause: thrown });
  if ("type" in thrown && thrown.type === "request.aborted") {
    return new AppError("upload_broken", "The upload is broken or incomplete. Please try again.", {
      cause: thrown,
    });
  }
  return new AppError(reason, "The request could not be read.", { cause: thrown });
}

function record(error: AppError, thrown: unknown, request: Request, requestId: string): void {
  const pattern: unknown = request.route?.path;
  const fields = {
    request_id: requestId,
    reason: error.reason,
    status: error.status,
    ...(typeof pattern === "string" ? { route: `${request.method} ${pattern}` } : {}),
    error: thrown,
  };
  if (error.status >= 500) logError("request failed", fields);
  // An expired session is everyday life; anything else with a cause may be somebody's to look at.
  else if (error.cause !== undefined && error.status !== 401) logWarning("request refused", fields);
}
