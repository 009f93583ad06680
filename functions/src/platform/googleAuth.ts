import { AppError } from "@sendwright/core/contract/appError";
import { type Credentials, OAuth2Client, type OAuth2ClientOptions } from "google-auth-library";
import { config } from "../config.ts";
import { exchangeError, googleErrorWord, isUnreachable, refreshError, unreachable } from "./googleErrors.ts";

/** Google's answer to a sign-in's code. */
export interface Exchanged {
  /** Null if Google gave one at an earlier consent and gives none now. */
  refreshToken: string | null;
  accessToken: string;
  /** Null if the answer contained none. */
  idToken: string | null;
  /** The permissions that the person really gave: consent is granular. */
  scopes: string[];
}

/** The person who signed in, as signed by Google. */
export interface GoogleIdentity {
  sub: string;
  email: string;
  name: string;
  /** The Workspace domain; null for a consumer account. */
  hd: string | null;
}

/** An access token and when it ends (milliseconds since 1970). */
export interface AccessToken {
  token: string;
  expiresAt: number;
}

/** Milliseconds for one call to Google's sign-in service. */
const TIMEOUT = 10_000;

let client: OAuth2Client | undefined;

/** One client for everyone: it holds no person's credentials, only Google's certificates until they expire. */
function oauth(): OAuth2Client {
  client ??= new OAuth2Client(clientOptions());
  return client;
}

function clientOptions(): OAuth2ClientOptions {
  const { googleClientId, googleClientSecret, googleLocalBase: local } = config();
  const endpoints = local && {
    oauth2TokenUrl: `${local}/token`,
    oauth2RevokeUrl: `${local}/revoke`,
    oauth2FederatedSignonPemCertsUrl: `${local}/oauth2/v1/certs`,
    oauth2FederatedSignonJwkCertsUrl: `${local}/oauth2/v3/certs`,
  };
  return {
    clientId: googleClientId,
    clientSecret: googleClientSecret,
    transporterOptions: { timeout: TIMEOUT },
    ...(endpoints ? { endpoints } : {}),
  };
}

/**
 * Exchanges the code of a popup sign-in at Google. Throws the `google_…` reasons, and `service_unavailable` if we can't
 * reach Google.
 */
export async function exchangeCode(code: string): Promise<Exchanged> {
  const tokens = await oauth()
    .getToken({ code, redirect_uri: "postmessage" })
    .then(
      (answer): Credentials => answer.tokens,
      (cause: unknown) => {
        throw exchangeError(cause);
      },
    );
  if (!tokens.access_token) {
    throw new AppError("google_oauth_error", "Google's answer was incomplete. Please try signing in again.");
  }
  return {
    refreshToken: tokens.refresh_token ?? null,
    accessToken: tokens.access_token,
    idToken: tokens.id_token ?? null,
    scopes: tokens.scope?.split(" ").filter(Boolean) ?? [],
  };
}

/**
 * Checks signature, audience, issuer and expiry of Google's id token. Throws `auth_verification_failed`,
 * `service_unavailable`.
 */
export async function verifyGoogleIdToken(idToken: string): Promise<GoogleIdentity> {
  try {
    const ticket = await oauth().verifyIdToken({ idToken, audience: config().googleClientId });
    const payload = ticket.getPayload();
    if (!payload?.email) throw new Error("The id token carries no address.");
    return { sub: payload.sub, email: payload.email, name: payload.name ?? "", hd: payload.hd ?? null };
  } catch (cause) {
    if (isUnreachable(cause)) throw unreachable(cause);
    throw new AppError("auth_verification_failed", "Google's sign-in could not be verified. Please try again.", {
      cause,
    });
  }
}

/**
 * A fresh access token. Throws `reconnect_required` if the grant is gone, and `service_unavailable` if Google can't be
 * reached or doesn't work; nothing has been sent in either case.
 */
export async function freshAccessToken(refreshToken: string): Promise<AccessToken> {
  const { googleClientId: clientId, googleClientSecret: clientSecret } = config();
  // A client of its own, because this one holds a person's credentials.
  const own = new OAuth2Client({ ...clientOptions(), clientId, clientSecret });
  own.setCredentials({ refresh_token: refreshToken });
  try {
    const { credentials } = await own.refreshAccessToken();
    if (!credentials.access_token) throw new Error("Google's answer carries no access token.");
    return { token: credentials.access_token, expiresAt: credentials.expiry_date ?? Date.now() + 60_000 };
  } catch (cause) {
    throw refreshError(cause);
  }
}

/**
 * Ends a whole grant at Google, by any of its tokens, if it still exists. Throws `service_unavailable`,
 * `google_oauth_error`.
 */
export async function revoke(token: string): Promise<void> {
  try {
    await oauth().revokeToken(token);
  } catch (cause) {
    if (googleErrorWord(cause) !== "invalid_token") throw exchangeError(cause);
  }
}
