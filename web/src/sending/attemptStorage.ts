import { type Attempt, type KeptCause, keptCause, mayStillSend } from "@sendwright/core/attempt/attempt";
import { isRemembered } from "@sendwright/core/attempt/patience";
import { KEY_PATTERN } from "@sendwright/core/contract";

/** A press of Send as it outlives a reload: no recipient, no text, no file. The name says whose it is, and of which way. */
interface StoredAttempt {
  key: string;
  at: number;
  cause: KeptCause;
}

const storageKey = (uid: string, kind: string) => `sendwright:of:${uid}:attempt:${kind}`;

/** Keeps an attempt as long as nobody knows its end; forgets it afterwards. */
export function storeAttempt(uid: string, kind: string, attempt: Attempt): void {
  try {
    if (attempt.status !== "idle" && mayStillSend(attempt.status)) {
      const kept: StoredAttempt = { key: attempt.key, at: attempt.at, cause: keptCause(attempt) };
      sessionStorage.setItem(storageKey(uid, kind), JSON.stringify(kept));
    } else sessionStorage.removeItem(storageKey(uid, kind));
  } catch {
    // A browser may refuse to keep anything; then a reload forgets the attempt, and the list of sends has it.
  }
}

/** The press that was under way before a reload; null when there was none, or it is too long ago to be judged. */
export function storedAttempt(uid: string, kind: string, now: number): StoredAttempt | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(storageKey(uid, kind)) ?? "null");
    if (typeof value !== "object" || value === null || !("key" in value) || !("at" in value)) return null;
    const { key, at } = value;
    if (typeof key !== "string" || !KEY_PATTERN.test(key) || typeof at !== "number" || at > now) return null;
    const cause = "cause" in value && value.cause === "conflict" ? "conflict" : "reload";
    return isRemembered(at, now) ? { key, at, cause } : null;
  } catch {
    return null;
  }
}
