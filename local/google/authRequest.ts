import { CLIENT_ID, REDIRECT_URI } from "./client.ts";
import { OAuthError } from "./googleError.ts";
import { parseScopes, unknownScopes } from "./scopes.ts";

/** Pages of this machine and extensions may sign in here. */
const ALLOWED_ORIGIN = /^(?:http:\/\/(?:127\.0\.0\.1|localhost)(?::\d+)?|chrome-extension:\/\/[a-p]{32})$/;

/** What a client asks for at `/o/oauth2/v2/auth`. */
export interface AuthRequest {
  scopes: string[];
  state: string | null;
  nonce: string | undefined;
  loginHint: string | null;
  /** The page that opened the popup: where the answer goes. */
  origin: string | null;
  /** The sign-in script's own number for this popup. */
  requestId: string | null;
}

/**
 * Reads a request from its parameters. Throws what Google's error page says (`redirect_uri_mismatch`, `invalid_scope`
 * …).
 */
export function parseAuthRequest(params: URLSearchParams): AuthRequest {
  if (!params.get("client_id")) throw new OAuthError(400, "invalid_request", "Missing required parameter: client_id");
  if (params.get("client_id") !== CLIENT_ID) {
    throw new OAuthError(401, "invalid_client", "The OAuth client was not found.");
  }
  if (params.get("redirect_uri") !== REDIRECT_URI) {
    throw new OAuthError(400, "redirect_uri_mismatch", `The redirect address must be "${REDIRECT_URI}".`);
  }
  if (params.get("response_type") !== "code") {
    throw new OAuthError(400, "unsupported_response_type", 'The response type must be "code".');
  }
  const scopes = parseScopes(params.get("scope") ?? "");
  if (scopes.length === 0) throw new OAuthError(400, "invalid_request", "Missing required parameter: scope");
  const unknown = unknownScopes(scopes);
  if (unknown.length > 0) throw new OAuthError(400, "invalid_scope", `Some scopes are invalid: ${unknown.join(", ")}`);
  const origin = params.get("origin");
  if (origin !== null && !ALLOWED_ORIGIN.test(origin)) {
    throw new OAuthError(400, "origin_mismatch", "Only pages of this machine and extensions may ask.");
  }
  return {
    scopes,
    state: params.get("state"),
    nonce: params.get("nonce") ?? undefined,
    loginHint: params.get("login_hint"),
    origin,
    requestId: params.get("request"),
  };
}
