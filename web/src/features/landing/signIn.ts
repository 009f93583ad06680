import { useCallback, useEffect, useState } from "react";
import { awaitGoogle, requestCode } from "../../lib/google.ts";
import { preloadAuth, signInWithGoogle } from "../../lib/session.ts";

/** Why no one is signed in; `signInErrors.ts` has the words. */
export type SignInTrouble =
  /** The value in the address's query. */
  | { query: string }
  /** A code of ours, and a sentence to add to its own. */
  | { code: string; details?: string }
  /** The cause that ended a sign-in. */
  | { failure: unknown };

/**
 * What a sign-in says that ended after Google's window, for no reason that the landing page knows.
 */
export const LINKING_FAILED = "Account linking or sign-in failed. Please try again.";

/** The page's answer to a person who closed Google's window. */
export const CLOSED = "Google authorization popup was closed before completion.";

interface GoogleSignIn {
  /** Whether Google's library is there: only then can the popup open. */
  isReady: boolean;
  isProcessing: boolean;
  trouble: SignInTrouble | null;
  signIn: () => void;
}

/**
 * Sends the code to the server and signs in with its answer. Loads the code for it while the popup
 * is open.
 */
async function link(code: Promise<string>): Promise<void> {
  preloadAuth();
  const [{ linkGoogle }, given] = await Promise.all([import("../../data/reconnect.ts"), code]);
  const idToken = await linkGoogle(given, LINKING_FAILED);
  await signInWithGoogle(idToken);
}

/**
 * The landing page's sign-in: library, popup, code, store-token, credential. Begins with the error
 * that the address named, if any; every failure leaves the button ready for another try.
 */
export function useGoogleSignIn(initial: SignInTrouble | null): GoogleSignIn {
  const [isReady, setReady] = useState(false);
  const [isProcessing, setProcessing] = useState(false);
  const [trouble, setTrouble] = useState(initial);

  useEffect(() => {
    if (!import.meta.env.VITE_GOOGLE_CLIENT_ID) {
      setTrouble({
        code: "config_error",
        details: "The Google client id is missing in this build.",
      });
      return;
    }
    // An error that the address named stays, with any code: it comes from an earlier page.
    const late: SignInTrouble = { code: "gis_init_error" };
    return awaitGoogle({
      onReady: () => {
        setReady(true);
        setTrouble((shown) => (shown === late ? null : shown));
      },
      onLate: () => setTrouble((shown) => shown ?? late),
    });
  }, []);

  const signIn = useCallback(() => {
    setTrouble(null);
    setProcessing(true);
    const run = async () => {
      try {
        await link(requestCode());
      } catch (failure) {
        console.warn("Sign-in failed:", failure);
        setTrouble({ failure });
        setProcessing(false);
      }
    };
    void run();
  }, []);

  return { isReady, isProcessing, trouble, signIn };
}
