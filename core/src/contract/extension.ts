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

/**
 * The place on the site where Bulk Send takes over the list that the extension has ready. Nothing
 * of the list is in the address.
 */
export const HANDED_LIST_HASH = "bulk-send/from.extension";

/**
 * The page's question for that list. Answered with a `HandedList`, or null for none; with `taken`,
 * the list's id, the extension forgets it.
 */
export const EXTENSION_LIST = { type: "sendwright:list" } as const;

/** People who were collected in the extension, and the email for them, on the way to Bulk Send. */
export interface HandedList {
  id: string;
  /** Whose it is: another account doesn't get it. */
  uid: string;
  /** The headers, then a row for each person, the address first. */
  rows: string[][];
  /** A pasted table with all of its columns, instead of the rows. */
  table?: string;
  /** Null: none chosen. "": composed by hand. */
  templateId: string | null;
  subject: string;
  /** HTML. */
  body: string;
  /** Placeholder → the value that everyone gets; pairs, so that `__proto__` is a name. */
  values: [string, string][];
}

function isTextList(given: unknown): given is string[] {
  return Array.isArray(given) && given.every((one) => typeof one === "string");
}

/** An answer of the extension as a list for this account; null for anything else. */
export function handedList(given: unknown, uid: string): HandedList | null {
  if (typeof given !== "object" || given === null) return null;
  const {
    id,
    rows,
    table = "",
    templateId,
    subject,
    body,
    values,
    ...rest
  } = given as Record<string, unknown>;
  const isFull =
    rest.uid === uid &&
    isTextList([id, table, subject, body]) &&
    (templateId === null || typeof templateId === "string") &&
    [rows, values].every((one) => Array.isArray(one) && one.every(isTextList)) &&
    (values as string[][]).every(({ length }) => length === 2) &&
    (rows as string[][]).length > 1;
  return isFull ? (given as HandedList) : null;
}
