/** Name of the window event that the page sends on every change of the session (rule: broadcast). */
export const AUTH_EVENT = "sendwright:auth";

/** Name of the window event with which a content script that came late asks the page to send the other one again. */
export const AUTH_REQUEST_EVENT = "sendwright:auth-request";

/**
 * Why no one is signed in: `signed_out` after a logout, `expired` when the session ended without one, `unavailable`
 * when the page could not find out.
 */
export type SignedOutCause = "signed_out" | "expired" | "unavailable";

/** What the event's `detail` carries. The extension's content script listens for it. */
export type AuthEventDetail =
  | { loggedIn: true; cause: "signed_in"; email: string; idToken: string; refreshToken: string }
  | { loggedIn: false; cause: SignedOutCause };
