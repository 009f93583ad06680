import { type Access, LOADING, type Session, SIGNED_OUT } from "@sendwright/web/parts";
import { API } from "../shared/settings.ts";
import { forget, fromStored } from "../shared/stored.ts";
import type { AnswerTo, Failure, Messages } from "../shared/workerMessages.ts";

function isFailure(given: unknown): given is Failure {
  return typeof given === "object" && given !== null && "failure" in given;
}

/** Asks the worker (Chrome starts it if need be). Throws AppError. */
export async function ask<T extends keyof Messages>(
  type: T,
  message: Messages[T]["ask"],
): Promise<AnswerTo<T>> {
  const answer: unknown = await chrome.runtime.sendMessage({ type, ...message });
  if (!isFailure(answer)) return answer as AnswerTo<T>;
  throw fromStored(answer.failure);
}

let state: Session = LOADING;
let uid: string | null = null;
const listeners = new Set<() => void>();

/** The session's user id: the screens and the stored data carry it. */
export const currentUid = () => uid;

let latest = 0;

async function refreshSession(): Promise<void> {
  latest += 1;
  const mine = latest;
  // Chrome may be replacing the worker. The next change brings the session.
  const known = await ask("session", {}).catch(() => null);
  // A later question knows more, whichever answer comes first.
  if (mine !== latest) return;
  uid = known?.uid ?? null;
  state = known
    ? { ...SIGNED_OUT, isAuthenticated: true, user: { ...known, name: "" } }
    : SIGNED_OUT;
  for (const listener of listeners) listener();
}

/** Asks the worker for the signed-in person, now and after each change. */
export function followSession(): void {
  void refreshSession();
  chrome.storage.session.onChanged.addListener(({ session }) => {
    const before = (session?.oldValue as { uid?: string } | undefined)?.uid;
    const after = (session?.newValue as { uid?: string } | undefined)?.uid;
    if (session && (before !== after || (after === undefined) === state.isAuthenticated))
      void refreshSession();
  });
}

/**
 * The access for the page's client and queries: the token comes from the worker and is never
 * stored.
 */
export const surfaceAccess: Access = {
  origin: API,
  session: () => state,
  onSession: (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  currentToken: ({ refresh = false, of = uid ?? undefined } = {}) =>
    ask("token", { refresh, ...(of !== undefined && { of }) }),
  expireSession: () => forget("session"),
  isExtension: true,
};
