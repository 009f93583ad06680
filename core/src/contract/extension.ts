/** The window event that the page sends on every change of the session (rule: broadcast). */
export const AUTH_EVENT = "sendwright:auth";

/**
 * The window event with which a content script that loaded late asks the page to repeat the other
 * one.
 */
export const AUTH_REQUEST_EVENT = "sendwright:auth-request";

/**
 * Why no one is signed in: `signed_out` after a logout, `expired` if the session ended without one,
 * `unavailable` if the page couldn't find out, as after its storage was cleared.
 */
export type SignedOutCause = "signed_out" | "expired" | "unavailable";

/** The event's `detail`. The extension's content script listens for it. */
export type AuthEventDetail =
  | { loggedIn: true; cause: "signed_in"; email: string; idToken: string; refreshToken: string }
  | { loggedIn: false; cause: SignedOutCause };

/**
 * The extension's id while it is loaded from its folder; it follows from the `key` in its manifest.
 * The web store assigns another one, so a configuration with this id means that the extension isn't
 * published yet.
 */
export const UNPACKED_EXTENSION_ID = "dmmenghcbfjkbpdekoajhfpocahgbefm";

/**
 * The page's question whether the extension is installed. The answer is `{version}` and reveals
 * nothing about the person.
 */
export const EXTENSION_HELLO = { type: "sendwright:hello" } as const;
