import { AppError, storeToken } from "@sendwright/core/contract";
import { idTokenClaims } from "@sendwright/core/idTokenClaims";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { call } from "../lib/call.ts";
import { awaitGoogle, GOOGLE_IS_LATE, GoogleRefusal, requestCode } from "../lib/google.ts";
import { session, signInWithGoogle } from "../lib/session.ts";
import { configQuery } from "./configQuery.ts";

/**
 * Sends Google's authorization code to the server, which stores the grant. Returns Google's ID
 * token. Throws AppError, with `fallback` as its message if neither the server nor the client has a
 * sentence for the failure.
 */
export async function linkGoogle(code: string, fallback?: string): Promise<string> {
  const { id_token } = await call(storeToken, { authorization_code: code }, { fallback });
  return id_token;
}

const REFUSALS = {
  closed: "Google authorization popup was closed before completion.",
  blocked: "Browser blocked the Google authorization popup. Please enable popups.",
  denied: "You didn't allow Sendwright to send email, so Google is still disconnected.",
  no_code: "Failed to get authorization code from Google.",
  other: "Google authorization error. Please try again.",
} as const;

/** Throws Google's refusal with its words. */
function refuse(refusal: unknown): never {
  if (refusal instanceof GoogleRefusal)
    throw new AppError("gis_error", REFUSALS[refusal.kind], { cause: refusal });
  throw refusal;
}

const anotherAccount = (email: string) =>
  new AppError(
    "wrong_state",
    `You chose a different Google account. Try again and choose ${email}.`,
  );

/**
 * Connects Google again without leaving the application; sends that waited for it continue. `email`
 * is the address that is signed in: a grant of another account would not help. `start` must be
 * called by the click itself. `isNewSession` also signs the person in again, and nothing on the
 * page is lost.
 */
export function useReconnect(email: string, { isNewSession = false } = {}) {
  const [isReady, setReady] = useState(false);
  const [isLate, setLate] = useState(false);
  const cache = useQueryClient();
  useEffect(() => awaitGoogle({ onReady: () => setReady(true), onLate: () => setLate(true) }), []);

  const { mutate, isPending, error } = useMutation({
    mutationFn: async (code: Promise<string>) => {
      const idToken = await linkGoogle(await code.catch(refuse));
      if (isNewSession) {
        // Another person's session would replace this one. Compare Google's ids: an address can
        // change.
        const { google } = idTokenClaims(session().token);
        if (google === undefined || idTokenClaims(idToken).google !== google)
          throw anotherAccount(email);
        await signInWithGoogle(idToken);
      }
      void cache.invalidateQueries();
      const { connected } = await cache.fetchQuery(configQuery);
      if (!connected) throw anotherAccount(email);
    },
  });
  const isMissing = isLate && !isReady;
  return {
    isReady,
    isPending,
    error: error ?? (isMissing ? new AppError("gis_init_error", GOOGLE_IS_LATE) : null),
    start: () => mutate(requestCode(email)),
  };
}
