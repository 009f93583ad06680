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

/** The worker's questions and answers. `worker/messageHandlers.ts` says who may ask. */
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
  /** Where an insertion would go now: the field with the cursor in the tab in front. */
  target: { ask: { windowId: number }; answer: Target };
  /** Writes into a spot if it is still where an insertion would go. */
  insert: {
    ask: { windowId: number; spot: Spot; html: string; text: string };
    answer: Insertion;
  };
  /** Puts back the content that an insertion replaced. */
  takeBack: { ask: { spot: Spot; undo: number }; answer: UndoOutcome };
  /** Looks for addresses in the page in front. Stores the task; answers one that failed instead. */
  collect: { ask: { windowId: number }; answer: Task | null };
}

/** A field in a page, distinguished from those that appear there later. */
export interface Spot {
  tabId: number;
  documentId: string;
  /** Its number in the document. */
  field: number;
}

/** Shown names (`shownName`); "" without one. */
export interface PlaceName {
  field: string;
  tab: string;
}

/** Why there is no field to write into. */
export type TargetTrouble =
  | "forbidden"
  | "own-tab"
  | "other-origin"
  | "no-field"
  | "hidden"
  | "busy"
  | "gone";

/**
 * What a document knows about the cursor: its field by a number and the page's name for it, why
 * there is none, or null if the cursor is in another frame.
 */
export type CursorView =
  | { field: number; name: string }
  | { trouble: "no-field" | "hidden" | "other-origin" }
  | null;

/** The field with the cursor in the tab in front, or why there is none. */
export type Target =
  | { spot: Spot; name: PlaceName; trouble: null }
  | { spot: null; name: null; trouble: TargetTrouble };

/**
 * The result of writing into a field. `undo` is the number by which it can be taken back, unless
 * nothing has changed. Moved: the cursor was elsewhere by then, so we wrote nothing. Unconfirmed: no
 * one knows.
 */
export interface WritingResult {
  outcome: "inserted" | "partly" | "refused" | "moved" | "unconfirmed";
  undo: number | null;
}

/**
 * The result of an insertion, and the name of the place when the text was there; without a field,
 * nothing was written.
 */
export type Insertion = (WritingResult | { outcome: TargetTrouble; undo: null }) & {
  name: PlaceName | null;
};

/** The result of taking an insertion back. All but `undone` and `unconfirmed` change nothing. */
export type UndoOutcome = "undone" | "changed" | "gone" | "failed" | "unconfirmed";

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
