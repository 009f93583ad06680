interface Payload {
  sub?: unknown;
  iat?: unknown;
  auth_time?: unknown;
  firebase?: { identities?: { "google.com"?: unknown[] } };
}

/** The claims of an ID token that we use. */
interface IdTokenClaims {
  /** The Firebase user; of Google's own tokens, the Google account. */
  uid?: string;
  /** The number of the Google account, which Firebase's tokens have among the identities. */
  google?: string;
  /** When the token was issued, in seconds since 1970. */
  issuedAt?: number;
  /** When its session began, in seconds since 1970. */
  authTime?: number;
}

/** The claims of an ID token, unverified; empty if it can't be read. */
export function idTokenClaims(token: string | null): IdTokenClaims {
  try {
    const payload = (token?.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
    const bytes = Uint8Array.from(atob(payload), (char) => char.charCodeAt(0));
    const claims = JSON.parse(new TextDecoder().decode(bytes)) as Payload;
    const { sub, iat, auth_time, firebase } = claims;
    const google = firebase ? firebase.identities?.["google.com"]?.[0] : sub;
    return {
      ...(isText(sub) && { uid: sub }),
      ...(isText(google) && { google }),
      ...(typeof iat === "number" && { issuedAt: iat }),
      ...(typeof auth_time === "number" && { authTime: auth_time }),
    };
  } catch {
    return {};
  }
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
