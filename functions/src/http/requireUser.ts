import type { DecodedIdToken } from "firebase-admin/auth";
import * as z from "zod";
import { AppError } from "../contract/appError.ts";
import { auth } from "../platform/firebase.ts";
import { outageOf } from "../platform/outage.ts";
import type { User } from "./user.ts";

const BEARER = /^Bearer ([\w-]+\.[\w-]+\.[\w-]*)$/i;
const googleClaims = z.object({ "google.com": z.tuple([z.string().min(1)], z.unknown()) });

/**
 * Takes the Authorization header; gives the user whose ID token it bears (rule: permission). With
 * `checkRevoked` deleted, disabled and signed-out-everywhere users are refused too, for one more round trip.
 * Throws `token_expired`, `token_invalid`, `forbidden` (no Google account behind the token), `service_unavailable`.
 */
export async function requireUser(authorization: string | undefined, checkRevoked: boolean): Promise<User> {
  const token = authorization?.match(BEARER)?.[1];
  if (token === undefined) throw new AppError("token_invalid", "Please sign in.");
  const claims = await auth()
    .verifyIdToken(token, checkRevoked)
    .catch((cause: unknown) => {
      throw refusal(cause);
    });
  return userOf(claims);
}

function refusal(cause: unknown): AppError {
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  if (code === "auth/id-token-expired") {
    return new AppError("token_expired", "Your session has expired. Please sign in again.", { cause });
  }
  return (
    outageOf(cause) ??
    new AppError("token_invalid", "Authentication token was invalid. Please sign in again.", { cause })
  );
}

function userOf(claims: DecodedIdToken): User {
  const identities = googleClaims.safeParse(claims.firebase.identities);
  if (!identities.success || !claims.email) {
    throw new AppError("forbidden", "Please sign in with a Google account.");
  }
  const name: unknown = claims.name;
  return {
    uid: claims.uid,
    sub: identities.data["google.com"][0],
    email: claims.email,
    name: typeof name === "string" ? name : "",
  };
}
