import { read } from "../shared/stored.ts";
import { serially } from "./attempts.ts";
import { paint } from "./badge.ts";

type Changes = Record<string, chrome.storage.StorageChange>;
type AreaName = "session" | "local";

/** The stored values that carry their person's uid. */
const OWNED: ReadonlySet<string> = new Set(["draft", "task", "handed", "attempt", "remembered"]);

/** The person of a stored value; null if there is no value. */
function ownerOf(value: unknown): string | null {
  return (value as { uid?: string } | null | undefined)?.uid ?? null;
}

/**
 * Deletes values that were stored for someone who has left: a window's last key, or the answer to a
 * send, may cross a logout. Clears the badge of a deleted send. Call it for every change of the
 * storage.
 */
export async function forgetLeftovers(changes: Changes, area: AreaName): Promise<void> {
  if (area === "session" && changes.attempt && changes.attempt.newValue === undefined)
    await paint(null);
  const stored = Object.keys(changes).filter(
    (key) => OWNED.has(key) && ownerOf(changes[key]?.newValue) !== null,
  );
  if (stored.length === 0) return;
  await serially(async () => {
    const person = await read("person");
    for (const key of stored) {
      const { [key]: value } = await chrome.storage[area].get(key);
      const owner = ownerOf(value);
      if (owner !== null && owner !== person?.uid) await chrome.storage[area].remove(key);
    }
  });
}
