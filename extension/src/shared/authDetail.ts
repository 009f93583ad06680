import type { AuthEventDetail } from "@sendwright/core/contract";

const MAX = 10_000;

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "" && value.length <= MAX;
}

/**
 * The event's detail if it has the shape of the page's, else null. An older page gives no cause, and a newer one may
 * give another: both count as a logout, which keeps nothing.
 */
export function authDetail(given: unknown): AuthEventDetail | null {
  if (typeof given !== "object" || given === null) return null;
  const { loggedIn, cause, email, idToken, refreshToken } = given as Record<string, unknown>;
  if (loggedIn === false)
    return { loggedIn, cause: cause === "expired" || cause === "unavailable" ? cause : "signed_out" };
  if (loggedIn !== true || typeof email !== "string" || email.length > MAX) return null;
  if (!isText(idToken) || !isText(refreshToken)) return null;
  return { loggedIn, cause: "signed_in", email, idToken, refreshToken };
}
