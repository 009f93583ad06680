import type { ErrorRequestHandler } from "express";
import { ConnectionDropped } from "./applyFault.ts";
import { GoogleError, OAuthError } from "./googleError.ts";
import { tooLarge } from "./readRaw.ts";

/** Writes every error in Google's form; what nobody expected goes to the console and is answered with 500. */
export const sendGoogleError: ErrorRequestHandler = (error: unknown, request, response, _next) => {
  if (error instanceof ConnectionDropped) return;
  const known = translated(error, request.path);
  if (known === null) console.error(error);
  const answer = known ?? new GoogleError(500, "backendError", "Internal error encountered.");
  response.status(answer.status).set(answer.headers).json(answer.body);
};

function translated(error: unknown, path: string): GoogleError | OAuthError | null {
  if (error instanceof GoogleError || error instanceof OAuthError) return error;
  const type = error instanceof Error && "type" in error ? error.type : null;
  if (type === "entity.too.large" && path.includes("/gmail/")) return tooLarge();
  if (type === "entity.parse.failed") return new GoogleError(400, "parseError", "Invalid JSON payload received.");
  const status = error instanceof Error && "status" in error ? Number(error.status) : 500;
  return status < 500 ? new GoogleError(status, "badRequest", "The request could not be read.") : null;
}
