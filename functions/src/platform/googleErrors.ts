import { AppError } from "@sendwright/core/contract/appError";
import type { Reason } from "@sendwright/core/contract/reasons";
import { gaxios } from "google-auth-library";
import * as z from "zod";

/** The `error` codes of Google's token endpoint that have their own reason (rule: sign-in errors). */
const EXCHANGE: Readonly<Record<string, readonly [Reason, string]>> = {
  redirect_uri_mismatch: [
    "google_redirect_uri_mismatch",
    "Google does not accept this site's address. Please contact support.",
  ],
  invalid_grant: ["google_invalid_grant", "The sign-in has expired or was used already. Please sign in again."],
  invalid_request: ["google_invalid_request", "Google did not understand the sign-in request. Please try again."],
  deleted_client: ["google_deleted_client", "This site's Google client was deleted. Please contact support."],
};

const tokenErrorBody = z.object({ error: z.string() });

/** The error code in an answer of Google's sign-in service, or null if there was no such answer. */
export function googleErrorWord(cause: unknown): string | null {
  if (!(cause instanceof gaxios.GaxiosError)) return null;
  const body = tokenErrorBody.safeParse(cause.response?.data);
  return body.success ? body.data.error : null;
}

/** Whether Google didn't answer, or answered that it doesn't work or is overloaded. */
export function isUnreachable(cause: unknown): boolean {
  if (!(cause instanceof gaxios.GaxiosError)) return false;
  const status = cause.response?.status;
  return status === undefined || status >= 500 || status === 429;
}

export function unreachable(cause: unknown): AppError {
  return new AppError("service_unavailable", "Google could not be reached. Please try again in a moment.", { cause });
}

/** The AppError for an error thrown by an exchange or a revocation. */
export function exchangeError(cause: unknown): AppError {
  if (isUnreachable(cause)) return unreachable(cause);
  const word = googleErrorWord(cause);
  const [reason, sentence] = (word !== null && Object.hasOwn(EXCHANGE, word) && EXCHANGE[word]) || [
    "google_oauth_error" as const,
    "Google refused the sign-in. Please try again.",
  ];
  return new AppError(reason, sentence, { cause });
}

/** The AppError for an error thrown by a refresh; `invalid_grant` means that only the user can help. */
export function refreshError(cause: unknown): AppError {
  if (googleErrorWord(cause) === "invalid_grant") {
    return new AppError("reconnect_required", "Reconnect Google to continue.", { cause });
  }
  return exchangeError(cause);
}
