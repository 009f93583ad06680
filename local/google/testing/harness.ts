import { type Credentials, OAuth2Client } from "google-auth-library";
import { auth, gmail, type gmail_v1 } from "googleapis/build/src/apis/gmail";
import { CLIENT_ID, CLIENT_SECRET } from "../client.ts";
import type { StoredMail } from "../mailbox.ts";

/** For this folder's tests: a running local Google through the eyes of Google's own libraries. */

export const GMAIL_SEND = "https://www.googleapis.com/auth/gmail.send";
export const ALL_SCOPES = `openid email profile ${GMAIL_SEND}`;

const optionsAt = (url: string) => ({
  clientId: CLIENT_ID,
  clientSecret: CLIENT_SECRET,
  redirectUri: "postmessage",
  endpoints: {
    oauth2AuthBaseUrl: `${url}/o/oauth2/v2/auth`,
    oauth2TokenUrl: `${url}/token`,
    oauth2RevokeUrl: `${url}/revoke`,
    tokenInfoUrl: `${url}/tokeninfo`,
    oauth2FederatedSignonPemCertsUrl: `${url}/oauth2/v1/certs`,
    oauth2FederatedSignonJwkCertsUrl: `${url}/oauth2/v3/certs`,
  },
});

/** Google's own OAuth client, pointed at a local Google. */
export const oauthClient = (url: string): OAuth2Client => new OAuth2Client(optionsAt(url));

/**
 * Asks for a code without clicks; `more` are further parameters (`deny`, `nonce`), `undefined`
 * leaves one out.
 */
export async function askForCode(
  url: string,
  email: string,
  more: Record<string, string | undefined> = {},
) {
  const params = {
    client_id: CLIENT_ID,
    redirect_uri: "postmessage",
    response_type: "code",
    scope: ALL_SCOPES,
    auto: email,
    ...more,
  };
  const given = Object.entries(params).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return fetch(`${url}/o/oauth2/v2/auth?${new URLSearchParams(given)}`);
}

export async function codeFor(
  url: string,
  email: string,
  more?: Record<string, string>,
): Promise<string> {
  const answer = (await (await askForCode(url, email, more)).json()) as { code: string };
  return answer.code;
}

export async function signIn(
  url: string,
  email: string,
  more?: Record<string, string>,
): Promise<Credentials> {
  return (await oauthClient(url).getToken(await codeFor(url, email, more))).tokens;
}

/**
 * Signs a person in; returns Google's own `messages.send` for that person, without retries. The
 * address is in the options of each call: the library takes an upload's address from there alone.
 */
export async function senderOf(url: string, email: string, more?: Record<string, string>) {
  // The library brings an OAuth client of its own version.
  const client = new auth.OAuth2(optionsAt(url));
  client.setCredentials(await signIn(url, email, more));
  const { messages } = gmail({ version: "v1", auth: client }).users;
  return (
    params: gmail_v1.Params$Resource$Users$Messages$Send,
    options: { signal?: AbortSignal } = {},
  ) => messages.send({ userId: "me", ...params }, { rootUrl: url, retry: false, ...options });
}

export function aMessage({
  to = "bo@example.com",
  subject = "Hello",
  body = "Hello Bo",
} = {}): string {
  return `From: ada@example.com\r\nTo: ${to}\r\nSubject: ${subject}\r\n\r\n${body}\r\n`;
}

export function asJson(message: string | Buffer): { requestBody: { raw: string } } {
  return { requestBody: { raw: Buffer.from(message).toString("base64url") } };
}

export async function mailsIn(url: string, user?: string): Promise<StoredMail[]> {
  const query = user === undefined ? "" : `?user=${encodeURIComponent(user)}`;
  return (await (await fetch(`${url}/mail.json${query}`)).json()) as StoredMail[];
}

/** Sends JSON to one of the control addresses. */
export function post(url: string, body: unknown): Promise<Response> {
  return fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
}

/** What Google's libraries throw, as a test looks at it. */
export interface Refusal {
  status: number;
  data: { error: unknown; error_description?: string };
  headers: Headers;
}

/** The refusal of a call. Throws when it is not refused, or not by an answer. */
export async function refusalOf(call: Promise<unknown>): Promise<Refusal> {
  const outcome = await call.then(
    () => null,
    (error: unknown) => error,
  );
  const response = outcome instanceof Error && "response" in outcome ? outcome.response : null;
  if (response === null || response === undefined)
    throw new Error("The call was not refused.", { cause: outcome });
  return response as Refusal;
}
