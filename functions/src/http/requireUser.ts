import { AppError } from "@sendwright/core/contract/appError";
import type { Endpoint } from "@sendwright/core/contract/endpoint";
import { DAYS_TO_SEND } from "@sendwright/core/contract/limits";
import type { DecodedIdToken } from "firebase-admin/auth";
import * as z from "zod";
import { auth } from "../platform/firebase.ts";
import { outageOf } from "../platform/outage.ts";
import { RecentSessions } from "./recentSessions.ts";
import type { User } from "./user.ts";

const BEARER = /^Bearer ([\w-]+\.[\w-]+\.[\w-]*)$/i;
const googleClaims = z.object({ "google.com": z.tuple([z.string().min(1)], z.unknown()) });

const DAY_MS = 24 * 60 * 60_000;

const recent = new RecentSessions();

/**
 * The user whose ID token the Authorization header bears (rule: permission). Deleted, disabled and
 * signed-out-everywhere users are refused too. That takes one more round trip: where the call is content with a
 * `recent` session, an answer of the last minute will do. Throws `token_expired`, `token_invalid`, `forbidden` (no
 * Google account behind the token), `session_too_old`, `service_unavailable`.
 */
export async function requireUser(authorization: string | undefined, session: Endpoint["session"]): Promise<User> {
  const token = authorization?.match(BEARER)?.[1];
  if (token === undefined) throw new AppError("token_invalid", "Please sign in.");
  try {
    const claims =
      session === "recent" ? await verifyToRead(token, Date.now()) : await auth().verifyIdToken(token, true);
    if (session === "fresh") requireFresh(claims, Date.now());
    return userOf(claims);
  } catch (cause) {
    throw cause instanceof AppError ? cause : refusal(cause);
  }
}

async function verifyToRead(token: string, now: number): Promise<DecodedIdToken> {
  const claims = await auth().verifyIdToken(token);
  const session = `${claims.uid} ${claims.auth_time}`;
  if (recent.has(session, now)) return claims;
  const confirmed = await auth().verifyIdToken(token, true);
  recent.add(session, now);
  return confirmed;
}

/** A session goes on for as long as it is used, also where its owner has forgotten it. */
function requireFresh({ auth_time }: DecodedIdToken, now: number): void {
  if (now - auth_time * 1_000 <= DAYS_TO_SEND * DAY_MS) return;
  throw new AppError(
    "session_too_old",
    `You signed in more than ${DAYS_TO_SEND} days ago. Sign in again, then press Send again.`,
  );
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
