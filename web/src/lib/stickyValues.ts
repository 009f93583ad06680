const STICKY = "sendwright:sticky:";

/** Takes a sticky variable's name; gives its remembered value (specification, section 3: Browser storage), "" when there is none. */
export function stickyValue(name: string): string {
  try {
    return localStorage.getItem(STICKY + name) ?? "";
  } catch {
    // A browser may refuse to keep anything; then nothing is remembered, and everything else works.
    return "";
  }
}

/** Takes a sticky variable's name and value; a blank value is forgotten. */
export function rememberSticky(name: string, value: string): void {
  try {
    if (value.trim() === "") localStorage.removeItem(STICKY + name);
    else localStorage.setItem(STICKY + name, value);
  } catch {
    // As above.
  }
}

/** Forgets every sticky value of this browser: they are the person's own words, and go with the account. */
export function forgetStickyValues(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(STICKY)) localStorage.removeItem(key);
  } catch {
    // As above.
  }
}
