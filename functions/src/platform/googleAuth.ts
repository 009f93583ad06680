import { AppError } from "@sendwright/core/contract/appError";
import type { Reason } from "@sendwright/core/contract/reasons";
import type { Credentials, OAuth2Client, OAuth2ClientOptions } from "google-auth-library";
import * as z from "zod";
import { config } from "../config.ts";

/**
 * The `error` codes of Google's token endpoint that have their own reason (rule: sign-in errors).
 */
const EXCHANGE: Readonly<Record<string, readonly [Reason, string]>> = {
  redirect_uri_mismatch: [
    "google_redirect_uri_mismatch",
    "Google does not accept this site's address. Please contact support.",
  ],
  invalid_grant: [
    "google_invalid_grant",
    "The sign-in has expired or was already used. Please sign in again.",
  ],
  invalid_request: [
    "google_invalid_request",
    "Google did not understand the sign-in request. Please try again.",
  ],
  deleted_client: [
    "google_deleted_client",
    "This site's Google client was deleted. Please contact support.",
  ],
};

type Library = typeof import("./googleLibrary.ts");
let library: Library | undefined;

/** Google's library, loaded with its first use: an instance's first calls rarely need it. */
async function googleLibrary(): Promise<Library> {
  library ??= await import("./googleLibrary.ts");
  return library;
}

/** The error of a call to Google, or null for any other error. */
function gaxiosError(cause: unknown) {
  return library && cause instanceof library.gaxios.GaxiosError ? cause : null;
}

const tokenErrorBody = z.object({ error: z.string() });

/** The error code in an answer of Google's sign-in service, or null if there was no such answer. */
function googleErrorWord(cause: unknown): string | null {
  const body = tokenErrorBody.safeParse(gaxiosError(cause)?.response?.data);
  return body.success ? body.data.error : null;
}

/** Whether Google didn't answer, or answered that it doesn't work or is overloaded. */
function isUnreachable(cause: unknown): boolean {
  const error = gaxiosError(cause);
  if (error === null) return false;
  const status = error.response?.status;
  return status === undefined || status >= 500 || status === 429;
}

function unreachable(cause: unknown): AppError {
  return new AppError(
    "service_unavailable",
    "Google could not be reached. Please try again in a moment.",
    { cause },
  );
}

/** The AppError for an error thrown by an exchange or a revocation. */
function exchangeError(cause: unknown): AppError {
  if (isUnreachable(cause)) return unreachable(cause);
  const word = googleErrorWord(cause);
  const [reason, sentence] = (word !== null && Object.hasOwn(EXCHANGE, word) && EXCHANGE[word]) || [
    "google_oauth_error" as const,
    "Google refused the sign-in. Please try again.",
  ];
  return new AppError(reason, sentence, { cause });
}

/**
 * The AppError for an error thrown by a refresh; `invalid_grant` means that only the user can help.
 */
function refreshError(cause: unknown): AppError {
  if (googleErrorWord(cause) === "invalid_grant") {
    return new AppError("reconnect_required", "Reconnect Google to continue.", { cause });
  }
  return exchangeError(cause);
}

/** Google's answer to a sign-in's code. */
export interface GoogleTokens {
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

/**
 * One client for everyone: it holds no person's credentials, only Google's certificates until they
 * expire.
 */
async function oauth(): Promise<OAuth2Client> {
  const { OAuth2Client } = await googleLibrary();
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
 * Exchanges the code of a popup sign-in at Google. Throws the `google_…` reasons, and
 * `service_unavailable` if we can't reach Google.
 */
export async function exchangeCode(code: string): Promise<GoogleTokens> {
  const google = await oauth();
  const tokens = await google.getToken({ code, redirect_uri: "postmessage" }).then(
    (answer): Credentials => answer.tokens,
    (cause: unknown) => {
      throw exchangeError(cause);
    },
  );
  if (!tokens.access_token) {
    throw new AppError(
      "google_oauth_error",
      "Google's response was incomplete. Please try signing in again.",
    );
  }
  return {
    refreshToken: tokens.refresh_token ?? null,
    accessToken: tokens.access_token,
    idToken: tokens.id_token ?? null,
    scopes: tokens.scope?.split(" ").filter(Boolean) ?? [],
  };
}

/**
 * Checks signature, audience, issuer and expiry of Google's id token. Throws
 * `auth_verification_failed`, `service_unavailable`.
 */
export async function verifyGoogleIdToken(idToken: string): Promise<GoogleIdentity> {
  try {
    const google = await oauth();
    const ticket = await google.verifyIdToken({ idToken, audience: config().googleClientId });
    const payload = ticket.getPayload();
    if (!payload?.email) throw new Error("The ID token has no email address.");
    return {
      sub: payload.sub,
      email: payload.email,
      name: payload.name ?? "",
      hd: payload.hd ?? null,
    };
  } catch (cause) {
    if (isUnreachable(cause)) throw unreachable(cause);
    throw new AppError(
      "auth_verification_failed",
      "Google's sign-in could not be verified. Please try again.",
      {
        cause,
      },
    );
  }
}

/**
 * A fresh access token. Throws `reconnect_required` if the grant is gone, and `service_unavailable`
 * if Google can't be reached or doesn't work; nothing has been sent in either case.
 */
export async function freshAccessToken(refreshToken: string): Promise<AccessToken> {
  const { googleClientId: clientId, googleClientSecret: clientSecret } = config();
  const { OAuth2Client } = await googleLibrary();
  // A client of its own, because this one holds a person's credentials.
  const own = new OAuth2Client({ ...clientOptions(), clientId, clientSecret });
  own.setCredentials({ refresh_token: refreshToken });
  try {
    const { credentials } = await own.refreshAccessToken();
    if (!credentials.access_token) throw new Error("Google's response has no access token.");
    return {
      token: credentials.access_token,
      expiresAt: credentials.expiry_date ?? Date.now() + 60_000,
    };
  } catch (cause) {
    throw refreshError(cause);
  }
}

/**
 * Ends a whole grant at Google, by any of its tokens, if it still exists. Throws
 * `service_unavailable`, `google_oauth_error`.
 */
export async function revoke(token: string): Promise<void> {
  try {
    const google = await oauth();
    await google.revokeToken(token);
  } catch (cause) {
    if (googleErrorWord(cause) !== "invalid_token") throw exchangeError(cause);
  }
}
