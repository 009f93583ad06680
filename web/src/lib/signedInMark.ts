/** Says whether someone was signed in when this browser was last here: only then is Firebase loaded at once. */
const KEY = "sendwright:signed-in";
/** Says that the last session ended without a logout. */
const EXPIRED = "sendwright:expired";

/** The mark; where nothing can be read, someone may be signed in. */
export function wasSignedIn(): boolean {
  try {
    return localStorage.getItem(KEY) === "1";
  } catch {
    return true;
  }
}

/** Sets the mark, which other tabs notice. */
export function rememberSignedIn(): void {
  try {
    localStorage.setItem(KEY, "1");
    localStorage.removeItem(EXPIRED);
  } catch {
    // Not remembered: the next visit asks Firebase, which knows.
  }
}

/** Forgets that someone was signed in, and how their session ended. A logout does so before Firebase signs out. */
export function forgetSignedIn(): void {
  try {
    localStorage.removeItem(KEY);
    localStorage.removeItem(EXPIRED);
  } catch {
    // There was nothing that could be kept.
  }
}

/** Notes for all tabs, and for later visits, that the session ended without a logout. */
export function noteExpired(): void {
  try {
    localStorage.setItem(EXPIRED, "1");
    localStorage.removeItem(KEY);
  } catch {
    // Not noted: then it counts as a logout, and nothing is kept.
  }
}

/** Whether the last session ended without a logout; false where nothing can be read. */
export function hasExpired(): boolean {
  try {
    return localStorage.getItem(EXPIRED) === "1";
  } catch {
    return false;
  }
}

/** Calls a listener when another tab has signed in. */
export function onSignedInElsewhere(listener: () => void): void {
  window.addEventListener("storage", (event) => {
    if (event.key === KEY && event.newValue === "1") listener();
  });
}
