/**
 * One click on Send and everything that follows, as a state machine. Direct Send, Bulk Send and the
 * browser extension share it (decision 9). It is pure: the runner makes the calls and reports their
 * results as events.
 *
 * | event ↓ in state → | idle  | asked   | lost     | held     | undoing  | undone | begun   | ended | refused | absent  | gone  |
 * |--------------------|-------|---------|----------|----------|----------|--------|---------|-------|---------|---------|-------|
 * | submitted          | asked | ·       | ·        | ·        | ·        | asked  | asked   | asked | asked   | asked   | asked |
 * | reloaded           | lost  | ·       | ·        | ·        | ·        | ·      | ·       | ·     | ·       | ·       | ·     |
 * | answered           | ·     | begun ¹ | ·        | ·        | ·        | ·      | ·       | ·     | ·       | ·       | ·     |
 * | refused            | ·     | refused | ·        | ·        | ·        | ·      | ·       | ·     | ·       | ·       | ·     |
 * | lost               | ·     | lost    | ·        | ·        | ·        | ·      | begun ⁵ | ·     | ·       | ·       | ·     |
 * | listed             | ·     | begun ² | begun ¹  | ·        | ·        | ·      | ·       | ·     | ·       | begun ¹ | ·     |
 * | found              | ·     | ·       | begun ¹  | ·        | ·        | ·      | ·       | ·     | ·       | begun ¹ | ·     |
 * | undo               | ·     | ·       | ·        | undoing  | ·        | ·      | ·       | ·     | ·       | ·       | ·     |
 * | notUndone          | ·     | ·       | ·        | ·        | held     | ·      | ·       | ·     | ·       | ·       | ·     |
 * | undone             | ·     | ·       | ·        | ·        | undone ⁶ | ·      | ·       | ·     | ·       | ·       | ·     |
 * | late               | ·     | ·       | ·        | ·        | begun ⁸  | ·      | ·       | ·     | ·       | ·       | ·     |
 * | released           | ·     | ·       | ·        | begun    | ·        | ·      | ·       | ·     | ·       | ·       | ·     |
 * | missing            | ·     | ·       | absent ³ | undone ⁷ | undone ⁶ | ·      | gone    | ·     | ·       | ·       | ·     |
 * | ended              | ·     | ·       | ·        | ·        | ·        | ·      | ended   | ·     | ·       | ·       | ·     |
 * | closed             | ·     | ·       | ·        | ·        | ·        | idle   | idle    | idle  | idle    | idle ⁴  | idle  |
 *
 * `·`: nothing changes. An event with another key changes nothing either: it is about an earlier click.
 * ¹ `held` if the server still holds the send. It can then be undone.
 * ² Not if the send is held: undo needs the answer first, so that no copy of the call can begin the
 * send again (decision 4).
 *   Not if an earlier click used the key: the list may show the send of that click. Only the answer tells them apart.
 * ³ Only when the send can't begin anymore (`isOver`). Until then the attempt stays lost, and the
 * runner asks again. The wait starts again if the clock was set back.
 * ⁴ Keeps the key for the next click: if the send begins after all, we find it and don't duplicate
 * it.
 *   Not after a reload: the submitted form is gone, and a duplicated browser tab has the same key.
 * ⁵ The list showed the send before the answer was lost. Only `known` changes.
 * ⁶ `gone` a day after the click: the send may have ended and its data may have been deleted.
 * ⁷ Another tab undid it. `gone` after the hold: the emails may have been sent.
 * ⁸ `known` stays `earlier` if it was: the form on the screen was not sent.
 */

import type { AppError } from "../contract/appError.ts";
import { PREPARATION_SECONDS, REQUEST_SECONDS } from "../contract/limits.ts";
import type { Send } from "../contract/sends.ts";
import { DAY, SECOND } from "../dates/units.ts";
import { isOpen } from "../sends/counts.ts";
import { type Hold, holdOf, isReleased } from "./hold.ts";

/**
 * How long a stored attempt counts after the click. Later, a missing send may have been deleted.
 */
const REMEMBERED = DAY;

/** Times in milliseconds since 1970. */
interface Loss {
  /** When the person clicked Send. */
  at: number;
  /** When the answer was given up. Until then, the request may have been waiting for the server. */
  lostAt: number;
}

/** The time from which the send can't begin anymore. */
export function certainAt({ at, lostAt }: Loss): number {
  return Math.max(at + PREPARATION_SECONDS * SECOND, lostAt + REQUEST_SECONDS * SECOND);
}

/** Whether the send can't begin anymore. */
export function isOver(loss: Loss, now: number): boolean {
  return now >= certainAt(loss);
}

/** Whether a stored attempt still counts. */
export function isRemembered(submittedAt: number, now: number): boolean {
  return now - submittedAt < REMEMBERED;
}

/** An attempt that waits for news of its send. */
export type WaitingAttempt =
  | { status: "lost" | "begun"; key: string }
  | Pick<Extract<Attempt, { status: "held" }>, "status" | "key" | "hold">;

