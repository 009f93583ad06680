import { AppError } from "@sendwright/core/contract";
import { GOOGLE_IS_LATE, GoogleRefusal } from "../../lib/google.ts";
import { isLostScript } from "../../lib/lostScript.ts";
import { LINKING_FAILED, type SignInTrouble } from "./signIn.ts";

/**
 * The code of a sign-in that ended after Google's window, for no reason that the landing page
 * knows.
 */
const UNKNOWN = "token_store_or_firebase_signin_failed";

/** The errors that the landing page shows if signing in, or staying signed in, has failed. */
interface SignInError {
  code: string;
  message: string;
  /** Of the request that failed, for a person to report. */
  requestId?: string | undefined;
}

/** The landing page's error codes and what each means to a person. */
export const SIGN_IN_MESSAGES: Readonly<Record<string, string>> = {
  google_redirect_uri_mismatch:
    "There is a configuration error between Sendwright and Google (redirect address). Please contact support.",
  config_missing: "There is a server configuration error. Please contact support.",
  config_error: "There is a frontend configuration error.",
  gis_init_error: GOOGLE_IS_LATE,
  gis_error: "Google authorization error. Nothing was linked; please try again.",
  [UNKNOWN]: LINKING_FAILED,
  missing_id_token:
    "A critical token was missing during the exchange with Google. Please try signing in again.",
  missing_refresh_token:
    "Could not get the required permissions from Google. Did you deny access? Please sign in again and ensure offline access is allowed.",
  missing_gmail_scope:
    "Sendwright doesn't have permission to send email. Sign in again and select \"Send email on your behalf\" in Google's window.",
  google_oauth_error: "Google reported an error during sign-in. Please try again.",
  google_invalid_grant: "Google's permission is invalid or has expired. Please sign in again.",
  google_invalid_request: "Google rejected the sign-in request as invalid. Please try again.",
  google_deleted_client:
    "Google no longer recognizes this app (its OAuth client was deleted). Please contact support.",
  encryption_failed:
    "A server security error prevented us from storing your permission. Please try again later.",
  internal_server_error: "Something went wrong on the server. Please try again later.",
  auth_verification_failed: "Your sign-in could not be verified. Please try again.",
  session_expired: "Your session has expired. Please sign in again.",
  session_expired_refresh_failed:
    "Your session expired and could not be refreshed automatically. Please sign in again.",
  auth_failed: "Authentication failed. Please try signing in again.",
  auth_invalid: "Authentication token was invalid. Please sign in again.",
  logout_failed: "Logging out failed, so you are still signed in. Please try again.",
  signin_error: "Sign-in failed. Please try again.",
  "auth/popup-closed-by-user": "The sign-in popup was closed before you finished signing in.",
  "auth/cancelled-popup-request": "The sign-in popup was cancelled because another one was opened.",
  "auth/account-exists-with-different-credential":
    "An account with this email address already exists with another sign-in method.",
  "auth/popup-blocked":
    "The browser blocked the sign-in popup. Please allow popups for this site and try again.",
};

const ANYTHING_ELSE = "An authentication error occurred. Please try again.";
const MAX_DETAILS = 200;

/**
 * The error to show for a code from the address or from a failed sign-in, followed by `details`, a
 * sentence of ours.
 */
function signInError(code: string, details = ""): SignInError {
  const message = Object.hasOwn(SIGN_IN_MESSAGES, code) ? SIGN_IN_MESSAGES[code] : undefined;
  return { code, message: `${message ?? ANYTHING_ELSE}${details && ` ${details}`}` };
}

/** The error that the address's query names (rule: error in the address), or null. */
export function errorFromAddress(query: string): SignInError | null {
  const params = new URLSearchParams(query);
  const code = params.get("error");
  if (!code) return null;
  const details = code === "config_error" ? quotable(params.get("details") ?? "") : "";
  return signInError(code, details && `The page address says: “${details}”`);
}

/**
 * Text from a link, which anyone can write, made safe to quote: on one line, without invisible
 * characters or those that change the direction of writing, and without a quotation mark that would
 * end the quote early.
 */
function quotable(text: string): string {
  const line = text
    .replace(/[\p{C}\s]+/gu, " ")
    .replace(/[\p{Pi}\p{Pf}"„‟〝〞〟＂]/gu, "'")
    .trim();
  const letters = [...line];
  return letters.length > MAX_DETAILS ? `${letters.slice(0, MAX_DETAILS - 1).join("")}…` : line;
}

/** The alert's heading. */
export function headingOf(code: string): string {
  const isLinking =
    code.includes("gis") || code.includes("token_store") || code.includes("google_");
  return isLinking ? "Google Linking Error" : "Authentication Error";
}

/**
 * Sentences of a sign-in that ended before the server was asked; `Hero` has its own for a closed
 * popup.
 */
const REFUSALS: Partial<Record<GoogleRefusal["kind"], string>> = {
  blocked: "Browser blocked the Google authorization popup. Please enable popups.",
  denied:
    "You didn't allow Sendwright to send email, so we haven't linked your account. Sign in again and click Continue.",
  no_code: "Failed to get authorization code from Google.",
};

const LOST_SCRIPT =
  "Sign-in failed: a part of this page could not be loaded. Please reload the page and try again.";

/** The message for the reason that ended a sign-in (rule: sign-in errors). */
export function signInFailure(error: unknown): SignInError {
  if (error instanceof GoogleRefusal) {
    const words = REFUSALS[error.kind];
    if (words !== undefined) return { code: "gis_error", message: words };
    const { code, message } = signInError("gis_error");
    return { code, message: error.details ? `${message} Google said: ${error.details}` : message };
  }
  if (error instanceof AppError) {
    const { reason, message, requestId } = error;
    const isKnown = Object.hasOwn(SIGN_IN_MESSAGES, reason) && message !== LINKING_FAILED;
    return { code: isKnown ? reason : UNKNOWN, message, requestId };
  }
  const firebaseCode = error instanceof Error && "code" in error ? String(error.code) : "";
  if (firebaseCode.startsWith("auth/")) {
    const known = signInError(firebaseCode);
    return known.message === signInError("").message ? signInError(UNKNOWN) : known;
  }
  return isLostScript(error)
    ? { code: "signin_error", message: LOST_SCRIPT }
    : signInError("signin_error");
}

/** The notice about a trouble; null if the address names none. */
export function errorOf(trouble: SignInTrouble): SignInError | null {
  if ("query" in trouble) return errorFromAddress(trouble.query);
  return "code" in trouble
    ? signInError(trouble.code, trouble.details)
    : signInFailure(trouble.failure);
}
