import { useCallback, useEffect, useState } from "react";
import { awaitGoogle, requestCode } from "../../lib/google.ts";
import { signInWithGoogle } from "../../lib/session.ts";
import { type SignInError, signInError } from "./signInErrors.ts";
import { LINKING_FAILED, signInFailure } from "./signInFailure.ts";

interface GoogleSignIn {
  /** Whether Google's library is there: only then can the popup open. */
  isReady: boolean;
  isProcessing: boolean;
  error: SignInError | null;
  signIn: () => void;
  dismiss: () => void;
}

/** Sends the code to the server and signs in with what it answers. The client for it is loaded while the popup is open. */
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
