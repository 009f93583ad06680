interface Claims {
  uid: string;
  /** Milliseconds since 1970. */
  issuedAt: number;
}

/**
 * The user of an ID token and its issue time (milliseconds), or null if it isn't an ID token. Verifies nothing: the
 * server does that. This only tells accounts apart.
 */
export function idTokenClaims(idToken: string): Claims | null {
  try {
    const payload = (idToken.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
    const bytes = Uint8Array.from(atob(payload), (letter) => letter.charCodeAt(0));
    const { sub, iat } = JSON.parse(new TextDecoder().decode(bytes)) as { sub?: unknown; iat?: unknown };
    if (typeof sub !== "string" || sub === "" || typeof iat !== "number") return null;
    return { uid: sub, issuedAt: iat * 1_000 };
  } catch {
    return null;
  }
}
