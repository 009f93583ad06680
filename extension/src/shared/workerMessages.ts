import type { AuthEventDetail } from "@sendwright/core/contract";
import type { StoredRefusal, SubmittedSend, Task } from "./stored.ts";

const MAX = 10_000;

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "" && value.length <= MAX;
}

/**
 * The event's detail if it has the shape of the page's, else null. An older page gives no cause,
 * and a newer one may give another: both count as a logout, which keeps nothing.
 */
export function authDetail(given: unknown): AuthEventDetail | null {
  if (typeof given !== "object" || given === null) return null;
  const { loggedIn, cause, email, idToken, refreshToken } = given as Record<string, unknown>;
  if (loggedIn === false)
    return {
      loggedIn,
      cause: cause === "expired" || cause === "unavailable" ? cause : "signed_out",
    };
  if (loggedIn !== true || typeof email !== "string" || email.length > MAX) return null;
  if (!isText(idToken) || !isText(refreshToken)) return null;
  return { loggedIn, cause: "signed_in", email, idToken, refreshToken };
}

/** The worker's questions and answers. Permissions: `worker/table.ts`. */
export interface Messages {
  /** The content script on the page's origin passes the event on. */
  auth: { ask: { detail: AuthEventDetail }; answer: unknown };
  /** The signed-in person; asks our open pages before it answers null. */
  session: { ask: object; answer: { uid: string; email: string } | null };
  token: { ask: { refresh: boolean; of?: string }; answer: string | null };
  /** Starts a send. `false`: another one is still in progress. */
  send: { ask: { key: string; submitted: SubmittedSend; hold?: number }; answer: boolean };
  /** Undoes a held send. Fails if the server refuses. */
  undo: { ask: object; answer: unknown };
  /** Continues the attempt, if there is one. */
  look: { ask: object; answer: unknown };
  /** A person has seen the result of the attempt. */
  shown: { ask: object; answer: unknown };
  /** Dismisses the result of the send. */
  close: { ask: object; answer: unknown };
  /**
   * Looks for the field with the cursor in the page in front. Stores the task; answers one that
   * failed instead.
   */
  find: { ask: { windowId: number }; answer: Task | null };
  /** Writes into the field of the task. */
  insert: { ask: { html: string; text: string }; answer: Insertion };
  /** Looks for addresses in the page in front. Answers as `find` does. */
  collect: { ask: { windowId: number }; answer: Task | null };
}

/** The result of writing into a page. All but the first leave it to the clipboard. */
export type Insertion = "inserted" | "partly" | "refused" | "gone" | "forbidden" | "no-field";

export type WorkerMessage = {
  [T in keyof Messages]: { type: T } & Messages[T]["ask"];
}[keyof Messages];
export type AnswerTo<T extends keyof Messages> = Messages[T]["answer"];

/** A failure on its way from the worker to a window. */
export interface Failure {
  failure: StoredRefusal;
}

/** The worker's requests to the content scripts on the page's origin. */
export const REPEAT = { type: "repeat" } as const;
