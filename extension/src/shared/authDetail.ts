import type { AuthEventDetail } from "@sendwright/core/contract";

const MAX = 10_000;

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "" && value.length <= MAX;
}

/** The event's detail when it has exactly the shape of the page's, else null. */
export function authDetail(given: unknown): AuthEventDetail | null {
  if (typeof given !== "object" || given === null) return null;
  const { loggedIn, email, idToken, refreshToken } = given as Record<string, unknown>;
  if (loggedIn === false) return { loggedIn };
  if (loggedIn !== true || typeof email !== "string" || email.length > MAX) return null;
  if (!isText(idToken) || !isText(refreshToken)) return null;
  return { loggedIn, email, idToken, refreshToken };
}