/** The event that follows from a send seen at `now` (milliseconds). */
export function sendEvent(waiting: WaitingAttempt, send: Send, now: number): LaterEvent {
  const { key } = waiting;
  if (waiting.status === "held" && isReleased(send, waiting.hold, now))
    return { type: "released", key };
  if (waiting.status === "begun" && !isOpen(send)) return { type: "ended", key };
  return { type: "found", key, hold: holdOf(send, now) };
}

/** How we know that the server has the send. */
export type Evidence =
  /** From the call's answer, or from the list before that answer. */
  | "answered"
  /** From a lookup after the answer was lost. */
  | "found"
  /** From a lookup after a reload. */
  | "reloaded"
  /** The key belongs to the send of an earlier click, which went through after all. */
  | "earlier"
  /** From Undo, which came too late. */
  | "late";

/** Why we don't know whether the send has begun. */
type Cause = "silence" | KeptCause;

/** The causes that can follow a reload. */
export type KeptCause = "reload" | "conflict";

/** The fields that all states after a click share. */
interface Submission<Submitted> {
  key: string;
  /** The submitted form; null after a reload. */
  submitted: Submitted | null;
  /** When the person clicked Send, in milliseconds since 1970. */
  at: number;
}

export type Attempt<Submitted = unknown> =
  /** No attempt. `again`: the key for the next click, left by an attempt that began nothing. */
  | { status: "idle"; again: string | null }
  /** The call is in flight. `isRepeat`: an earlier click used the same key. */
  | (Submission<Submitted> & { status: "asked"; isRepeat: boolean })
  /** No answer will come. The runner looks for the send by its key. */
  | (Submission<Submitted> & { status: "lost"; cause: Cause; lostAt: number })
  /** The server has the send and holds it: it can be undone. */
  | (Submission<Submitted> & { status: "held"; known: Evidence; hold: Hold })
  /** The person clicked Undo, and the server has not answered yet. */
  | (Submission<Submitted> & { status: "undoing"; known: Evidence; hold: Hold })
  | (Submission<Submitted> & { status: "undone" })
  | (Submission<Submitted> & { status: "begun"; known: Evidence })
  | (Submission<Submitted> & { status: "ended"; known: Evidence })
  /** The server refused the call: nothing has begun or will begin. */
  | (Submission<Submitted> & { status: "refused"; refusal: AppError })
  /** The answer was lost, and the send certainly never began. */
  | (Submission<Submitted> & { status: "absent" })
  /** The server no longer has the send, and its emails may have been sent. */
  | (Submission<Submitted> & { status: "gone" });

export type AttemptEvent<Submitted = unknown> =
  /**
   * A click on Send. Each click makes its own `key`: a stored one would be copied along with a
   * duplicated browser tab.
   */
  | { type: "submitted"; key: string; submitted: Submitted; at: number }
  | { type: "reloaded"; key: string; submittedAt: number; at: number; cause: KeptCause }
  | LaterEvent;

/** An event after the click. */
export type LaterEvent =
  | { type: "answered"; key: string; hold?: Hold | null }
  | { type: "refused"; key: string; refusal: AppError }
  | { type: "lost"; key: string; cause: Exclude<Cause, "reload">; at: number }
  /** The list of sends shows the send. */
  | { type: "listed"; key: string; hold?: Hold | null }
  /** The server found a send with this key. */
  | { type: "found"; key: string; hold?: Hold | null }
  /** The person clicked Undo. */
  | { type: "undo"; key: string }
  /** The server refused to undo, and the hold continues. */
  | { type: "notUndone"; key: string; refusal: AppError }
  | { type: "undone"; key: string; at: number }
  /** Undo came too late. */
  | { type: "late"; key: string }
  /** The hold is over: the emails go out, or wait for their scheduled time. */
  | { type: "released"; key: string }
  /** The server found no send with this key. */
  | { type: "missing"; key: string; at: number }
  | { type: "ended"; key: string }
  /** The person closed the notice about the attempt. */
  | { type: "closed"; key: string };

export const IDLE: Attempt<never> = { status: "idle", again: null };

/** Returns the attempt after an event; the same object if nothing changes. */
export function nextAttempt<Submitted>(
  state: Attempt<Submitted>,
  event: AttemptEvent<Submitted>,
): Attempt<Submitted> {
  if (event.type === "submitted") return submit(state, event);
  if (event.type === "reloaded") {
    if (state.status !== "idle") return state;
    const { key, submittedAt, at, cause } = event;
    // The clock may have been set back since the click.
    const clickedAt = Math.min(submittedAt, at);
    return { status: "lost", key, submitted: null, at: clickedAt, cause, lostAt: at };
  }
  return state.status === "idle" || state.key !== event.key ? state : afterEvent(state, event);
}

