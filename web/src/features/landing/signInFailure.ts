import { AppError } from "@sendwright/core/contract";
import { GoogleRefusal } from "../../lib/google.ts";
import { isLostScript } from "../../lib/lostScript.ts";
import { type SignInError, signInError } from "./signInErrors.ts";

/** Sentences of a sign-in that ended before the server was asked.*/
const REFUSALS = {
  closed: "Google authorization popup was closed before completion.",
  blocked: "Browser blocked the Google authorization popup. Please enable popups.",
  denied: "You did not allow Sendwright to send mail, so nothing was linked. Sign in again and choose Continue.",
  no_code: "Failed to get authorization code from Google.",
} as const;

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
    return { code: error.reason, message: error.message, requestId: error.requestId };
  }
  const firebaseCode = error instanceof Error && "code" in error ? String(error.code) : "";
  if (firebaseCode.startsWith("auth/")) {
    const known = signInError(firebaseCode);
    return known.message === signInError("").message ? signInError("token_store_or_firebase_signin_failed") : known;
  }
  return isLostScript(error) ? { code: "signin_error", message: LOST_SCRIPT } : signInError("signin_error");
}
