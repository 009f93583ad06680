import { writeStored } from "./storage.ts";

/**
 * The state of this browser's session: a person is signed in, has logged out, or the session ended
 * without a logout.
 */
type SessionMark = "in" | "out" | "expired";

const STORAGE_KEY = "sendwright:session";

/** The last mark that this page set: it counts if storage was cleared since, or took no mark. */
let ownMark: SessionMark | null = null;

/**
 * The mark that all tabs share; null without one. Returns "in" if storage can't be read: someone
 * may be signed in.
 */
export function sessionMark(): SessionMark | null {
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    return stored === "in" || stored === "out" || stored === "expired" ? stored : ownMark;
  } catch {
    return ownMark ?? "in";
  }
}

/** Sets the mark for all tabs and later visits. */
export function markSession(mark: SessionMark): void {
  ownMark = mark;
  // If it isn't stored, the next visit asks Firebase and can't tell how a session ended.
  writeStored("localStorage", STORAGE_KEY, mark);
}

/** Calls a listener when another tab has signed in. */
export function onSignedInElsewhere(listener: () => void): void {
  window.addEventListener("storage", (event) => {
    if (event.key === STORAGE_KEY && event.newValue === "in") listener();
  });
}