function afterEvent<Submitted>(
  state: ActiveAttempt<Submitted>,
  event: LaterEvent,
): Attempt<Submitted> {
  switch (event.type) {
    case "answered":
      return state.status === "asked" ? begun(state, "answered", event.hold) : state;
    case "refused":
      return state.status === "asked"
        ? { ...submissionOf(state), status: "refused", refusal: event.refusal }
        : state;
    case "lost":
      if (state.status === "begun") return { ...state, known: "found" };
      return state.status === "asked"
        ? { ...submissionOf(state), status: "lost", cause: event.cause, lostAt: event.at }
        : state;
    case "listed":
      if (state.status === "asked")
        return state.isRepeat || event.hold ? state : begun(state, "answered");
      return found(state, event.hold);
    case "found":
      return found(state, event.hold);
    case "undo":
      return state.status === "held" ? { ...state, status: "undoing" } : state;
    case "notUndone":
      return state.status === "undoing" ? { ...state, status: "held" } : state;
    case "undone":
      return state.status === "undoing" ? missing(state, event.at) : state;
    case "late":
      return state.status === "undoing"
        ? begun(state, state.known === "earlier" ? "earlier" : "late")
        : state;
    case "released":
      return state.status === "held" ? begun(state, state.known) : state;
    case "missing":
      return missing(state, event.at);
    case "ended":
      return state.status === "begun"
        ? { ...submissionOf(state), status: "ended", known: state.known }
        : state;
    case "closed":
      return closed(state);
  }
}

/**
 * Whether we don't know yet if the emails will be sent. Until then, Close and another click on Send
 * have no effect.
 */
export function isUncertain<State extends Attempt>(
  state: State,
): state is Extract<State, { status: "asked" | "lost" | "held" | "undoing" }> {
  return isUnanswered(state) || isHeld(state);
}

/** Whether a click on Send has no answer yet. */
export function isUnanswered<State extends Attempt>(
  state: State,
): state is Extract<State, { status: "asked" | "lost" }> {
  return state.status === "asked" || state.status === "lost";
}

/** Whether the send is held, including while Undo has no answer. */
export function isHeld<State extends Attempt>(
  state: State,
): state is Extract<State, { status: "held" | "undoing" }> {
  return state.status === "held" || state.status === "undoing";
}

/** Whether an attempt may still send emails. */
export function mayStillSend(is: Attempt["status"]): boolean {
  return is === "asked" || is === "lost" || is === "held" || is === "undoing" || is === "begun";
}

/**
 * The cause to keep for a reload: `conflict` if the key belongs to the send of an earlier click.
 */
export function keptCause(state: Attempt): KeptCause {
  const isEarlier =
    "known" in state
      ? state.known === "earlier"
      : state.status === "lost" && state.cause === "conflict";
  return isEarlier ? "conflict" : "reload";
}

/** Starts an attempt with its own key, or with the key of an attempt that began nothing. */
function submit<Submitted>(
  state: Attempt<Submitted>,
  { key, submitted, at }: Extract<AttemptEvent<Submitted>, { type: "submitted" }>,
): Attempt<Submitted> {
  if (isUncertain(state)) return state;
  const again = state.status === "idle" ? state.again : usableAgain(state);
  return { status: "asked", key: again ?? key, submitted, at, isRepeat: again !== null };
}

/**
 * The key that the next click may use again: that of an attempt that began nothing and still has
 * its submitted form.
 */
function usableAgain<Submitted>(state: ActiveAttempt<Submitted>): string | null {
  return state.status === "absent" && state.submitted !== null ? state.key : null;
}

type ActiveAttempt<Submitted> = Exclude<Attempt<Submitted>, { status: "idle" }>;

function submissionOf<Submitted>({
  key,
  submitted,
  at,
}: ActiveAttempt<Submitted>): Submission<Submitted> {
  return { key, submitted, at };
}

function begun<Submitted>(
  state: ActiveAttempt<Submitted>,
  known: Evidence,
  hold: Hold | null = null,
): Attempt<Submitted> {
  return hold
    ? { ...submissionOf(state), status: "held", known, hold }
    : { ...submissionOf(state), status: "begun", known };
}

/** The server has the send, although its answer was lost. */
function found<Submitted>(
  state: ActiveAttempt<Submitted>,
  hold: Hold | null | undefined,
): Attempt<Submitted> {
  if (state.status === "absent") return begun(state, "found", hold);
  if (state.status !== "lost") return state;
  const known = { silence: "found", reload: "reloaded", conflict: "earlier" } as const;
  return begun(state, known[state.cause], hold);
}

function missing<Submitted>(state: ActiveAttempt<Submitted>, at: number): Attempt<Submitted> {
  if (state.status === "begun") return { ...submissionOf(state), status: "gone" };
  if (state.status === "held")
    return { ...submissionOf(state), status: at < state.hold.until ? "undone" : "gone" };
  if (state.status === "undoing")
    return { ...submissionOf(state), status: isRemembered(state.at, at) ? "undone" : "gone" };
  if (state.status !== "lost") return state;
  if (isOver(state, at)) return { ...submissionOf(state), status: "absent" };
  const wasSetBack = at < Math.max(state.at, state.lostAt);
  return wasSetBack ? { ...state, at: Math.min(state.at, at), lostAt: at } : state;
}

function closed<Submitted>(state: ActiveAttempt<Submitted>): Attempt<Submitted> {
  if (isUncertain(state)) return state;
  return { status: "idle", again: usableAgain(state) };
}
