/** What this browser keeps for a person, each under the person's id; a browser that keeps nothing is no error. */
const PREFIX = "sendwright:of:";

function keyOf(uid: string, name: string): string {
  return `${PREFIX}${uid}:${name}`;
}

/** The value remembered for a user under a name, or null. */
export function remembered(uid: string, name: string): string | null {
  try {
    return localStorage.getItem(keyOf(uid, name));
  } catch {
    // A browser may refuse to keep anything; then nothing is remembered, and everything else works.
    return null;
  }
}

/** Remembers a value for a user; null or a blank one is forgotten. */
export function remember(uid: string, name: string, value: string | null): void {
  try {
    if (value === null || value.trim() === "") localStorage.removeItem(keyOf(uid, name));
    else localStorage.setItem(keyOf(uid, name), value);
  } catch {
    // As above.
  }
}

/** From before the names had user ids; we can't tell whose these are. */
const NAMELESS = ["sendwright:sticky:", "sendwright:direct-send:"];

/** Deletes everything remembered in this browser: it's personal, so a sign-out deletes it. */
export function forgetEverything(): void {
  for (const store of [() => localStorage, () => sessionStorage]) {
    try {
      const keys = Object.keys(store()).filter((key) => [PREFIX, ...NAMELESS].some((prefix) => key.startsWith(prefix)));
      for (const key of keys) store().removeItem(key);
    } catch {
      // As above.
    }
  }
}
