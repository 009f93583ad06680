import { AppError } from "@sendwright/core/contract";
import { useCallback, useEffect, useState } from "react";
import { awaitGoogle, GoogleRefusal, requestCode } from "../../lib/google.ts";
import { isLostScript } from "../../lib/lostScript.ts";
import { signInWithGoogle } from "../../lib/session.ts";

/** The errors that the landing page shows if signing in, or staying signed in, has failed. */
export interface SignInError {
  code: string;
  message: string;
  /** Whether the person ended it: that is no error. */
  isOwnWish?: boolean;
  /** Of the request that failed, for a person to report. */
  requestId?: string | undefined;
}

/** The landing page's error codes and what each means to a person. */
export const SIGN_IN_MESSAGES: Readonly<Record<string, string>> = {
  google_redirect_uri_mismatch:
    "There is a configuration error between Sendwright and Google (redirect address). Please contact support.",
  config_missing: "There is a server configuration error. Please contact support.",
  config_error: "There is a frontend configuration error.",
  gis_init_error: "Google Sign-In initialization error. Please refresh the page.",
  gis_error: "Google authorization error. Nothing was linked; please try again.",
  token_store_or_firebase_signin_failed: "Account linking or sign-in failed. Please try again.",
  missing_id_token: "A critical token was missing during the exchange with Google. Please try signing in again.",
  missing_refresh_token:
    "Could not get the required permissions from Google. Did you deny access? Please sign in again and ensure offline access is allowed.",
  missing_gmail_scope:
    "Sendwright doesn't have permission to send email. Sign in again and select \"Send email on your behalf\" in Google's window.",
  google_oauth_error: "Google reported an error during sign-in. Please try again.",
  google_invalid_grant: "Google's permission is invalid or has expired. Please sign in again.",
  google_invalid_request: "Google rejected the sign-in request as invalid. Please try again.",
  google_deleted_client: "Google no longer recognizes this app (its OAuth client was deleted). Please contact support.",
  encryption_failed: "A server security error prevented us from storing your permission. Please try again later.",
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
  "auth/popup-blocked": "The browser blocked the sign-in popup. Please allow popups for this site and try again.",
};

const ANYTHING_ELSE = "An authentication error occurred. Please try again.";
const MAX_DETAILS = 200;

/** The error to show for a code from the address or from a failed sign-in, followed by `details`, a sentence of ours. */
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
 * Text from a link, which anyone can write, made safe to quote: on one line, without invisible characters or those that
 * change the direction of writing, and without a quotation mark that would end the quote early.
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
  const isLinking = code.includes("gis") || code.includes("token_store") || code.includes("google_");
  return isLinking ? "Google Linking Error" : "Authentication Error";
}

/** Sentences of a sign-in that ended before the server was asked.*/
const REFUSALS = {
  closed: "Google authorization popup was closed before completion.",
  blocked: "Browser blocked the Google authorization popup. Please enable popups.",
  denied:
    "You didn't allow Sendwright to send email, so we haven't linked your account. Sign in again and click Continue.",
  no_code: "Failed to get authorization code from Google.",
} as const;

/** The error of a sign-in that ended after Google's window, for no reason that the landing page knows. */
const LINKING_FAILED = signInError("token_store_or_firebase_signin_failed");

const LOST_SCRIPT = "Sign-in failed: a part of this page could not be loaded. Please reload the page and try again.";

/** The message for the reason that ended a sign-in (rule: sign-in errors). */
export function signInFailure(error: unknown): SignInError {
  if (error instanceof GoogleRefusal) {
    if (error.kind !== "other") {
      return { code: "gis_error", message: REFUSALS[error.kind], isOwnWish: error.kind === "closed" };
    }
    const { code, message } = signInError("gis_error");
    return { code, message: error.details ? `${message} Google said: ${error.details}` : message };
  }
  if (error instanceof AppError) {
    const { reason, message, requestId } = error;
    const isKnown = Object.hasOwn(SIGN_IN_MESSAGES, reason) && message !== LINKING_FAILED.message;
    return { code: isKnown ? reason : LINKING_FAILED.code, message, requestId };
  }
  const firebaseCode = error instanceof Error && "code" in error ? String(error.code) : "";
  if (firebaseCode.startsWith("auth/")) {
    const known = signInError(firebaseCode);
    return known.message === signInError("").message ? LINKING_FAILED : known;
  }
  return isLostScript(error) ? { code: "signin_error", message: LOST_SCRIPT } : signInError("signin_error");
}

interface GoogleSignIn {
  /** Whether Google's library is there: only then can the popup open. */
  isReady: boolean;
  isProcessing: boolean;
  error: SignInError | null;
  signIn: () => void;
  dismiss: () => void;
}

/** Sends the code to the server and signs in with its answer. Loads the client for it while the popup is open. */
async function link(code: Promise<string>): Promise<void> {
  const [{ linkGoogle }, given] = await Promise.all([import("../../data/reconnect.ts"), code]);
  const idToken = await linkGoogle(given, LINKING_FAILED.message);
  await signInWithGoogle(idToken);
}

/**
 * The landing page's sign-in: library, popup, code, store-token, credential.
 * Begins with the error that the address named, if any; every failure leaves the button ready for another try.
 */
export function useGoogleSignIn(initial: SignInError | null): GoogleSignIn {
  const [isReady, setReady] = useState(false);
  const [isProcessing, setProcessing] = useState(false);
  const [error, setError] = useState(initial);

  useEffect(() => {
    if (!import.meta.env.VITE_GOOGLE_CLIENT_ID) {
      setError(signInError("config_error", "The Google client id is missing in this build."));
      return;
    }
    // An error that the address named stays, with any code: it comes from an earlier page.
    const late = signInError("gis_init_error");
    return awaitGoogle({
      onReady: () => {
        setReady(true);
        setError((shown) => (shown === late ? null : shown));
      },
      onLate: () => setError((shown) => shown ?? late),
    });
  }, []);

  const signIn = useCallback(() => {
    setError(null);
    setProcessing(true);
    const run = async () => {
      try {
        await link(requestCode());
      } catch (failure) {
        console.warn("Sign-in failed:", failure);
        setError(signInFailure(failure));
        setProcessing(false);
      }
    };
    void run();
  }, []);
  const dismiss = useCallback(() => setError(null), []);

  return { isReady, isProcessing, error, signIn, dismiss };
}
