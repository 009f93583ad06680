import {
  type Attempt,
  isRemembered,
  type KeptCause,
  keptCause,
  mayStillSend,
} from "@sendwright/core/attempt/attempt";
import { KEY_PATTERN } from "@sendwright/core/contract";
import { personalKey, readStoredJson, writeStored } from "../lib/storage.ts";

/** An attempt as stored for a reload: no recipient, no text, no file. */
interface KeptAttempt {
  key: string;
  at: number;
  cause: KeptCause;
}

const storageKey = (uid: string, kind: string) => personalKey(uid, `attempt:${kind}`);

/** Stores an attempt while its end is unknown, and removes it afterward. */
export function storeAttempt(uid: string, kind: string, attempt: Attempt): void {
  const isOpen = attempt.status !== "idle" && mayStillSend(attempt.status);
  const stored: KeptAttempt | null = isOpen
    ? { key: attempt.key, at: attempt.at, cause: keptCause(attempt) }
    : null;
  // If the browser stores nothing, a reload forgets the attempt; the list of sends shows it.
  writeStored("sessionStorage", storageKey(uid, kind), stored && JSON.stringify(stored));
}

/** The attempt from before a reload; null if there was none, or it is too old to be useful. */
export function storedAttempt(uid: string, kind: string, now: number): KeptAttempt | null {
  const value = readStoredJson("sessionStorage", storageKey(uid, kind));
  if (typeof value !== "object" || value === null || !("key" in value) || !("at" in value))
    return null;
  const { key, at } = value;
  if (typeof key !== "string" || !KEY_PATTERN.test(key) || typeof at !== "number") return null;
  const cause = "cause" in value && value.cause === "conflict" ? "conflict" : "reload";
  return isRemembered(at, now) ? { key, at, cause } : null;
}
