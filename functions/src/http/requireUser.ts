import { AppError } from "@sendwright/core/contract/appError";
import type { Endpoint } from "@sendwright/core/contract/endpoint";
import { DAYS_TO_SEND } from "@sendwright/core/contract/limits";
import { DAY } from "@sendwright/core/dates/units";
import type { DecodedIdToken } from "firebase-admin/auth";
import * as z from "zod";
import { codeOf } from "../platform/codeOf.ts";
import { auth } from "../platform/firebase.ts";
import { outageOf } from "../platform/outage.ts";
import { RecentAnswers } from "../platform/recentAnswers.ts";

/** The caller, as the authentication service identifies them. */
export interface User {
  /** Firebase's id: the owner of everything we store. */
  uid: string;
  /** Google's id of the account: the key of its Gmail grant. */
  sub: string;
  email: string;
  /** The display name; may be empty. */
  name: string;
}

const BEARER = /^Bearer ([\w-]+\.[\w-]+\.[\w-]*)$/i;
const googleClaims = z.object({ "google.com": z.tuple([z.string().min(1)], z.unknown()) });

/**
 * firebase-admin's error codes for a session that has ended for good, or a user who can't have one.
 */
const ENDED: ReadonlySet<unknown> = new Set([
  "auth/id-token-revoked",
  "auth/user-disabled",
  "auth/user-not-found",
]);
/**
 * Recent answers of the authentication service about sessions. To ask for each read of a send would
 * take longer than the read, and many reads at once would exceed the service's limits. So a
 * revoked, disabled or deleted user can read for one more minute at most.
 */
const recent = new RecentAnswers<AppError | null>(10_000);

/**
 * The bearer of an ID token, as the token's signature proves. The session may have been revoked
 * since.
 */
export interface Bearer {
  user: User;
  token: string;
  /** When they signed in, in seconds since 1970. */
  signedInAt: number;
}

/**
 * The user whose ID token the Authorization header bears (rule: permission). The signature is
 * checked here: only its public keys come over the network, every few hours. Throws
 * `token_expired`, `token_invalid`, `forbidden` (no Google account behind the token),
 * `service_unavailable`.
 */
export async function requireUser(authorization: string | undefined): Promise<Bearer> {
  const token = authorization?.match(BEARER)?.[1];
  if (token === undefined) throw new AppError("token_invalid", "Please sign in.");
  const claims = await auth().verifyIdToken(token).catch(refuse);
  return { user: userOf(claims), token, signedInAt: claims.auth_time };
}

/**
 * Asks the authentication service whether a session is still good: deleted, disabled and
 * signed-out-everywhere users are refused. If the call needs only a `recent` session, an answer
 * from the last minute is enough. A `fresh` one began in the last `DAYS_TO_SEND` days. Throws
 * `session_too_old`, `token_invalid`, `token_expired`, `service_unavailable`.
 */
export async function requireSession(
  { user, token, signedInAt }: Bearer,
  session: Endpoint["session"],
): Promise<void> {
  if (session === "fresh") requireFresh(signedInAt, Date.now());
  const ask = () =>
    auth()
      .verifyIdToken(token, true)
      .then(() => null, refusalOfSession);
  const refused = await (session === "recent"
    ? recent.answerTo(`${user.uid} ${signedInAt}`, Date.now(), ask)
    : ask());
  if (refused) throw refused;
}

/**
 * Returns the refusal of a session that has ended; throws any other error, which may not affect the
 * next call.
 */
function refusalOfSession(cause: unknown): AppError {
  return ENDED.has(codeOf(cause)) ? refusal(cause) : refuse(cause);
}

function refuse(cause: unknown): never {
  throw refusal(cause);
}

/** A session lasts as long as someone uses it, even on a computer that its owner has forgotten. */
function requireFresh(signedInAt: number, now: number): void {
  if (now - signedInAt * 1_000 <= DAYS_TO_SEND * DAY) return;
  throw new AppError(
    "session_too_old",
    `You signed in more than ${DAYS_TO_SEND} days ago. Sign in again, then try again.`,
  );
}

function refusal(cause: unknown): AppError {
  if (codeOf(cause) === "auth/id-token-expired") {
    return new AppError("token_expired", "Your session has expired. Please sign in again.", {
      cause,
    });
  }
  return (
    outageOf(cause) ??
    new AppError("token_invalid", "Authentication token was invalid. Please sign in again.", {
      cause,
    })
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
