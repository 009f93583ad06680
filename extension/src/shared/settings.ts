/** Written in by `build.mjs`; absent in tests. */
declare const BUILD_ORIGIN: string | undefined;
declare const BUILD_API: string | undefined;
declare const BUILD_AUTH: string | undefined;

/** The page's origin: the only one that gives the extension a session. */
export const ORIGIN = typeof BUILD_ORIGIN === "string" ? BUILD_ORIGIN : "http://127.0.0.1:5000";
/** Where the API is. */
export const API = typeof BUILD_API === "string" ? BUILD_API : ORIGIN;
/**
 * The address at which Firebase exchanges refresh tokens; locally, the Auth emulator serves the
 * same path.
 */
export const TOKEN_SERVICE =
  typeof BUILD_AUTH === "string" ? BUILD_AUTH : "https://securetoken.googleapis.com";
