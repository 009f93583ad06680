/**
 * A storage area of the browser. Read lazily: a browser that blocks storage throws as soon as it is
 * touched.
 */
type Area = "localStorage" | "sessionStorage";

/** The text stored under a key; null if it doesn't exist, or the browser blocks storage. */
export function readStored(area: Area, key: string): string | null {
  try {
    return window[area].getItem(key);
  } catch {
    return null;
  }
}

/**
 * Stores a text; null removes it. Returns false if the browser refuses, and nothing else depends on
 * it.
 */
export function writeStored(area: Area, key: string, text: string | null): boolean {
  try {
    if (text === null) window[area].removeItem(key);
    else window[area].setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** Reads stored JSON; null if it doesn't exist or isn't JSON. */
export function readStoredJson(area: Area, key: string): unknown {
  try {
    return JSON.parse(readStored(area, key) ?? "null");
  } catch {
    return null;
  }
}

/** Removes every key that `isOurs` accepts. Does nothing if the browser blocks storage. */
export function removeStored(area: Area, isOurs: (key: string) => boolean): void {
  try {
    for (const key of Object.keys(window[area]).filter(isOurs)) window[area].removeItem(key);
  } catch {
    // Nothing is stored there.
  }
}

/** The key of something stored for one person: a sign-out removes all of these. */
export function personalKey(uid: string, name: string): string {
  return `${PERSONAL}${uid}:${name}`;
}

export const PERSONAL = "sendwright:of:";
