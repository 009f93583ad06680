/** The one OAuth client that this Google knows; nothing here is a secret outside this machine. */
export const CLIENT_ID = "sendwright-local.apps.googleusercontent.com";
export const CLIENT_SECRET = "local-secret";

/** The only redirect address that a popup code client uses. */
export const REDIRECT_URI = "postmessage";

/** Lifetimes in seconds, as Google's own. */
export const CODE_SECONDS = 600;
export const ACCESS_TOKEN_SECONDS = 3599;
export const ID_TOKEN_SECONDS = 3600;
