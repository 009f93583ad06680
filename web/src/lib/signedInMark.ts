/** Says whether someone was signed in when this browser was last here: only then is Firebase loaded at once. */
const KEY = "sendwright:signed-in";

/** Gives the mark; where nothing can be read, someone may be signed in. */
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
  } catch {
    // Not remembered: the next visit asks Firebase, which knows.
  }
}

/** Takes the mark away. */
export function forgetSignedIn(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // There was nothing that could be kept.
  }
}

/** Takes a listener; calls it when another tab has signed in. */
export function onSignedInElsewhere(listener: () => void): void {
  window.addEventListener("storage", (event) => {
    if (event.key === KEY && event.newValue === "1") listener();
  });
}
