/** What the page reads of an ID token. */
interface Claims {
  email?: string;
  /** When its session began, in seconds since 1970. */
  auth_time?: number;
}

/** The claims of an ID token, unverified; empty where it can't be read. */
export function claimsOf(token: string | null): Claims {
  try {
    const payload = (token?.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
    const bytes = Uint8Array.from(atob(payload), (char) => char.charCodeAt(0));
    const { email, auth_time } = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
    return {
      ...(typeof email === "string" && { email }),
      ...(typeof auth_time === "number" && { auth_time }),
    };
  } catch {
    return {};
  }
}
