import { AppError } from "@sendwright/core/contract";
import { GoogleRefusal } from "../../lib/google.ts";
import { isLostScript } from "../../lib/lostScript.ts";
import { SIGN_IN_MESSAGES, type SignInError, signInError } from "./signInErrors.ts";

/** Sentences of a sign-in that ended before the server was asked.*/
const REFUSALS = {
  closed: "Google authorization popup was closed before completion.",
  blocked: "Browser blocked the Google authorization popup. Please enable popups.",
  denied:
    "You didn't allow Sendwright to send email, so we haven't linked your account. Sign in again and click Continue.",
  no_code: "Failed to get authorization code from Google.",
} as const;

/** The error of a sign-in that ended after Google's window, for no reason that the landing page knows. */
export const LINKING_FAILED = signInError("token_store_or_firebase_signin_failed");

const LOST_SCRIPT = "Sign-in failed: a part of this page could not be loaded. Please reload the page and try again.";

/** What to show of whatever ended a sign-in (rule: sign-in errors). */
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
