/** Says whether someone was signed in when this browser was last here: only then is Firebase loaded at once. */
const KEY = "sendwright:signed-in";
/** Says that the last session ended by itself, and not by anybody's logout. */
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

export function forgetSignedIn(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // There was nothing that could be kept.
  }
}

/** Notes, before the sign-out that all tabs hear of, whether it is because the session has expired. */
export function noteExpired(isExpired: boolean): void {
  try {
    if (isExpired) localStorage.setItem(EXPIRED, "1");
    else localStorage.removeItem(EXPIRED);
  } catch {
    // Not noted: then the other tabs take it for a logout, and leave nothing.
  }
}

/** Whether the last session has expired; a logout where nothing can be read. */
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
