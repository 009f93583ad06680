import { idTokenClaims } from "@sendwright/core/idTokenClaims";

/**
 * The session that the server last refused as too old to send. A refreshed token belongs to the
 * same session.
 */
let tooOld: string | null = null;
const listeners = new Set<() => void>();

function sessionOf(token: string | null): string {
  const { google, authTime } = idTokenClaims(token);
  return `${google} ${authTime}`;
}

/** Notes that the server refused this token's session as too old to send. */
export function noteTooOld(token: string | null): void {
  tooOld = sessionOf(token);
  for (const listener of listeners) listener();
}

/** Whether the server has refused this token's session as too old to send. */
export function wasTooOld(token: string | null): boolean {
  return tooOld === sessionOf(token);
}

/**
 * Calls a listener whenever the server refuses a session as too old. Returns a function that stops
 * it.
 */
export function onTooOld(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
