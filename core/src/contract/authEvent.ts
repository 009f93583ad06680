/** Name of the window event that the page sends on every change of the session (rule: broadcast). */
export const AUTH_EVENT = "sendwright:auth";

/** Name of the window event with which a content script that came late asks the page to send the other one again. */
export const AUTH_REQUEST_EVENT = "sendwright:auth-request";

/** What the event's `detail` carries. The extension's content script listens for it. */
export type AuthEventDetail =
  | { loggedIn: true; email: string; idToken: string; refreshToken: string }
  | { loggedIn: false };
