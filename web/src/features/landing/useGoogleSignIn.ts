import { AppError } from "@sendwright/core/contract";
import { useCallback, useEffect, useState } from "react";
import { awaitGoogle, GoogleRefusal, requestCode } from "../../lib/google.ts";
import { isLostScript } from "../../lib/lostScript.ts";
import { signInWithGoogle } from "../../lib/session.ts";
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
const LINKING_FAILED = signInError("token_store_or_firebase_signin_failed");

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
  const [{ linkGoogle }, given] = await Promise.all([import("../../data/signIn.ts"), code]);
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
    // An error that the address named stays, whatever its code: it speaks of an earlier page.
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
