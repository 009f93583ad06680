/** The claims of an ID token that the page uses. */
interface IdTokenClaims {
  /**
   * The number of the Google account: Google's own tokens have it as `sub`, Firebase's among the
   * identities.
   */
  google?: string;
  /** When its session began, in seconds since 1970. */
  auth_time?: number;
}

interface Payload {
  sub?: unknown;
  firebase?: { identities?: { "google.com"?: unknown[] } };
  auth_time?: unknown;
}

/** The claims of an ID token, unverified; empty where it can't be read. */
export function idTokenClaims(token: string | null): IdTokenClaims {
  try {
    const payload = (token?.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
    const bytes = Uint8Array.from(atob(payload), (char) => char.charCodeAt(0));
    const { sub, firebase, auth_time } = JSON.parse(new TextDecoder().decode(bytes)) as Payload;
    const google = firebase ? firebase.identities?.["google.com"]?.[0] : sub;
    return {
      ...(typeof google === "string" && { google }),
      ...(typeof auth_time === "number" && { auth_time }),
    };
  } catch {
    return {};
  }
}
