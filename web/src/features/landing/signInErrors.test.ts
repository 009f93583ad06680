import { describe, expect, it } from "vitest";
import { errorFromAddress, headingOf, SIGN_IN_MESSAGES, signInFailure } from "./signInErrors.ts";

/** Code, a word of its meaning, heading. */
const TABLE: [string, RegExp, "Google Linking Error" | "Authentication Error"][] = [
  ["google_redirect_uri_mismatch", /configuration error.*contact support/i, "Google Linking Error"],
  ["config_missing", /server configuration error/i, "Authentication Error"],
  ["config_error", /frontend configuration error/i, "Authentication Error"],
  ["gis_init_error", /Google Sign-In initialization error.*refresh/i, "Google Linking Error"],
  ["gis_error", /Google authorization error/i, "Google Linking Error"],
  [
    "token_store_or_firebase_signin_failed",
    /account linking or sign-in failed.*try again/i,
    "Google Linking Error",
  ],
  ["missing_id_token", /critical token.*missing.*exchange/i, "Authentication Error"],
  [
    "missing_refresh_token",
    /required permissions.*deny access\?.*ensure offline access/i,
    "Authentication Error",
  ],
  ["google_oauth_error", /Google reported an error/i, "Google Linking Error"],
  [
    "google_invalid_grant",
    /permission is invalid or has expired.*sign in again/i,
    "Google Linking Error",
  ],
  ["google_invalid_request", /request as invalid/i, "Google Linking Error"],
  ["google_deleted_client", /OAuth client was deleted.*contact support/i, "Google Linking Error"],
  ["encryption_failed", /server security error/i, "Authentication Error"],
  ["internal_server_error", /try again later/i, "Authentication Error"],
  ["auth_verification_failed", /could not be verified/i, "Authentication Error"],
  [
    "session_expired",
    /^Your session has expired\. Please sign in again\.$/,
    "Authentication Error",
  ],
  [
    "session_expired_refresh_failed",
    /^Your session expired and could not be refreshed automatically\. Please sign in again\.$/,
    "Authentication Error",
  ],
  [
    "auth_failed",
    /^Authentication failed\. Please try signing in again\.$/,
    "Authentication Error",
  ],
  [
    "auth_invalid",
    /^Authentication token was invalid\. Please sign in again\.$/,
    "Authentication Error",
  ],
  ["logout_failed", /logging out failed/i, "Authentication Error"],
  ["signin_error", /sign-in failed/i, "Authentication Error"],
  ["auth/popup-closed-by-user", /popup was closed/i, "Authentication Error"],
  ["auth/cancelled-popup-request", /popup was cancelled/i, "Authentication Error"],
  [
    "auth/account-exists-with-different-credential",
    /already exists with another sign-in method/i,
    "Authentication Error",
  ],
  ["auth/popup-blocked", /allow popups/i, "Authentication Error"],
  ["something_else", /^An authentication error occurred/, "Authentication Error"],
  ["toString", /^An authentication error occurred/, "Authentication Error"],
  ["__proto__", /^An authentication error occurred/, "Authentication Error"],
  [
    "google_<img src=x onerror=alert(1)>",
    /^An authentication error occurred/,
    "Google Linking Error",
  ],
];

describe("the landing page's errors", () => {
  it.each(TABLE)("%s", (code, meaning, heading) => {
    expect(errorFromAddress(`?error=${encodeURIComponent(code)}`)).toMatchObject({
      code,
      message: expect.stringMatching(meaning),
    });
    expect(headingOf(code)).toBe(heading);
  });

  it("has a line of this table for every code", () => {
    const listed = new Set(TABLE.map(([code]) => code));
    expect(Object.keys(SIGN_IN_MESSAGES).filter((code) => !listed.has(code))).toEqual([
      "missing_gmail_scope",
    ]);
  });

  const told = (details: string) =>
    errorFromAddress(`?${new URLSearchParams({ error: "config_error", details })}`);
  const quoted = (text: string) =>
    `There is a frontend configuration error. The page address says: “${text}”`;

  it.each([
    ["as they are", "The client id is missing.", "The client id is missing."],
    ["200 characters at most", "<b>x</b>".repeat(40), `${"<b>x</b>".repeat(40).slice(0, 199)}…`],
    ["and cuts no character in two", "😀".repeat(201), `${"😀".repeat(199)}…`],
    [
      "inside the quotation",
      "none” Your account is locked. »Call« „us‟",
      "none' Your account is locked. 'Call' 'us'",
    ],
    ["on one line, without what cannot be seen", " a\r\n\tb\u202ec\u2066d\u200be\0 ", "a b c d e"],
  ])("quotes the address's details %s", (_how, details, text) => {
    expect(told(details)?.message).toBe(quoted(text));
  });

  it("shows no details that are blank, and none of another code", () => {
    expect(told(" \u200b ")?.message).toBe("There is a frontend configuration error.");
    expect(errorFromAddress("?error=gis_error&details=Call+us")?.message).not.toContain("Call us");
  });

  it.each(["", "?", "?other=1", "?error="])("finds no error in %j", (query) => {
    expect(errorFromAddress(query)).toBeNull();
  });
});

it.each([
  [
    "Failed to fetch dynamically imported module: https://example.com/assets/signIn.js",
    /reload the page/,
  ],
  [
    "error loading dynamically imported module: https://example.com/assets/signIn.js",
    /reload the page/,
  ],
  ["Importing a module script failed.", /reload the page/],
  ["Anything else", /^Sign-in failed\. Please try again\.$/],
])("says what helps after: %s", (said, message) => {
  expect(signInFailure(new TypeError(said))).toMatchObject({
    code: "signin_error",
    message: expect.stringMatching(message),
  });
});
